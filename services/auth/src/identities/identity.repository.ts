import type { EntityManager } from 'typeorm';
import { firstRow, rows } from '../database/rows.js';
import { hashOfSecret, looksLikeSecretToken } from '../secrets/secret-token.js';
import type { ProviderKey } from './provider.js';

/** How long somebody may be away at a provider. */
const ATTEMPT_SECONDS = 600;
/** How long a connection waits for the account's own sign-in. */
const WAITING_SECONDS = 900;

export interface Identity {
  provider: ProviderKey;
  email: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface OAuthAttempt {
  nonce: string;
  sealed_verifier: Buffer;
  return_to: string;
  user_id: string | null;
}

export async function insertOAuthAttempt(
  db: EntityManager,
  made: {
    state: string;
    browser: string;
    provider: ProviderKey;
    nonce: string;
    sealedVerifier: Buffer;
    returnTo: string;
    userId: string | undefined;
  },
): Promise<void> {
  await db.query(
    `insert into oauth_attempts (state_hash, browser_hash, provider, nonce, sealed_verifier, return_to, user_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))`,
    [
      hashOfSecret(made.state),
      hashOfSecret(made.browser),
      made.provider,
      made.nonce,
      made.sealedVerifier,
      made.returnTo,
      made.userId ?? null,
      ATTEMPT_SECONDS,
    ],
  );
}

/** Uses an attempt up; undefined unless this very browser began it with this provider a short while ago. */
export function takeOAuthAttempt(
  db: EntityManager,
  given: { state: string; browser: string; provider: ProviderKey },
): Promise<OAuthAttempt | undefined> {
  return firstRow(
    db,
    `delete from oauth_attempts where state_hash = $1 and browser_hash = $2 and provider = $3 and expires_at > now()
     returning nonce, sealed_verifier, return_to, user_id`,
    [hashOfSecret(given.state), hashOfSecret(given.browser), given.provider],
  );
}

/** Whoever is away to connect a provider to the account comes back to nothing. */
export async function discardOAuthAttempts(tx: EntityManager, userId: string): Promise<void> {
  await tx.query('delete from oauth_attempts where user_id = $1', [userId]);
}

/** The account that a provider's account opens; its use is noted. */
export async function useIdentity(tx: EntityManager, provider: ProviderKey, subject: string): Promise<string | undefined> {
  const row = await firstRow<{ user_id: string }>(
    tx,
    'update identities set last_used_at = now() where provider = $1 and subject = $2 returning user_id',
    [provider, subject],
  );
  return row?.user_id;
}

/** False where the provider's account opens another account, or the account has another one of this provider. */
export async function insertIdentity(
  tx: EntityManager,
  made: { provider: ProviderKey; subject: string; userId: string; email: string },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    'insert into identities (provider, subject, user_id, email, last_used_at) values ($1, $2, $3, $4, now()) on conflict do nothing returning 1',
    [made.provider, made.subject, made.userId, made.email],
  );
  return row !== undefined;
}

export function listIdentities(db: EntityManager, userId: string): Promise<Identity[]> {
  return rows(db, 'select provider, email, created_at, last_used_at from identities where user_id = $1 order by provider', [userId]);
}

export async function removeIdentity(tx: EntityManager, userId: string, provider: ProviderKey): Promise<boolean> {
  return (await firstRow(tx, 'delete from identities where user_id = $1 and provider = $2 returning 1', [userId, provider])) !== undefined;
}

export interface WaitingIdentity {
  provider: ProviderKey;
  subject: string;
  email: string;
}

export async function insertWaitingIdentity(tx: EntityManager, made: WaitingIdentity & { token: string; userId: string }): Promise<void> {
  await tx.query(
    `insert into waiting_identities (hash, provider, subject, email, user_id, expires_at) values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
    [hashOfSecret(made.token), made.provider, made.subject, made.email, made.userId, WAITING_SECONDS],
  );
}

/** Uses it up, for the one account it waits for. */
export async function takeWaitingIdentity(tx: EntityManager, token: string, userId: string): Promise<WaitingIdentity | undefined> {
  if (!looksLikeSecretToken(token)) return undefined;
  return firstRow(
    tx,
    'delete from waiting_identities where hash = $1 and user_id = $2 and expires_at > now() returning provider, subject, email',
    [hashOfSecret(token), userId],
  );
}
