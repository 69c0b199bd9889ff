// What happens to a visit. Pure: facts in, outcome out; every place that answers a visit asks here.
//
// A link's click cap is not decided here: no edge knows how many humans came through all of them. Analytics counts; the
// link service ends the link (`expiresAt`) when the cap is reached, and that change reaches every edge like any other.
import { STATE, type State } from './target.js';

export interface DecisionFacts {
  state: State;
  /** Milliseconds since the epoch; 0: none. */
  startsAtMs: number;
  expiresAtMs: number;
  hasPassword: boolean;
  /** Visit has shown the password: a valid cookie of this link and password version. */
  unlocked: boolean;
  nowMs: number;
}

export type Outcome = 'pass' | 'disabled' | 'removed' | 'broken' | 'expired' | 'not_started' | 'locked';

/** In order of weight: what must not be shown comes before what merely cannot be. */
export function decide(facts: DecisionFacts): Outcome {
  if (facts.state === STATE.disabled) return 'disabled';
  if (facts.state === STATE.removed) return 'removed';
  if (facts.state === STATE.broken) return 'broken';
  if (facts.expiresAtMs !== 0 && facts.nowMs >= facts.expiresAtMs) return 'expired';
  if (facts.startsAtMs !== 0 && facts.nowMs < facts.startsAtMs) return 'not_started';
  if (facts.hasPassword && !facts.unlocked) return 'locked';
  return 'pass';
}
