import { toAppError } from '@linqr/platform/errors';
import type { Logger } from '@linqr/platform/logging';
import { Counter, type Registry } from '@linqr/platform/management';
import { BackgroundWork } from '@linqr/platform/work';
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
  private readonly work: BackgroundWork;
  private readonly inFlight = new Set<Promise<void>>();
  private readonly outcomes: Counter<'kind' | 'outcome'>;

  constructor(private readonly options: MailWorkerOptions) {
    this.outcomes = new Counter({
      name: 'auth_mail_total',
      help: 'Attempts to send mail',
      labelNames: ['kind', 'outcome'],
      registers: [options.registry],
    });
    this.work = new BackgroundWork({
      round: () => this.round(),
      everyMs: POLL_MS,
      afterFailure: { firstMs: 100, mostMs: MAX_BACKOFF_MS },
      listen: { databaseUrl: options.databaseUrl, channel: MAIL_CHANNEL, applicationName: 'auth-mail' },
      interrupted: 'mail worker interrupted',
      logger: options.logger,
    });
  }

  start(): void {
    this.work.start();
  }

  /** Waits for the attempts under way; what is left stays in the table. */
  async stop(): Promise<void> {
    await this.work.stop();
    await Promise.allSettled(this.inFlight);
  }

  /** Claims as many as there are places. True: there may be more. */
  private async round(): Promise<boolean> {
    const free = AT_A_TIME - this.inFlight.size;
    const claimed = free > 0 ? await claimMail(this.options.db, free, LEASE_SECONDS) : [];
    for (const mail of claimed) this.launch(mail);
    return free > 0 && claimed.length === free;
  }

  private launch(mail: QueuedMail): void {
    const attempt: Promise<void> = this.attempt(mail)
      .catch((error: unknown) => this.options.logger.warn({ err: error, mailId: mail.id }, 'mail attempt not recorded'))
      .finally(() => {
        this.inFlight.delete(attempt);
        this.work.wake();
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
}

/** A code: messages of others may carry addresses or contents. */
function reasonOf(error: unknown): string {
  if (error instanceof MailRefused || error instanceof MailDelayed) return error.reason;
  return `COMPOSE ${toAppError(error).code}`;
}
