import { createHash, randomInt } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { rows } from '../database/rows.js';
import type { TokenOwner } from '../one-time-tokens/one-time-token.repository.js';

/** No look-alikes: 31 characters, ten of them make 49 bits. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 10;
const SECONDS = 15 * 60;

/** A code for typing, "ABCDE-FGHJK"; only its hash is kept, and only the newest is good. */
export async function issueDeletionCode(db: EntityManager, owner: TokenOwner): Promise<string> {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  await db.query(`delete from one_time_tokens where user_id = $1 and purpose = 'delete_account'`, [owner.userId]);
  await db.query(
    `insert into one_time_tokens (hash, purpose, user_id, email, expires_at) values ($1, 'delete_account', $2, $3, now() + make_interval(secs => $4))`,
    [hashOf(owner.userId, code), owner.userId, owner.email, SECONDS],
  );
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** Uses the code up; false where it is not this account's, too old, or was used. Case, spaces and dashes do not matter. */
export async function consumeDeletionCode(tx: EntityManager, userId: string, typed: string): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  const used = await rows(
    tx,
    `delete from one_time_tokens where hash = $1 and purpose = 'delete_account' and user_id = $2 and expires_at > now() returning 1`,
    [hashOf(userId, code), userId],
  );
  return used.length > 0;
}

function hashOf(userId: string, code: string): Buffer {
  return createHash('sha256').update(`delete_account ${userId} ${code}`).digest();
}
