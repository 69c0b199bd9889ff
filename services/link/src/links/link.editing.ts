import type { Clock } from '@linqr/platform/clock';
import { type Actor, requireActor } from '@linqr/platform/context';
import { validationFailed } from '@linqr/platform/errors';
import { isId } from '@linqr/platform/ids';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import type { DestinationPolicy } from '../destinations/destination.policy.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import type { LinkQuota } from '../quota/link-quota.js';
import { checkDestinations } from '../targeting/targeting.destinations.js';
import { withIds } from '../targeting/targeting.js';
import { neededFeatures } from './link.creation.js';
import { aliasTaken, linkNotFound } from './link.errors.js';
import { linkChanged } from './link.events.js';
import { applyChanges, type Link, type LinkChanges } from './link.js';
import type { ShortUrls } from './link.mapping.js';
import type { LinkRepository } from './link.repository.js';
import type { UpdateLinkInput } from './link.schemas.js';

export interface LinkEditingParts {
  database: DataSource;
  links: LinkRepository;
  destinations: DestinationPolicy;
  passwords: PasswordHasher;
  quota: LinkQuota;
  shortUrls: ShortUrls;
  clock: Clock;
}

/** Changes and deletes links. Every change is a version and an event; what changes nothing is neither. */
export class LinkEditing {
  constructor(private readonly parts: LinkEditingParts) {}

  async update(input: UpdateLinkInput): Promise<Link> {
    const actor = requireActor();
    const { database, links, quota } = this.parts;
    const before = isId('lnk', input.id) ? await links.find(database.manager, actor.workspaceId, input.id) : undefined;
    if (!before) throw linkNotFound();
    // A destination that stays is not judged again: rules may have become stricter since.
    const isNewUrl = input.originalUrl !== undefined && input.originalUrl !== before.originalUrl;
    if (before.qrId !== null) keepToCode(isNewUrl, input.customAlias !== undefined && input.customAlias !== before.slug);
    const originalUrl = isNewUrl ? await this.parts.destinations.check(input.originalUrl!) : undefined;
    const known = new Set([...before.rules, ...before.variants].map(({ destination }) => destination));
    const check = (raw: string) => this.parts.destinations.check(raw);
    const expiresAt = input.clearExpiresAt ? null : input.expiresAt;
    await quota.requireFeatures(
      actor.workspaceId,
      neededFeatures({
        password: input.password ?? '',
        expiresAt: expiresAt && expiresAt.getTime() !== before.expiresAt?.getTime() ? expiresAt : undefined,
        maxClicks: input.maxClicks === undefined || input.maxClicks === before.maxClicks ? 0 : input.maxClicks,
      }),
    );
    const changes: LinkChanges = {
      originalUrl,
      slug: input.customAlias,
      title: input.title,
      description: input.description,
      tags: input.tags,
      passwordHash: await this.hashOf(input.password),
      expiresAt,
      startsAt: input.clearStartsAt ? null : input.startsAt,
      maxClicks: input.maxClicks,
      redirectType: input.redirectType,
      forwardQuery: input.forwardQuery,
      rules: input.rules && (await checkDestinations(input.rules, 'rules', known, check)),
      variants: input.variants && (await checkDestinations(input.variants, 'variants', known, check)),
      archived: input.archived,
    };
    return database.transaction((manager) => this.write(manager, actor, input.id, changes));
  }

  /** What a link may lead to, in its normal form. */
  async checkDestination(raw: string): Promise<string> {
    requireActor();
    return this.parts.destinations.check(raw);
  }

  async delete(id: string): Promise<void> {
    const actor = requireActor();
    if (!isId('lnk', id)) throw linkNotFound();
    await this.parts.database.transaction(async (manager) => {
      const link = await this.parts.links.find(manager, actor.workspaceId, id, 'lock');
      if (!link) throw linkNotFound();
      await this.remove(manager, link, actor);
    });
  }

  /** Deletes a link that the caller's transaction has locked. */
  async remove(manager: EntityManager, link: Link, actor: Actor): Promise<void> {
    const now = this.later(link);
    const deleted = { ...link, version: link.version + 1, deletedAt: now, updatedAt: now };
    await this.parts.links.update(manager, deleted, 'deleted', actor);
    await appendToOutbox(manager, [linkChanged('deleted', deleted, this.parts.shortUrls, link)]);
  }

  /** Changes a link that the caller's transaction has locked; the same object when that changes nothing. */
  async apply(manager: EntityManager, link: Link, changes: LinkChanges, actor: Actor): Promise<Link> {
    const { links, shortUrls } = this.parts;
    const now = this.later(link);
    const next = applyChanges(link, named(link, changes, now.getTime()), now);
    if (next === link) return link;
    if ((changes.expiresAt || changes.startsAt) && next.expiresAt && next.startsAt && next.expiresAt <= next.startsAt)
      throw validationFailed({ field: 'expiresAt', message: 'The expiry date must be after the start date.' });
    if (next.slug !== link.slug && !(await links.claimAddress(manager, link.domain.id, next.slug, link.id))) throw aliasTaken();
    const onlyState = (next.archivedAt === null) !== (link.archivedAt === null) && isOnlyArchived(link, next);
    const change = onlyState ? 'state_changed' : 'updated';
    const passwordChanged = next.passwordVersion !== link.passwordVersion;
    await links.update(manager, next, change, actor, passwordChanged ? changes.passwordHash : undefined);
    if (next.tags.join('\n') !== link.tags.join('\n')) await links.replaceTags(manager, next);
    await appendToOutbox(manager, [linkChanged(change, next, shortUrls, link)]);
    return next;
  }

  private async write(manager: EntityManager, actor: Actor, id: string, changes: LinkChanges): Promise<Link> {
    const link = await this.parts.links.find(manager, actor.workspaceId, id, 'lock');
    if (!link) throw linkNotFound();
    return this.apply(manager, link, changes, actor);
  }

  /** Now, but never before the change that was last: two processes' clocks may differ. */
  private later(link: Link): Date {
    return new Date(Math.max(this.parts.clock.now(), link.updatedAt.getTime()));
  }

  /** undefined: unchanged; null: removed. */
  private async hashOf(password: string | undefined): Promise<string | null | undefined> {
    if (password === undefined) return undefined;
    return password === '' ? null : this.parts.passwords.hash(password);
  }
}

/** A code's short link leads where the code leads, and its address may be in print. */
function keepToCode(isNewUrl: boolean, isNewAlias: boolean): void {
  if (isNewUrl)
    throw validationFailed({
      field: 'originalUrl',
      message: 'This link belongs to a QR code. Change the destination of the code instead.',
    });
  if (isNewAlias)
    throw validationFailed({ field: 'customAlias', message: 'This link belongs to a QR code that may be printed, so its address stays.' });
}

/** With the ids that rules and variants go by. */
function named(link: Link, changes: LinkChanges, nowMs: number): LinkChanges {
  return {
    ...changes,
    rules: changes.rules && withIds('rul', changes.rules, link.rules, nowMs),
    variants: changes.variants && withIds('var', changes.variants, link.variants, nowMs),
  };
}

function isOnlyArchived(before: Link, after: Link): boolean {
  const rest = (link: Link) => JSON.stringify({ ...link, archivedAt: null, version: 0, updatedAt: null });
  return rest(before) === rest(after);
}
