import type { Clock } from '@linqr/platform/clock';
import { newContext, runInContext } from '@linqr/platform/context';
import { type AppError, type ErrorCode, toAppError } from '@linqr/platform/errors';
import type { Logger } from '@linqr/platform/logging';
import { parseInput } from '@linqr/platform/validation';
import { BackgroundWork } from '@linqr/platform/work';
import type { CreateQrCodeRequest } from '@linqr/proto/qr/v1/qr';
import type { DataSource } from 'typeorm';
import type { QrCodeCreation } from '../codes/qr-code.creation.js';
import { createQrCodeSchema } from '../codes/qr-code.schemas.js';
import type { ImportTask } from './import.js';
import type { ImportRepository, RowOutcome } from './import.repository.js';

const POLL_MS = 2_000;
/** Rows of one import before the next one has its turn: nobody waits behind a thousand rows of somebody else. */
const ROWS_A_TURN = 20;
/** A worker that dies is replaced after this. Two at the same row, should one be so slow, still make one code of it. */
const LEASE_MS = 30_000;
const PAUSE_MS = 5_000;
/** A part that is away for so long ends the import. */
const GIVE_UP_AFTER_MS = 12 * 3_600_000;
/** Not the row's fault: it is tried again. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['PART_UNAVAILABLE', 'DEADLINE_EXCEEDED', 'RATE_LIMITED']);

export interface ImportWorkerParts {
  database: DataSource;
  imports: ImportRepository;
  creation: Pick<QrCodeCreation, 'create'>;
  clock: Clock;
  logger: Logger;
}

/**
 * Makes the rows of imports into codes, one at a time, as the person who started them. A row is one code however often it
 * is tried: the creation knows it by its key. Several replicas share the work.
 */
export class ImportWorker {
  private readonly work: BackgroundWork;

  constructor(private readonly parts: ImportWorkerParts) {
    this.work = new BackgroundWork({
      round: () => this.workOff(),
      everyMs: POLL_MS,
      interrupted: 'imports are paused',
      logger: parts.logger,
    });
  }

  start(): void {
    this.work.start();
  }

  /** Something waits. */
  wake = (): void => this.work.wake();

  /** Ends after the row under way; another replica, or the next start, goes on. */
  stop(): Promise<void> {
    return this.work.stop();
  }

  private async workOff(): Promise<void> {
    const { database, imports } = this.parts;
    while (!this.work.stopped) {
      const now = this.parts.clock.now();
      const task = await imports.claim(database.manager, new Date(now), new Date(now + LEASE_MS));
      if (!task) return;
      const pauseMs = await this.turn(task);
      const ended = this.parts.clock.now();
      await imports.release(database.manager, task.id, new Date(ended), new Date(ended + pauseMs));
    }
  }

  /** Some rows of an import. Answers how long it should rest before the next ones, in milliseconds. */
  private async turn(task: ImportTask): Promise<number> {
    const { database, imports, clock, logger } = this.parts;
    const rows = await imports.waiting(database.manager, task.id, ROWS_A_TURN);
    for (const { row, request, problem } of rows) {
      if (this.work.stopped) return 0;
      const outcome = request
        ? await this.make(task, row, request)
        : { row, ok: false, qrId: '', code: 'VALIDATION_FAILED', message: problem };
      if ('passing' in outcome) {
        if (clock.now() - task.createdAt.getTime() < GIVE_UP_AFTER_MS) return PAUSE_MS;
        logger.warn({ importId: task.id, internal: outcome.passing.internal }, 'import given up');
        await imports.giveUpRows(database.manager, task.id, outcome.passing.code, outcome.passing.message);
        await imports.finish(database.manager, task.id, 'failed', new Date(clock.now()));
        return 0;
      }
      if (!(await imports.record(database.manager, task.id, outcome, new Date(clock.now() + LEASE_MS)))) return 0;
    }
    if (rows.length < ROWS_A_TURN) await imports.finish(database.manager, task.id, 'done', new Date(clock.now()));
    return 0;
  }

  private async make(task: ImportTask, row: number, request: CreateQrCodeRequest): Promise<RowOutcome | { passing: AppError }> {
    try {
      const input = parseInput(createQrCodeSchema, request);
      // A space: no key that a caller can send is like it.
      const idempotencyKey = `import ${task.id} ${row}`;
      const code = await runInContext(newContext({ actor: task.actor }), () => this.parts.creation.create({ ...input, idempotencyKey }));
      return { row, ok: true, qrId: code.id, code: '', message: '' };
    } catch (thrown) {
      const error = toAppError(thrown);
      if (PASSING.has(error.code) || (error.code === 'CONFLICT' && error.retryAfterSeconds !== undefined)) return { passing: error };
      const message = error.details.length > 0 ? error.details.map((detail) => detail.message).join(' ') : error.message;
      if (error.code === 'INTERNAL') this.parts.logger.error({ err: error, importId: task.id, row }, 'row of an import failed');
      return { row, ok: false, qrId: '', code: error.code, message: message.slice(0, 500) };
    }
  }
}
