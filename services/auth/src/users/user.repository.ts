import { isUniqueViolation } from '@linqr/platform/postgres';
import type { EntityManager } from 'typeorm';
import { firstRow, rows } from '../database/rows.js';
import { emailTaken } from './user.errors.js';
import type { User, UserWithPassword } from './user.js';

interface UserRow {
  id: string;
  personal_workspace_id: string;
  name: string;
  email: string;
  company: string;
  website: string;
  role: 'user' | 'admin';
  email_verified_at: Date | null;
  created_at: Date;
  disabled_at: Date | null;
  disabled_reason: string;
  has_password: boolean;
}

export const USER_COLUMNS =
  'u.id, u.personal_workspace_id, u.name, u.email, u.company, u.website, u.role, u.email_verified_at, u.created_at, u.disabled_at, u.disabled_reason, u.password_hash is not null as has_password';

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    workspaceId: row.personal_workspace_id,
    name: row.name,
    email: row.email,
    company: row.company,
    website: row.website,
    role: row.role,
    emailVerified: row.email_verified_at !== null,
    createdAt: row.created_at,
    disabled: row.disabled_at !== null,
    disabledReason: row.disabled_reason,
    hasPassword: row.has_password,
  };
}

async function one(db: EntityManager, sql: string, parameters: unknown[]): Promise<User | undefined> {
  const row = await firstRow<UserRow>(db, sql, parameters);
  return row && toUser(row);
}

/** The account, its personal workspace and the membership; EMAIL_TAKEN by the unique index. */
export async function insertUser(
  tx: EntityManager,
  user: { id: string; workspaceId: string; name: string; email: string; passwordHash: string | null; emailVerified?: boolean },
): Promise<User> {
  try {
    await tx.query(`insert into workspaces (id, name, kind) values ($1, $2, 'personal')`, [user.workspaceId, user.name]);
    const created = await one(
      tx,
      `insert into users as u (id, personal_workspace_id, name, email, password_hash, email_verified_at)
       values ($1, $2, $3, $4, $5, case when $6 then now() end) returning ${USER_COLUMNS}`,
      [user.id, user.workspaceId, user.name, user.email, user.passwordHash, user.emailVerified ?? false],
    );
    await tx.query(`insert into memberships (workspace_id, user_id, role) values ($1, $2, 'owner')`, [user.workspaceId, user.id]);
    return created!;
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw emailTaken();
    throw error;
  }
}

export function findUser(db: EntityManager, id: string): Promise<User | undefined> {
  return one(db, `select ${USER_COLUMNS} from users u where u.id = $1`, [id]);
}

/** Those of them that there are, in no order. */
export async function findUsers(db: EntityManager, ids: readonly string[]): Promise<User[]> {
  return (await rows<UserRow>(db, `select ${USER_COLUMNS} from users u where u.id = any($1)`, [ids])).map(toUser);
}

export function findUserByEmail(db: EntityManager, email: string): Promise<User | undefined> {
  return one(db, `select ${USER_COLUMNS} from users u where lower(u.email) = $1`, [email]);
}

export async function findUserWithPassword(
  db: EntityManager,
  by: { id: string } | { email: string },
): Promise<UserWithPassword | undefined> {
  const row = await firstRow<UserRow & { password_hash: string | null }>(
    db,
    `select ${USER_COLUMNS}, u.password_hash from users u where ${'id' in by ? 'u.id' : 'lower(u.email)'} = $1`,
    ['id' in by ? by.id : by.email],
  );
  return row && { ...toUser(row), passwordHash: row.password_hash };
}

/**
 * The one lock of an account. Whatever changes its sessions, passwords or tokens takes it before any other row: calls for
 * one account go one after the other and never deadlock. False: there is no such account.
 */
export async function lockAccount(tx: EntityManager, id: string): Promise<boolean> {
  return (await firstRow(tx, 'select 1 from users where id = $1 for no key update', [id])) !== undefined;
}

