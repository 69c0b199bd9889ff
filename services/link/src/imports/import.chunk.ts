import type { Clock } from '@linqr/platform/clock';
import type { Actor } from '@linqr/platform/context';
import { AppError, toAppError, validationFailed } from '@linqr/platform/errors';
import { newId } from '@linqr/platform/ids';
import { parseInput } from '@linqr/platform/validation';
import type { DataSource, EntityManager } from 'typeorm';
import { type LinkCreation, type LinkDraft, neededFeatures } from '../links/link.creation.js';
import type { ShortUrls } from '../links/link.mapping.js';
import { createLinkSchema } from '../links/link.schemas.js';
import type { LinkQuota } from '../quota/link-quota.js';
import { hasEnded, type Import, type RowOutcome, type WaitingRow } from './import.js';
import type { ImportPasswords } from './import.passwords.js';
import type { ImportRepository } from './import.repository.js';

/** Rows settled in one transaction; its locks are held for some hundred milliseconds. */
const ROWS = 100;
/** Questions to billing at once. */
const ASKED_AT_ONCE = 8;

/** Failures of a part, not of the row: the row waits. */
const PASSING = new Set(['PART_UNAVAILABLE', 'DEADLINE_EXCEEDED', 'INTERNAL', 'RATE_LIMITED']);

type Candidate =
  | { row: WaitingRow; is: 'draft'; draft: LinkDraft }
  | { row: WaitingRow; is: 'refused'; error: AppError }
  // Its reservation was given back by billing's sweeper: the next chunk tries again under another id.
  | { row: WaitingRow; is: 'renewed' };

export interface ImportChunkParts {
  database: DataSource;
  imports: ImportRepository;
  creation: LinkCreation;
  quota: LinkQuota;
  rowPasswords: ImportPasswords;
  shortUrls: ShortUrls;
  clock: Clock;
}

/**
 * Some rows of an import: judged, reserved, then written together with their outcomes in one transaction. Whatever breaks
 * before its commit is repeated under the same ids: links and reservations are made once.
 */
export class ImportChunk {
  constructor(private readonly parts: ImportChunkParts) {}

  /** True when the import has ended, or is not this worker's any more. Rejects when a part is away: nothing was settled. */
  async work(job: Import, worker: string): Promise<boolean> {
    const { imports, database } = this.parts;
    const rows = await imports.waiting(job.id, ROWS);
    const actor: Actor = { userId: job.ownerId, workspaceId: job.workspaceId, role: 'user', via: job.via, credentialId: job.id };
    const candidates = await this.judge(rows, actor, job.id);
    const limitReached = await this.reserve(candidates, actor);
    const spoiled: string[] = [];
    const outcome = await database.transaction(async (manager) => {
      const lock = await imports.lock(manager, job.id, worker);
      if (!lock?.mine) return !lock || hasEnded(lock.state) ? 'ended' : 'lost';
      const outcomes = await this.write(manager, job, candidates, actor, spoiled);
      await imports.settle(manager, job.id, outcomes);
      if (limitReached) {
        const { code, message } = limitReached;
        await imports.end(manager, job.id, { state: 'done', stoppedBy: code, code, message }, this.now());
      } else if (rows.length < ROWS && candidates.every(({ is }) => is !== 'renewed'))
        await imports.end(manager, job.id, { state: 'done', stoppedBy: '', code: '', message: '' }, this.now());
      else return 'more';
      return 'done';
    });
    // Somebody else repeats these rows under the same reservations: they are theirs. After a cancellation nobody does.
    const unused = outcome === 'ended' ? candidates.filter(({ is }) => is === 'draft').map(({ row }) => row.linkId) : spoiled;
    for (const linkId of unused) await this.parts.quota.release(linkId);
    return outcome !== 'more';
  }

