import type { EntityManager } from 'typeorm';
import { firstRow, rows } from '../database/rows.js';

export interface TwoFactorRow {
  sealed_secret: Buffer;
  enabled_at: Date | null;
  /** PostgreSQL's bigint, as text. */
  last_step: string;
}

export function findTwoFactor(db: EntityManager, userId: string): Promise<TwoFactorRow | undefined> {
  return firstRow(db, 'select sealed_secret, enabled_at, last_step from two_factor where user_id = $1', [userId]);
}

/** A new secret waiting for its first code. False where two-factor is on already. */
export async function setUpTwoFactor(tx: EntityManager, userId: string, sealedSecret: Buffer): Promise<boolean> {
  const row = await firstRow(
    tx,
    `insert into two_factor (user_id, sealed_secret) values ($1, $2)
     on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0, created_at = now()
       where two_factor.enabled_at is null
     returning 1`,
    [userId, sealedSecret],
  );
  return row !== undefined;
}

export async function enableTwoFactor(tx: EntityManager, userId: string): Promise<void> {
  await tx.query('update two_factor set enabled_at = now() where user_id = $1', [userId]);
}

export async function removeTwoFactor(tx: EntityManager, userId: string): Promise<void> {
  await tx.query('delete from two_factor where user_id = $1', [userId]);
}

/** Marks a step as used; false where it or a later one was used already: no code is taken twice. */
export async function spendStep(tx: EntityManager, userId: string, step: number): Promise<boolean> {
  const row = await firstRow(tx, 'update two_factor set last_step = $2 where user_id = $1 and last_step < $2 returning 1', [userId, step]);
  return row !== undefined;
}

export async function replaceRecoveryCodes(tx: EntityManager, userId: string, hashes: Buffer[]): Promise<void> {
  await tx.query('delete from recovery_codes where user_id = $1', [userId]);
  await tx.query('insert into recovery_codes (hash, user_id) select unnest($1::bytea[]), $2', [hashes, userId]);
}

export async function countRecoveryCodes(db: EntityManager, userId: string): Promise<number> {
  const found = await rows(db, 'select 1 from recovery_codes where user_id = $1', [userId]);
  return found.length;
}

/** Uses a recovery code up; of two calls at once one gets true. */
export async function spendRecoveryCode(tx: EntityManager, userId: string, hash: Buffer): Promise<boolean> {
  return (await firstRow(tx, 'delete from recovery_codes where hash = $1 and user_id = $2 returning 1', [hash, userId])) !== undefined;
}
