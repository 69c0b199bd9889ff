import type { EntityManager } from 'typeorm';
import { firstRow } from '../database/rows.js';
import { hashOfSecret, looksLikeSecretToken, newSecretToken } from '../secrets/secret-token.js';

/** How long both addresses have to confirm. */
const CHANGE_SECONDS = 24 * 3_600;

/** A change of address under way. */
export interface EmailChange {
  userId: string;
  newEmail: string;
  confirmedByCurrent: boolean;
  confirmedByNew: boolean;
  expiresAt: Date;
}

/** Which link of the mails a token is. */
export type EmailChangeLink = 'current' | 'new' | 'cancel';

interface Row {
  user_id: string;
  new_email: string;
  confirmed_by_current: boolean;
  confirmed_by_new: boolean;
  expires_at: Date;
}

const COLUMNS = 'user_id, new_email, confirmed_by_current, confirmed_by_new, expires_at';

const toChange = (row: Row | undefined): EmailChange | undefined =>
  row && {
    userId: row.user_id,
    newEmail: row.new_email,
    confirmedByCurrent: row.confirmed_by_current,
    confirmedByNew: row.confirmed_by_new,
    expiresAt: row.expires_at,
  };

/** Replaces whatever change was under way: its links are worthless from then on. */
export async function startEmailChange(
  tx: EntityManager,
  change: { userId: string; newEmail: string; confirmedByCurrent: boolean },
): Promise<EmailChange> {
  await removeEmailChange(tx, change.userId);
  const row = await firstRow<Row>(
    tx,
    `insert into email_changes (user_id, new_email, confirmed_by_current, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))
     returning ${COLUMNS}`,
    [change.userId, change.newEmail, change.confirmedByCurrent, CHANGE_SECONDS],
  );
  return toChange(row)!;
}

export async function findEmailChange(db: EntityManager, userId: string): Promise<EmailChange | undefined> {
  return toChange(await firstRow<Row>(db, `select ${COLUMNS} from email_changes where user_id = $1 and expires_at > now()`, [userId]));
}

/** A link's token, made as its mail is sent. Undefined where the change is over, is to another address by now, or is confirmed there. */
export async function issueEmailChangeToken(
  db: EntityManager,
  userId: string,
  newEmail: string,
  link: EmailChangeLink,
): Promise<string | undefined> {
  const token = newSecretToken();
  const pending = link === 'cancel' ? 'true' : `not confirmed_by_${link}`;
  const row = await firstRow(
    db,
    `update email_changes set ${link}_hash = $3 where user_id = $1 and new_email = $2 and expires_at > now() and ${pending} returning 1`,
    [userId, newEmail, hashOfSecret(token)],
  );
  return row === undefined ? undefined : token;
}

/** Whose change a token belongs to and which link it is, without using it up. */
export async function peekEmailChange(db: EntityManager, token: string): Promise<{ userId: string; link: EmailChangeLink } | undefined> {
  if (!looksLikeSecretToken(token)) return undefined;
  const row = await firstRow<{ user_id: string; link: EmailChangeLink }>(
    db,
    `select user_id, case when current_hash = $1 then 'current' when new_hash = $1 then 'new' else 'cancel' end as link
     from email_changes where (current_hash = $1 or new_hash = $1 or cancel_hash = $1) and expires_at > now()`,
    [hashOfSecret(token)],
  );
  return row && { userId: row.user_id, link: row.link };
}

/** Uses a confirming link up; undefined when it is not good any more. */
export async function confirmEmailChange(tx: EntityManager, token: string, link: 'current' | 'new'): Promise<EmailChange | undefined> {
  return toChange(
    await firstRow<Row>(
      tx,
      `update email_changes set confirmed_by_${link} = true, ${link}_hash = null where ${link}_hash = $1 and expires_at > now() returning ${COLUMNS}`,
      [hashOfSecret(token)],
    ),
  );
}

export async function removeEmailChange(tx: EntityManager, userId: string): Promise<boolean> {
  return (await firstRow(tx, 'delete from email_changes where user_id = $1 returning 1', [userId])) !== undefined;
}