  /** Everything that needs no allowance: spelling, destination, domain, the plan's features; the password is hashed. */
  private async judge(rows: WaitingRow[], actor: Actor, importId: string): Promise<Candidate[]> {
    const allowed = new Map<string, Promise<void>>();
    const candidates: Candidate[] = [];
    for (const row of rows) {
      try {
        const fields = this.parts.rowPasswords.open(row.fields, { importId, row: row.row });
        if (!fields)
          throw validationFailed({ field: 'password', message: 'The password could not be read any more. Please import this row again.' });
        const input = parseInput(createLinkSchema, { tags: [], ...fields });
        const checked = await this.parts.creation.check(input, actor, this.now());
        const features = neededFeatures(input);
        const key = features.join();
        if (!allowed.has(key)) allowed.set(key, this.parts.quota.requireFeatures(actor.workspaceId, features));
        await allowed.get(key);
        candidates.push({ row, is: 'draft', draft: await this.parts.creation.draft(checked, actor, row.linkId, this.now()) });
      } catch (error) {
        candidates.push({ row, is: 'refused', error: refusalOf(error) });
      }
    }
    return candidates;
  }

  /** In the order of the file where the allowance may not reach for all; answers with the refusal that ends the import. */
  private async reserve(candidates: Candidate[], actor: Actor): Promise<AppError | undefined> {
    const wanted = candidates.flatMap((candidate, at) => (candidate.is === 'draft' ? [at] : []));
    let remaining = 0;
    let limit: AppError | undefined;
    const reserve = async (at: number) => {
      const { row } = candidates[at]!;
      try {
        remaining = await this.parts.quota.reserveForRetry(actor.workspaceId, row.linkId);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal.code === 'PLAN_LIMIT_REACHED') limit = refusal;
        candidates[at] = refusal.code === 'CONFLICT' ? { row, is: 'renewed' } : { row, is: 'refused', error: refusal };
      }
    };
    for (let next = 0; next < wanted.length; ) {
      const left = wanted.length - next;
      const enough = next > 0 && (remaining === -1 || remaining >= left);
      const some = wanted.slice(next, next + (enough ? ASKED_AT_ONCE : 1));
      if (limit) for (const at of some) candidates[at] = { row: candidates[at]!.row, is: 'refused', error: limit };
      else await Promise.all(some.map(reserve));
      next += some.length;
    }
    return limit;
  }

  private async write(
    manager: EntityManager,
    job: Import,
    candidates: Candidate[],
    actor: Actor,
    spoiled: string[],
  ): Promise<RowOutcome[]> {
    const outcomes: RowOutcome[] = [];
    for (const candidate of candidates) {
      const { row } = candidate.row;
      if (candidate.is === 'renewed') await this.parts.imports.renew(manager, job.id, row, newId('lnk', this.parts.clock.now()));
      else if (candidate.is === 'refused') outcomes.push(failed(row, candidate.error));
      else {
        try {
          const link = await this.parts.creation.insert(manager, candidate.draft, actor);
          outcomes.push({ row, state: 'made', shortUrl: this.parts.shortUrls.of(link.domain, link.slug), fields: null });
        } catch (error) {
          // Refused before it wrote anything (its alias is taken); all else ends the transaction.
          if (!(error instanceof AppError) || PASSING.has(error.code)) throw error;
          spoiled.push(candidate.row.linkId);
          outcomes.push(failed(row, error));
        }
      }
    }
    return outcomes;
  }

  private now(): Date {
    return new Date(this.parts.clock.now());
  }
}

/** What the row itself did wrong; throws on what it did not. */
function refusalOf(thrown: unknown): AppError {
  const error = toAppError(thrown);
  if (PASSING.has(error.code)) throw thrown;
  return error;
}

function failed(row: number, error: AppError): RowOutcome {
  const [detail] = error.details;
  // The first problem names its field where the sentence alone would not tell which of many columns is meant.
  const message = detail && error.details.length > 1 ? error.details.map((d) => d.message).join(' ') : error.message;
  return { row, state: 'failed', code: error.code, message, fields: null };
}
