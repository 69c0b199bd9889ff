import { newId } from '@linqr/platform/ids';
import type { EntityManager } from 'typeorm';
import { firstRow, rows } from '../database/rows.js';
import type { MailFacts, MailKind } from './mail.kinds.js';

/** PostgreSQL channel on which the mail worker is woken when a transaction with mail commits. */
export const MAIL_CHANNEL = 'linqr_mail';

/**
 * `userId`: to that account, at `email` where that is given. `email` alone: to an address that somebody typed, of which
 * nobody has looked up yet whether it has an account. Neither: to whoever runs the installation.
 */
export interface MailRequest {
  kind: MailKind;
  userId?: string;
  email?: string;
  /** What it is about; at most 20 texts of 8,000 characters together. */
  facts?: MailFacts;
}

export interface QueuedMail {
  /** Also the Message-ID's left part: a mail sent twice is known as one. */
  id: string;
  /** A MailKind, or one that a newer version knows. */
  kind: string;
  user_id: string | null;
  email: string | null;
  facts: MailFacts;
  /** This attempt counted. */
  attempts: number;
}

/** Queues a mail inside the caller's transaction; it is sent if and only if that commits. */
export async function enqueueMail(tx: EntityManager, mail: MailRequest): Promise<void> {
  await tx.query(
    `with added as (insert into mail_outbox (id, kind, user_id, email, facts) values ($1, $2, $3, $4, $5) returning 1)
     select pg_notify('${MAIL_CHANNEL}', '') from added`,
    [newId('msg'), mail.kind, mail.userId ?? null, mail.email ?? null, JSON.stringify(mail.facts ?? {})],
  );
}

/** Takes due mail for so long; other replicas skip it. Whoever dies on the way leaves it due again after the lease. */
export function claimMail(db: EntityManager, limit: number, leaseSeconds: number): Promise<QueuedMail[]> {
  return rows(
    db,
    `update mail_outbox set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
     where id in (
       select id from mail_outbox where failed_at is null and next_attempt_at <= now()
       order by next_attempt_at limit $1 for update skip locked)
     returning id, kind, user_id, email, facts, attempts`,
    [limit, leaseSeconds],
  );
}

export async function removeMail(db: EntityManager, id: string): Promise<void> {
  await db.query('delete from mail_outbox where id = $1', [id]);
}

export async function postponeMail(db: EntityManager, id: string, seconds: number, error: string): Promise<void> {
  await db.query('update mail_outbox set next_attempt_at = now() + make_interval(secs => $2), last_error = $3 where id = $1', [
    id,
    seconds,
    error,
  ]);
}

export async function giveUpMail(db: EntityManager, id: string, error: string): Promise<void> {
  await db.query('update mail_outbox set failed_at = now(), last_error = $2 where id = $1', [id, error]);
}

/** Seconds that the oldest unsent mail has waited; 0 when there is none. */
export async function oldestMailSeconds(db: EntityManager): Promise<number> {
  const row = await firstRow<{ oldest: string | null }>(
    db,
    'select extract(epoch from now() - min(created_at)) as oldest from mail_outbox where failed_at is null',
  );
  return Number(row?.oldest ?? 0);
}
