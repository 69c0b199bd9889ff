import { randomUUID } from 'node:crypto';
import type { Clock } from '@linqr/platform/clock';
import { newContext, runInContext } from '@linqr/platform/context';
import { toAppError } from '@linqr/platform/errors';
import type { Logger } from '@linqr/platform/logging';
import { BackgroundWork } from '@linqr/platform/work';
import type { DataSource } from 'typeorm';
import type { ImportChunk } from './import.chunk.js';
import { hasEnded, type Import } from './import.js';
import type { ImportRepository } from './import.repository.js';

const IDLE_MS = 2_000;
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;
/** Results can be read for so long. */
export const KEPT_MS = 30 * 86_400_000;
const PURGE_EVERY_MS = 3_600_000;
const PURGED_AT_ONCE = 20;
/** In a row, of one import, by a fault of ours: waiting does not mend it. A part that is away is waited for without end. */
const MAX_FAULTS = 10;

export interface ImportWorkerParts {
  database: DataSource;
  imports: ImportRepository;
  chunk: ImportChunk;
  clock: Clock;
  logger: Logger;
}

/** Works on imports, a chunk of each in turn, so that a large one keeps nobody waiting. Every replica runs one. */
export class ImportWorker {
  private readonly name = randomUUID();
  private readonly work: BackgroundWork;
  private purgedAt = 0;
  private readonly faults = new Map<string, number>();

  constructor(private readonly parts: ImportWorkerParts) {
    this.work = new BackgroundWork({
      round: () => runInContext(newContext(), () => this.turn()),
      everyMs: IDLE_MS,
      afterFailure: { firstMs: FIRST_BACKOFF_MS, mostMs: MAX_BACKOFF_MS },
      interrupted: 'import interrupted',
      logger: parts.logger,
    });
  }

  start(): void {
    this.work.start();
  }

  /** There is something to do now. */
  wake(): void {
    this.work.wake();
  }

  /** After the chunk under way. */
  stop(): Promise<void> {
    return this.work.stop();
  }

  /** False when nothing waits. */
  private async turn(): Promise<boolean> {
    await this.purge();
    const { imports, chunk, logger } = this.parts;
    const job = await imports.takeTurn(this.name);
    if (!job) return false;
    try {
      if (await chunk.work(job, this.name)) logger.info({ importId: job.id, rows: job.total }, 'import ended');
      this.faults.delete(job.id);
    } catch (error) {
      if (toAppError(error).code !== 'INTERNAL' || !(await this.givesUp(job))) throw error;
      logger.error({ err: error, importId: job.id }, 'import given up');
    } finally {
      await imports.endTurn(job.id, this.name);
    }
    return true;
  }

  /** True when the import was ended because its rows fail by a fault of ours again and again. */
  private async givesUp(job: Import): Promise<boolean> {
    const faults = (this.faults.get(job.id) ?? 0) + 1;
    this.faults.set(job.id, faults);
    if (faults < MAX_FAULTS) return false;
    this.faults.delete(job.id);
    const { database, imports, clock } = this.parts;
    const how = { state: 'failed' as const, stoppedBy: 'INTERNAL', code: 'INTERNAL', message: 'Something went wrong on our side.' };
    await database.transaction(async (manager) => {
      const lock = await imports.lock(manager, job.id, this.name);
      if (lock && !hasEnded(lock.state)) await imports.end(manager, job.id, how, new Date(clock.now()));
    });
    return true;
  }

  private async purge(): Promise<void> {
    const now = this.parts.clock.now();
    if (now - this.purgedAt < PURGE_EVERY_MS) return;
    this.purgedAt = now;
    await this.parts.imports.purge(new Date(now - KEPT_MS), PURGED_AT_ONCE);
  }
}
