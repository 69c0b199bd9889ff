// Taking a link down, putting it behind a warning, letting it go. Pure.
import { createHash } from 'node:crypto';
import { type Link, stateOf } from '../links/link.js';
import type { RestrainedLink } from './link-state.repository.js';

export type SettableState = 'active' | 'disabled' | 'quarantined';

/** The link in the wanted state; the same object where it is in it already. `active` lifts both restraints. */
export function withState(before: RestrainedLink, state: SettableState, reason: string, now: Date): RestrainedLink {
  const { link } = before;
  const current = stateOf(link);
  if (current === state || (state === 'active' && current === 'archived')) return before;
  return {
    ...before,
    disabledReason: state === 'disabled' ? reason : '',
    quarantinedReason: state === 'quarantined' ? reason : '',
    link: {
      ...link,
      disabledAt: state === 'disabled' ? now : null,
      quarantinedAt: state === 'quarantined' ? now : null,
      version: link.version + 1,
      updatedAt: now,
    },
  };
}

/** Every place the link may send somebody to. */
export function destinationsOf(link: Pick<Link, 'originalUrl' | 'rules' | 'variants'>): string[] {
  return [...new Set([link.originalUrl, ...link.rules.map((r) => r.destination), ...link.variants.map((v) => v.destination)])];
}

/** Known by what an admin cleared: any other destination is looked at anew. */
export function destinationsHash(link: Pick<Link, 'originalUrl' | 'rules' | 'variants'>): Buffer {
  return createHash('sha256').update(destinationsOf(link).sort().join('\n')).digest();
}
