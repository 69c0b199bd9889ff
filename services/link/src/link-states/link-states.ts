import type { Clock } from '@linqr/platform/clock';
import { requireAdmin } from '@linqr/platform/context';
import { isId } from '@linqr/platform/ids';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { adminAction } from '../audit/admin-action.js';
import type { AdminActionRepository } from '../audit/admin-action.repository.js';
import { linkNotFound } from '../links/link.errors.js';
import { linkChanged } from '../links/link.events.js';
import type { ShortUrls } from '../links/link.mapping.js';
import type { ClearanceRepository } from './clearance.repository.js';
import { ownerToldOf } from './link-state.events.js';
import { type SettableState, withState } from './link-state.js';
import type { LinkStateRepository, RestrainedLink } from './link-state.repository.js';

export interface LinkStatesParts {
  database: DataSource;
  links: LinkStateRepository;
  clearances: ClearanceRepository;
  actions: AdminActionRepository;
  shortUrls: ShortUrls;
  clock: Clock;
}

/** By whom; an empty id is the installation itself. */
export interface StateChanger {
  id: string;
  via: string;
}

/** States that only admins and the safety checks give. Version, event, record and mail to the owner are one transaction. */
export class LinkStates {
  constructor(private readonly parts: LinkStatesParts) {}

  async set(id: string, state: SettableState, reason: string): Promise<RestrainedLink> {
    const actor = requireAdmin();
    if (!isId('lnk', id)) throw linkNotFound();
    return this.parts.database.transaction(async (manager) => {
      const changed = await this.change(manager, id, state, reason, { id: actor.userId, via: actor.via });
      if (!changed) throw linkNotFound();
      return changed;
    });
  }

  /** In the caller's transaction; undefined: there is no such link. What is so already stays as it is, and nobody is told. */
  async change(
    manager: EntityManager,
    id: string,
    state: SettableState,
    reason: string,
    by: StateChanger,
  ): Promise<RestrainedLink | undefined> {
    const { links, clearances, actions, shortUrls, clock } = this.parts;
    const before = await links.find(manager, id, 'lock');
    if (!before) return undefined;
    // Now, but never before the change that was last: two processes' clocks may differ.
    const now = new Date(Math.max(clock.now(), before.link.updatedAt.getTime()));
    if (state === 'active') await clearances.add(manager, before.link, by.id, now);
    const next = withState(before, state, reason, now);
    if (next === before) return before;
    const shortUrl = shortUrls.of(next.link.domain, next.link.slug);
    await links.write(manager, next, by);
    await appendToOutbox(manager, [
      linkChanged('state_changed', next.link, shortUrls, before.link),
      ownerToldOf(state, { ...next.link, shortUrl }, reason, now),
    ]);
    const verb = state === 'active' ? 'restored' : state;
    await actions.add(manager, adminAction({ at: now, actorId: by.id, action: `link.${verb}`, targetId: id, target: shortUrl, reason }));
    return next;
  }
}
