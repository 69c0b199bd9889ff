import type { EntityManager } from 'typeorm';
import { firstRow } from '../database/rows.js';
import { hashOfSecret, looksLikeSecretToken, newSecretToken } from '../secrets/secret-token.js';
import { lockAccount } from '../users/user.repository.js';

export type TokenPurpose = 'verify_email' | 'reset_password';

/** How long a link in a mail is good. */
export const TOKEN_SECONDS: Record<TokenPurpose, number> = { verify_email: 24 * 3_600, reset_password: 3_600 };

export interface TokenOwner {
  userId: string;
  /** The address the token was sent to. */
  email: string;
}

/** A new token; only its hash is kept. */
export async function issueToken(db: EntityManager, purpose: TokenPurpose, owner: TokenOwner): Promise<string> {
  const token = newSecretToken();
  await db.query(
    `insert into one_time_tokens (hash, purpose, user_id, email, expires_at) values ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
    [hashOfSecret(token), purpose, owner.userId, owner.email, TOKEN_SECONDS[purpose]],
  );
  return token;
}

/** Whose live token it is, without using it up. */
export async function peekToken(db: EntityManager, purpose: TokenPurpose, token: string): Promise<TokenOwner | undefined> {
  if (!looksLikeSecretToken(token)) return undefined;
  const row = await firstRow<{ user_id: string; email: string }>(
    db,
    'select user_id, email from one_time_tokens where hash = $1 and purpose = $2 and expires_at > now()',
    [hashOfSecret(token), purpose],
  );
  return row && { userId: row.user_id, email: row.email };
}

/** Uses the token up, with every other one for the same purpose and account. Of two calls at once one gets it. */
export async function consumeToken(tx: EntityManager, purpose: TokenPurpose, token: string): Promise<TokenOwner | undefined> {
  const owner = await peekToken(tx, purpose, token);
  if (!owner || !(await lockAccount(tx, owner.userId))) return undefined;
  const row = await firstRow<{ user_id: string; email: string }>(
    tx,
    'delete from one_time_tokens where hash = $1 and purpose = $2 and expires_at > now() returning user_id, email',
    [hashOfSecret(token), purpose],
  );
  if (!row) return undefined;
  await discardTokens(tx, purpose, row.user_id);
  return { userId: row.user_id, email: row.email };
}

/** Makes every token of the account for this purpose worthless. */
export async function discardTokens(tx: EntityManager, purpose: TokenPurpose, userId: string): Promise<void> {
  await tx.query('delete from one_time_tokens where user_id = $1 and purpose = $2', [userId, purpose]);
}
