import { createHmac, randomBytes } from 'node:crypto';

/** How long a refresh token is good. */
export const REFRESH_TOKEN_SECONDS = 7 * 24 * 3_600;
/** A session ends after this long however often it is refreshed. */
export const SESSION_MAX_SECONDS = 90 * 24 * 3_600;
/** So long after it was spent a token still answers with its successor: another tab had sent it at the same moment. */
export const REUSE_GRACE_MS = 10_000;

/** The random half of a succession; stored with the spent token's hash. */
export function newSuccessorKey(): Buffer {
  return randomBytes(32);
}

/**
 * The one successor of a token. Whoever presents the spent token again within the grace gets the same successor, so a
 * family stays one chain; yet neither the database alone (it lacks the token) nor the token alone (it lacks the key)
 * gives the successor away, and nothing readable is stored.
 */
export function successorOf(token: string, successorKey: Buffer): string {
  return createHmac('sha256', successorKey).update(token).digest('base64url');
}

export interface PresentedToken {
  expiresAtMs: number;
  /** Undefined: not yet used. */
  spentAtMs: number | undefined;
  successorSpent: boolean;
}

export interface SessionState {
  revoked: boolean;
  createdAtMs: number;
}

/** What a presented token is answered with. */
export type RefreshDecision = 'rotate' | 'answer_again' | 'reused' | 'invalid';

/**
 * Pure rule of refresh. A spent token is a thief's or the victim's: the family dies, unless it was spent a moment ago and
 * its successor has not been used yet (two tabs, a retried request).
 */
export function decideRefresh(token: PresentedToken, session: SessionState, nowMs: number): RefreshDecision {
  if (session.revoked || nowMs >= session.createdAtMs + SESSION_MAX_SECONDS * 1_000) return 'invalid';
  if (token.spentAtMs === undefined) return nowMs < token.expiresAtMs ? 'rotate' : 'invalid';
  const withinGrace = nowMs - token.spentAtMs <= REUSE_GRACE_MS && !token.successorSpent;
  return withinGrace ? 'answer_again' : 'reused';
}
