import type { Clock } from '@linqr/platform/clock';
import { newId } from '@linqr/platform/ids';
import type { Logger } from '@linqr/platform/logging';
import type { DataSource } from 'typeorm';
import { firstRow, rows } from '../database/rows.js';
import { MAIL_CHANNEL } from '../mail/mail.outbox.js';
import { dueWeek, type ReportWeek } from './report-week.js';

const EVERY_MS = 60_000;
/** Accounts looked at in one transaction. */
const BATCH = 200;
/** Reports waiting to be sent, at most: a verification mail must not stand behind a million of them. */
const MAX_WAITING = 100;
const FULL_PAUSE_MS = 1_000;

/**
 * Queues Monday's reports. The row in weekly_reports and the queued mail are one transaction, and the row's key is account
 * and week: however many replicas run, stop and start, an account gets one.
 */
export class WeeklyReportScheduler {
  private readonly abort = new AbortController();
  private running: Promise<void> | undefined;
  /** Zone and week that were gone through to the end. */
  private readonly done = new Set<string>();

  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.running ??= this.loop();
  }

  async stop(): Promise<void> {
    this.abort.abort();
    await this.running;
  }

  /** One turn over every zone in which a report is due; answers how many reports were queued. */
  async run(): Promise<number> {
    const zones = await rows<{ zone: string }>(
      this.database.manager,
      `select distinct time_zone as zone from notification_preferences union select 'UTC'`,
    );
    let queued = 0;
    for (const { zone } of zones) {
      const week = dueWeek(this.clock.now(), zone);
      const key = `${zone} ${week?.monday}`;
      if (!week || this.done.has(key)) continue;
      queued += await this.queueZone(zone, week);
      if (this.abort.signal.aborted) break;
      this.done.add(key);
    }
    if (queued > 0) this.logger.info({ queued }, 'weekly reports queued');
    return queued;
  }

  private async queueZone(zone: string, week: ReportWeek): Promise<number> {
    let queued = 0;
    for (let after = ''; !this.abort.signal.aborted; ) {
      if ((await this.waiting()) > MAX_WAITING) {
        await pause(FULL_PAUSE_MS, this.abort.signal);
        continue;
      }
      const batch = await this.queueBatch(zone, week, after);
      queued += batch.queued;
      if (batch.last === undefined) break;
      after = batch.last;
    }
    return queued;
  }

  private async waiting(): Promise<number> {
    const row = await firstRow<{ n: string }>(
      this.database.manager,
      `select count(*) as n from mail_outbox where kind = 'weekly_report' and failed_at is null`,
    );
    return Number(row?.n ?? 0);
  }

  /** Who wants one and was there during the week, some at a time in order of their ids. */
  private queueBatch(zone: string, week: ReportWeek, after: string): Promise<{ queued: number; last: string | undefined }> {
    return this.database.transaction(async (tx) => {
      const people = await rows<{ id: string }>(
        tx,
        `select u.id from users u left join notification_preferences p on p.user_id = u.id
         where u.id > $1 and coalesce(p.time_zone, 'UTC') = $2 and u.email_verified_at is not null and u.disabled_at is null
           and coalesce(p.weekly_reports, true) and coalesce(p.email_notifications, true) and u.created_at < $3
         order by u.id limit ${BATCH}`,
        [after, zone, week.to],
      );
      if (people.length === 0) return { queued: 0, last: undefined };
      const fresh = await rows<{ user_id: string }>(
        tx,
        `insert into weekly_reports (user_id, week) select u.id, $2::date from users u where u.id = any ($1) order by u.id
         on conflict do nothing returning user_id`,
        [people.map(({ id }) => id), week.monday],
      );
      const facts = { from: week.from.toISOString(), to: week.to.toISOString(), timeZone: week.timeZone };
      await tx.query(
        `insert into mail_outbox (id, kind, user_id, facts) select m.id, 'weekly_report', m.user_id, $3
         from unnest($1::text[], $2::text[]) as m (id, user_id)`,
        [fresh.map(() => newId('msg')), fresh.map(({ user_id }) => user_id), JSON.stringify(facts)],
      );
      if (fresh.length > 0) await tx.query(`select pg_notify('${MAIL_CHANNEL}', '')`);
      return { queued: fresh.length, last: people.length === BATCH ? people.at(-1)!.id : undefined };
    });
  }

  private async loop(): Promise<void> {
    while (!this.abort.signal.aborted) {
      try {
        await this.run();
      } catch (error) {
        this.logger.warn({ err: error }, 'weekly reports will be tried again');
      }
      await pause(EVERY_MS, this.abort.signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
