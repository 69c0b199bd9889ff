import type { EntityManager } from 'typeorm';
import { firstRow } from '../database/rows.js';
import { discardOAuthAttempts } from '../identities/identity.repository.js';
import { hashOfSecret, looksLikeSecretToken } from '../secrets/secret-token.js';

/** How long a right password may wait for its second step. */
const CHALLENGE_SECONDS = 600;
/** Codes tried with one challenge; then the password is asked for again. */
const MAX_ATTEMPTS = 5;

export interface SignInChallenge {
  userId: string;
  rememberMe: boolean;
}

export async function insertChallenge(tx: EntityManager, made: SignInChallenge & { challenge: string }): Promise<void> {
  await tx.query(
    `insert into sign_in_challenges (hash, user_id, remember_me, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))`,
    [hashOfSecret(made.challenge), made.userId, made.rememberMe, CHALLENGE_SECONDS],
  );
}

/** Takes one of the challenge's attempts; undefined when it is unknown, too old or has none left. */
export async function takeAttempt(db: EntityManager, challenge: string): Promise<SignInChallenge | undefined> {
  if (!looksLikeSecretToken(challenge)) return undefined;
  const row = await firstRow<{ user_id: string; remember_me: boolean }>(
    db,
    `update sign_in_challenges set attempts = attempts + 1 where hash = $1 and expires_at > now() and attempts < $2
     returning user_id, remember_me`,
    [hashOfSecret(challenge), MAX_ATTEMPTS],
  );
  return row && { userId: row.user_id, rememberMe: row.remember_me };
}

/** Uses the challenge up; of two calls at once one gets true. */
export async function spendChallenge(tx: EntityManager, challenge: string): Promise<boolean> {
  return (await firstRow(tx, 'delete from sign_in_challenges where hash = $1 returning 1', [hashOfSecret(challenge)])) !== undefined;
}

/** Whatever was begun with an older password or another second step is over: sign-ins, and ways to a provider that would open the account. */
export async function discardChallenges(tx: EntityManager, userId: string): Promise<void> {
  await tx.query('delete from sign_in_challenges where user_id = $1', [userId]);
  await discardOAuthAttempts(tx, userId);
}