/** Sets what is given and leaves the rest. */
export function updateUserProfile(
  db: EntityManager,
  id: string,
  change: { name?: string | undefined; company?: string | undefined; website?: string | undefined },
): Promise<User | undefined> {
  return one(
    db,
    `update users u set name = coalesce($2, u.name), company = coalesce($3, u.company), website = coalesce($4, u.website)
     where u.id = $1 returning ${USER_COLUMNS}`,
    [id, change.name ?? null, change.company ?? null, change.website ?? null],
  );
}

/** True where the hash was still the expected one: of two changes at once one wins. */
export async function replacePasswordHash(db: EntityManager, id: string, hash: string, expectedHash?: string): Promise<boolean> {
  const changed = await rows(
    db,
    'update users set password_hash = $2 where id = $1 and ($3::text is null or password_hash = $3) returning id',
    [id, hash, expectedHash ?? null],
  );
  return changed.length > 0;
}

/** Marks the address as proven while it is still the account's; undefined when it is not. */
export function markEmailVerified(db: EntityManager, id: string, email: string): Promise<User | undefined> {
  return one(
    db,
    `update users u set email_verified_at = coalesce(u.email_verified_at, now()) where u.id = $1 and u.email = $2 returning ${USER_COLUMNS}`,
    [id, email],
  );
}

/** The new address, proven. Undefined where another account has it. */
export async function setUserEmail(tx: EntityManager, id: string, email: string): Promise<User | undefined> {
  try {
    return await one(
      tx,
      `update users u set email = $2, email_verified_at = now()
       where u.id = $1 and not exists (select 1 from users o where lower(o.email) = $2 and o.id <> $1) returning ${USER_COLUMNS}`,
      [id, email],
    );
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw emailTaken();
    throw error;
  }
}

export function setUserRole(db: EntityManager, id: string, role: 'user' | 'admin'): Promise<User | undefined> {
  return one(db, `update users u set role = $2 where u.id = $1 returning ${USER_COLUMNS}`, [id, role]);
}

/** Closes or opens an account unless it is an admin's; undefined where it is one or there is none. */
export function setUserDisabled(db: EntityManager, id: string, disabled: boolean, reason: string): Promise<User | undefined> {
  return one(
    db,
    `update users u set disabled_at = case when $2 then coalesce(u.disabled_at, now()) end, disabled_reason = $3
     where u.id = $1 and (u.role <> 'admin' or not $2) returning ${USER_COLUMNS}`,
    [id, disabled, disabled ? reason : ''],
  );
}

/** Newest first; `search` is looked for anywhere in name and address. */
export async function listUsers(
  db: EntityManager,
  page: { limit: number; offset: number; search: string },
): Promise<{ users: User[]; total: number }> {
  const pattern = `%${page.search.replace(/[\\%_]/g, '\\$&')}%`;
  const where = page.search === '' ? 'true or $1 = $1' : 'u.email ilike $1 or u.name ilike $1';
  const found = await rows<UserRow>(
    db,
    `select ${USER_COLUMNS} from users u where ${where} order by u.created_at desc, u.id desc limit $2 offset $3`,
    [pattern, page.limit, page.offset],
  );
  const count = await firstRow<{ total: string }>(db, `select count(*) as total from users u where ${where}`, [pattern]);
  return { users: found.map(toUser), total: Number(count?.total ?? 0) };
}

/** The account with everything that hangs on it; an admin's only with `evenAdmins`. */
export async function deleteUser(tx: EntityManager, id: string, { evenAdmins = false } = {}): Promise<User | undefined> {
  const deleted = await one(tx, `delete from users u where u.id = $1 and (u.role <> 'admin' or $2) returning ${USER_COLUMNS}`, [
    id,
    evenAdmins,
  ]);
  if (deleted) await tx.query(`delete from workspaces where id = $1 and kind = 'personal'`, [deleted.workspaceId]);
  return deleted;
}
