// What happens to a visit. Pure: facts in, outcome out; every place that answers a visit asks here.
//
// No edge knows how many people came through all of them. A link with a cap on its clicks is ended by the link service, which
// counts; near the cap an edge asks it for a seat before it lets somebody through (see click.seats.ts).
import { type Choice, choose, type Targeting, type VisitTraits } from '../targeting/targeting.js';
import { STATE, type State } from './target.js';

export interface LinkFacts {
  state: State;
  /** Milliseconds since the epoch; 0: none. */
  startsAtMs: number;
  expiresAtMs: number;
  hasPassword: boolean;
  /** Of a quarantined link: a warned visitor may go on. */
  mayGoOn: boolean;
  /** Has a cap, and no visits left that pass without a seat. */
  needsSeat: boolean;
  targeting: Targeting | undefined;
}

export interface VisitFacts {
  /** Has shown the password: a valid cookie of this link and password version. */
  unlocked: boolean;
  /** Was warned of a quarantined link and wants to go on. */
  warned: boolean;
  /** Counts as a click of a person, as far as an edge can tell. */
  counts: boolean;
  seat: 'unasked' | 'taken' | 'none';
  /** Only looked at where the link has rules or variants. */
  traits: VisitTraits | undefined;
}

export type Outcome =
  | 'pass'
  | 'disabled'
  | 'removed'
  | 'broken'
  | 'expired'
  | 'not_started'
  | 'capped'
  | 'quarantined'
  | 'locked'
  /** Ask for a seat and decide again. */
  | 'seat';

export interface Decision {
  readonly outcome: Outcome;
  /** Of a visit that passes: where to; undefined: to the link's own destination. */
  readonly choice: Choice | undefined;
}

const made = Object.fromEntries(
  ['pass', 'disabled', 'removed', 'broken', 'expired', 'not_started', 'capped', 'quarantined', 'locked', 'seat'].map((outcome) => [
    outcome,
    Object.freeze({ outcome, choice: undefined }),
  ]),
) as Record<Outcome, Decision>;

/** In order of weight: what must not be shown comes before what merely cannot be. */
export function decide(link: LinkFacts, visit: VisitFacts, nowMs: number): Decision {
  if (link.state !== STATE.active) {
    if (link.state === STATE.disabled) return made.disabled;
    if (link.state === STATE.removed) return made.removed;
    if (link.state === STATE.broken) return made.broken;
  }
  if (link.expiresAtMs !== 0 && nowMs >= link.expiresAtMs) return made.expired;
  if (link.startsAtMs !== 0 && nowMs < link.startsAtMs) return made.not_started;
  if (link.state === STATE.capped) return made.capped;
  if (link.state === STATE.quarantined && !(link.mayGoOn && visit.warned)) return made.quarantined;
  if (link.hasPassword && !visit.unlocked) return made.locked;
  const choice = link.targeting && visit.traits && choose(link.targeting, visit.traits, nowMs);
  if (choice?.outcome === 'broken') return made.broken;
  if (link.needsSeat && visit.counts && visit.seat !== 'taken') return visit.seat === 'none' ? made.capped : made.seat;
  return choice === undefined ? made.pass : { outcome: 'pass', choice };
}
