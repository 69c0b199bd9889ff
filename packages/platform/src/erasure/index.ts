// A deleted account: every service erases what it holds of it, at once, and once more when whatever was under way at that
// moment (calls with an access token that had just been checked, events on the bus) must have ended.
import type { DataSource } from 'typeorm';
import { pause } from '../bus/backoff.js';
import type { EventBus, IncomingRecord, Subscription } from '../bus/index.js';
import type { Logger } from '../logging/index.js';
import { readDeletedAccount } from './event.js';

export { readDeletedAccount } from './event.js';
export { eraseRows, type OwnedTable, ownedTables } from './rows.js';

export interface ErasedAccount {
  userId: string;
  workspaceId: string;
  /** SHA-256 of the address in lower case, hexadecimal; empty where it is not known. */
  emailSha256: string;
}

export interface AccountErasureOptions {
  /** Also the first part of the consumer group's name. */
  service: string;
  database: DataSource;
  bus: EventBus;
  logger: Logger;
  /** Seconds between the first and the second time. */
  settleSeconds: number;
  /** Removes everything; answers how much there was. Repeatable from any point; `onProgress` after each piece of work. */
  erase: (account: ErasedAccount, onProgress: () => Promise<void>) => Promise<number>;
}

const POLL_MS = 5_000;
/** How long the second time may take before another replica takes it up. */
const LEASE_SECONDS = 600;
/** After a second time that failed. */
const RETRY_SECONDS = 15;

export class AccountErasure {
  private readonly abort = new AbortController();
  private subscription: Subscription | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly options: AccountErasureOptions) {}

  async start(): Promise<void> {
    this.running ??= this.repeat();
    this.subscription = await this.options.bus.subscribe({
      group: `${this.options.service}-accounts`,
      topics: ['account.changed.v1'],
      from: 'beginning',
      handler: async (records, context) => {
        for (const record of records) {
          const account = this.read(record);
          if (account) await this.first(account, () => context.heartbeat());
        }
      },
    });
  }

  async stop(): Promise<void> {
    this.abort.abort();
    await this.subscription?.close();
    await this.running;
  }

  private read(record: IncomingRecord): ErasedAccount | undefined {
    try {
      return readDeletedAccount(record.value);
    } catch (error) {
      this.options.logger.warn({ err: error, partition: record.partition, offset: record.offset }, 'event passed over');
      return undefined;
    }
  }

  private async first(account: ErasedAccount, onProgress: () => Promise<void>): Promise<void> {
    const { database, erase, settleSeconds, logger } = this.options;
    await database.query(
      `insert into erasures (workspace_id, user_id, email_sha256, again_at) values ($1, $2, $3, now() + make_interval(secs => $4))
       on conflict do nothing`,
      [account.workspaceId, account.userId, account.emailSha256, settleSeconds],
    );
    const count = await erase(account, onProgress);
    logger.info({ count }, 'a deleted account was erased');
  }

  private async repeat(): Promise<void> {
    const { logger, settleSeconds } = this.options;
    while (!this.abort.signal.aborted) {
      await pause(Math.min(POLL_MS, Math.max(100, settleSeconds * 500)), this.abort.signal);
      try {
        while (!this.abort.signal.aborted && (await this.second()));
      } catch (error) {
        logger.warn({ err: error }, 'an erasure will be tried again');
      }
    }
  }

  /** One erasure that is due; false: there is none. */
  private async second(): Promise<boolean> {
    const { database, erase, logger } = this.options;
    const [rows] = (await database.query(
      `update erasures set again_at = now() + make_interval(secs => ${LEASE_SECONDS}) where workspace_id in (
         select workspace_id from erasures where again_at <= now() order by again_at limit 1 for update skip locked)
       returning workspace_id as "workspaceId", user_id as "userId", email_sha256 as "emailSha256"`,
    )) as [ErasedAccount[], number];
    const due = rows[0];
    if (!due) return false;
    let count: number;
    try {
      count = await erase(due, async () => {});
    } catch (error) {
      await database.query('update erasures set again_at = now() + make_interval(secs => $2) where workspace_id = $1', [
        due.workspaceId,
        RETRY_SECONDS,
      ]);
      throw error;
    }
    await database.query('delete from erasures where workspace_id = $1', [due.workspaceId]);
    logger.info({ count }, 'a deleted account was erased for good');
    return true;
  }
}
