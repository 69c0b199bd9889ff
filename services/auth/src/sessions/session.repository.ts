import type { EntityManager } from 'typeorm';
import { firstRow, rows } from '../database/rows.js';
import type { User } from '../users/user.js';

export interface NewSession {
  id: string;
  userId: string;
  rememberMe: boolean;
  userAgent: string;
  addressKey: Buffer;
  place: string;
  expiresAt: Date;
}

export interface RefreshTokenRow {
  session_id: string;
  user_id: string;
  remember_me: boolean;
  /** Of the session. */
  created_at: Date;
  revoked_at: Date | null;
  expires_at: Date;
  spent_at: Date | null;
  successor_key: Buffer | null;
  successor_spent: boolean;
}

export interface ListedSession {
  id: string;
  created_at: Date;
  last_used_at: Date;
  user_agent: string;
}

/** Why a session ended, kept for the account's history. */
export type RevocationReason =
  | 'signed_out'
  | 'revoked'
  | 'password_changed'
  | 'password_reset'
  | 'token_reused'
  | 'too_many'
  | 'account_disabled'
  | 'account_deleted';

export async function insertSession(tx: EntityManager, session: NewSession): Promise<void> {
  await tx.query(
    'insert into sessions (id, user_id, remember_me, user_agent, address_key, place, expires_at) values ($1, $2, $3, $4, $5, $6, $7)',
    [session.id, session.userId, session.rememberMe, session.userAgent, session.addressKey, session.place, session.expiresAt],
  );
}

export async function insertRefreshToken(tx: EntityManager, token: { hash: Buffer; sessionId: string; expiresAt: Date }): Promise<void> {
  await tx.query('insert into refresh_tokens (hash, session_id, expires_at) values ($1, $2, $3)', [
    token.hash,
    token.sessionId,
    token.expiresAt,
  ]);
}

/** Locks the account a refresh token belongs to and answers its id; see lockAccount. Undefined: no such token. */
export async function lockAccountOfToken(tx: EntityManager, hash: Buffer): Promise<string | undefined> {
  const row = await firstRow<{ id: string }>(
    tx,
    `select id from users where id = (
       select s.user_id from refresh_tokens t join sessions s on s.id = t.session_id where t.hash = $1) for no key update`,
    [hash],
  );
  return row?.id;
}

/** A token with its session; a statement of its own after the lock, so that it sees what the call before committed. */
export function findRefreshToken(tx: EntityManager, hash: Buffer): Promise<RefreshTokenRow | undefined> {
  return firstRow(
    tx,
    `select s.id as session_id, s.user_id, s.remember_me, s.created_at, s.revoked_at,
       t.expires_at, t.spent_at, t.successor_key, coalesce(n.spent_at is not null, false) as successor_spent
     from refresh_tokens t join sessions s on s.id = t.session_id left join refresh_tokens n on n.hash = t.successor_hash
     where t.hash = $1`,
    [hash],
  );
}

export async function spendRefreshToken(
  tx: EntityManager,
  spent: { hash: Buffer; successorKey: Buffer; successorHash: Buffer; at: Date },
): Promise<void> {
  await tx.query('update refresh_tokens set spent_at = $4, successor_key = $2, successor_hash = $3 where hash = $1', [
    spent.hash,
    spent.successorKey,
    spent.successorHash,
    spent.at,
  ]);
}

export async function touchSession(tx: EntityManager, id: string, at: Date, expiresAt: Date): Promise<void> {
  await tx.query('update sessions set last_used_at = $2, expires_at = $3 where id = $1', [id, at, expiresAt]);
}

/** The account's role now, while the session has neither ended nor run out. An id that never was a session is not live. */
export async function roleOfLiveSession(db: EntityManager, id: string): Promise<User['role'] | undefined> {
  const row = await firstRow<{ role: User['role'] }>(
    db,
    `select u.role from sessions s join users u on u.id = s.user_id
     where s.id = $1 and s.revoked_at is null and s.expires_at > now() and u.disabled_at is null`,
    [id],
  );
  return row?.role;
}

/** Ends live sessions of a locked account, the newest `keepNewest` left alone; answers with those it ended. */
export async function revokeSessions(
  tx: EntityManager,
  which: { userId: string; id?: string | undefined; except?: string | undefined; keepNewest?: number | undefined },
  because: RevocationReason,
): Promise<string[]> {
  const ended = await rows<{ id: string }>(
    tx,
    `update sessions set revoked_at = now(), revoked_because = $5
     where id in (
       select id from sessions
       where user_id = $1 and revoked_at is null and expires_at > now()
         and ($2::text is null or id = $2) and ($3::text is null or id <> $3)
       order by created_at desc, id desc offset $4)
     returning id`,
    [which.userId, which.id ?? null, which.except ?? null, which.keepNewest ?? 0, because],
  );
  return ended.map((row) => row.id);
}

export function listLiveSessions(db: EntityManager, userId: string, limit: number): Promise<ListedSession[]> {
  return rows(
    db,
    `select id, created_at, last_used_at, user_agent from sessions
     where user_id = $1 and revoked_at is null and expires_at > now() order by last_used_at desc, id desc limit $2`,
    [userId, limit],
  );
}

/** True where the user has signed in from this address within the last 30 days. */
export async function knowsAddress(db: EntityManager, email: string, addressKey: Buffer): Promise<boolean> {
  const row = await firstRow(
    db,
    `select 1 from sessions s join users u on u.id = s.user_id
     where lower(u.email) = $1 and s.address_key = $2 and s.last_used_at > now() - interval '30 days' limit 1`,
    [email, addressKey],
  );
  return row !== undefined;
}

/** True where the account has been signed in to within 30 days, and never from this address or near it. */
export async function isNewPlace(db: EntityManager, userId: string, addressKey: Buffer, place: string): Promise<boolean> {
  const row = await firstRow<{ sessions: string; seen: boolean | null }>(
    db,
    `select count(*) as sessions, bool_or(address_key = $2 or (place = $3 and place <> '')) as seen from sessions
     where user_id = $1 and last_used_at > now() - interval '30 days'`,
    [userId, addressKey, place],
  );
  return Number(row?.sessions ?? 0) > 0 && row?.seen === false;
}

/** The person of this session has just shown who they are. */
export async function markProved(db: EntityManager, id: string): Promise<void> {
  await db.query('update sessions set proved_at = now() where id = $1', [id]);
}

/** Since they last did, by signing in or by giving the password. */
export async function secondsSinceProof(db: EntityManager, id: string): Promise<number> {
  const row = await firstRow<{ seconds: string }>(
    db,
    'select extract(epoch from now() - coalesce(proved_at, created_at)) as seconds from sessions where id = $1',
    [id],
  );
  return row ? Number(row.seconds) : Number.POSITIVE_INFINITY;
}
