import { toAppError } from '@linqr/platform/errors';
import type { Logger } from '@linqr/platform/logging';
import { Counter, type Registry } from '@linqr/platform/management';
import pg from 'pg';
import type { EntityManager } from 'typeorm';
import type { MailComposer } from './mail.composer.js';
import { claimMail, giveUpMail, MAIL_CHANNEL, postponeMail, type QueuedMail, removeMail } from './mail.outbox.js';
import { MAX_MAIL_ATTEMPTS, mailBackoffSeconds } from './mail.schedule.js';
import { MailDelayed, MailRefused, type MailTransport } from './mail.transport.js';

export interface MailWorkerOptions {
  databaseUrl: string;
  db: EntityManager;
  composer: MailComposer;
  transport: MailTransport;
  logger: Logger;
  registry: Registry;
}

const AT_A_TIME = 8;
/** Longer than one attempt can take with all its timeouts. */
const LEASE_SECONDS = 60;
/** Safety net beside notifications, and how late a retry may be. */
const POLL_MS = 2_000;
const MAX_BACKOFF_MS = 5_000;

/** Sends the mail outbox. Any number of replicas may run; each mail is claimed by one at a time and sent at least once. */
export class MailWorker {
  private stopped = false;
  private wake: (() => void) | undefined;
  private signalled = false;
  private running: Promise<void> | undefined;
  private readonly inFlight = new Set<Promise<void>>();
  private readonly outcomes: Counter<'kind' | 'outcome'>;

  constructor(private readonly options: MailWorkerOptions) {
    this.outcomes = new Counter({
      name: 'auth_mail_total',
      help: 'Attempts to send mail',
      labelNames: ['kind', 'outcome'],
      registers: [options.registry],
    });
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Waits for the attempts under way; what is left stays in the table. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake?.();
    await this.running;
    await Promise.allSettled(this.inFlight);
  }

  private async run(): Promise<void> {
    let backoffMs = 100;
    while (!this.stopped) {
      try {
        await this.session(() => {
          backoffMs = 100;
        });
      } catch (error) {
        if (this.stopped) break;
        this.options.logger.warn({ err: error, backoffMs }, 'mail worker interrupted');
        await this.pause(backoffMs);
        backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
      }
    }
  }

  /** One listening connection: claim and send until it fails or we stop. */
  private async session(onProgress: () => void): Promise<void> {
    const listener = new pg.Client({
      connectionString: this.options.databaseUrl,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'auth-mail',
    });
    let lost: Error | undefined;
    listener.on('error', (error) => {
      lost = error;
      this.wakeUp();
    });
    listener.on('notification', () => this.wakeUp());
    try {
      await listener.connect();
      await listener.query(`listen ${MAIL_CHANNEL}`);
      while (!this.stopped) {
        if (lost) throw lost;
        this.signalled = false;
        const free = AT_A_TIME - this.inFlight.size;
        const claimed = free > 0 ? await claimMail(this.options.db, free, LEASE_SECONDS) : [];
        for (const mail of claimed) this.launch(mail);
        onProgress();
        if (claimed.length < free || free === 0) await this.pause(POLL_MS);
      }
    } finally {
      await hangUp(listener);
    }
  }

  private launch(mail: QueuedMail): void {
    const attempt: Promise<void> = this.attempt(mail)
      .catch((error: unknown) => this.options.logger.warn({ err: error, mailId: mail.id }, 'mail attempt not recorded'))
      .finally(() => {
        this.inFlight.delete(attempt);
        this.wakeUp();
      });
    this.inFlight.add(attempt);
  }

  private async attempt(mail: QueuedMail): Promise<void> {
    const { db, composer, transport, logger } = this.options;
    const facts = { mailId: mail.id, kind: mail.kind, attempts: mail.attempts };
    const count = (outcome: string) => this.outcomes.inc({ kind: mail.kind, outcome });
    try {
      const message = await composer.compose(mail);
      if (!message) {
        count('nobody_to_tell');
        return await removeMail(db, mail.id);
      }
      await transport.send(message);
    } catch (error) {
      const reason = reasonOf(error);
      if (error instanceof MailRefused || mail.attempts >= MAX_MAIL_ATTEMPTS) {
        count('given_up');
        logger.error({ ...facts, reason }, 'mail given up');
        return giveUpMail(db, mail.id, reason);
      }
      count('delayed');
      logger.warn({ ...facts, reason }, 'mail delayed');
      return postponeMail(db, mail.id, mailBackoffSeconds(mail.attempts), reason);
    }
    count('sent');
    logger.info(facts, 'mail sent');
    return removeMail(db, mail.id);
  }

  private wakeUp(): void {
    this.signalled = true;
    this.wake?.();
  }

  private async pause(ms: number): Promise<void> {
    if (this.stopped || this.signalled) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = undefined;
  }
}

/** Says goodbye, and does not wait for a server that is not there any more. */
async function hangUp(client: pg.Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
  const timer = setTimeout(() => stream.destroy(), 1_000);
  await client.end().catch(() => {});
  clearTimeout(timer);
}

/** A code: messages of others may carry addresses or contents. */
function reasonOf(error: unknown): string {
  if (error instanceof MailRefused || error instanceof MailDelayed) return error.reason;
  return `COMPOSE ${toAppError(error).code}`;
}
