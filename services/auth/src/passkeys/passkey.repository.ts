import { isUniqueViolation } from '@linqr/platform/postgres';
import type { EntityManager } from 'typeorm';
import { firstRow, rows } from '../database/rows.js';

export interface Passkey {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface StoredPasskey extends Passkey {
  user_id: string;
  /** Base64url, as browsers write it. */
  credential_id: string;
  /** COSE. */
  public_key: Buffer;
  /** PostgreSQL's bigint, as text. */
  counter: string;
  transports: string[];
}

export interface NewPasskey {
  id: string;
  userId: string;
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
  name: string;
}

const CHALLENGE_SECONDS = 300;
const STORED = 'id, user_id, credential_id, public_key, counter, transports, name, created_at, last_used_at';

/** What a browser is asked to sign; `userId` for a registration, without it a sign-in. */
export async function insertPasskeyChallenge(db: EntityManager, made: { id: string; challenge: string; userId?: string }): Promise<void> {
  await db.query(
    `insert into passkey_challenges (id, challenge, user_id, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))`,
    [made.id, made.challenge, made.userId ?? null, CHALLENGE_SECONDS],
  );
}

/** Uses a challenge up, right or wrong; undefined when it is unknown, too old, used or somebody else's. */
export async function takePasskeyChallenge(db: EntityManager, id: string, userId?: string): Promise<string | undefined> {
  const row = await firstRow<{ challenge: string }>(
    db,
    'delete from passkey_challenges where id = $1 and user_id is not distinct from $2 and expires_at > now() returning challenge',
    [id, userId ?? null],
  );
  return row?.challenge;
}

export function listPasskeys(db: EntityManager, userId: string): Promise<StoredPasskey[]> {
  return rows(db, `select ${STORED} from passkeys where user_id = $1 order by created_at, id`, [userId]);
}

export async function hasPasskeys(db: EntityManager, userId: string): Promise<boolean> {
  return (await firstRow(db, 'select 1 from passkeys where user_id = $1 limit 1', [userId])) !== undefined;
}

export function findPasskey(db: EntityManager, credentialId: string): Promise<StoredPasskey | undefined> {
  return firstRow(db, `select ${STORED} from passkeys where credential_id = $1`, [credentialId]);
}

/** Undefined where the authenticator's key is registered already. */
export async function insertPasskey(tx: EntityManager, made: NewPasskey): Promise<Passkey | undefined> {
  try {
    return await firstRow<Passkey>(
      tx,
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name) values ($1, $2, $3, $4, $5, $6, $7)
       returning id, name, created_at, last_used_at`,
      [made.id, made.userId, made.credentialId, Buffer.from(made.publicKey), made.counter, made.transports, made.name],
    );
  } catch (error) {
    if (isUniqueViolation(error, 'passkeys_credential_id_key')) return undefined;
    throw error;
  }
}

/** Notes a use; false where the counter has moved on meanwhile: the same signature presented twice at once. */
export async function touchPasskey(tx: EntityManager, id: string, counter: number): Promise<boolean> {
  const row = await firstRow(
    tx,
    'update passkeys set counter = $2, last_used_at = now() where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning 1',
    [id, counter],
  );
  return row !== undefined;
}

export function renamePasskey(db: EntityManager, userId: string, id: string, name: string): Promise<Passkey | undefined> {
  return firstRow(db, 'update passkeys set name = $3 where id = $1 and user_id = $2 returning id, name, created_at, last_used_at', [
    id,
    userId,
    name,
  ]);
}

export async function removePasskey(tx: EntityManager, userId: string, id: string): Promise<boolean> {
  return (await firstRow(tx, 'delete from passkeys where id = $1 and user_id = $2 returning 1', [id, userId])) !== undefined;
}
