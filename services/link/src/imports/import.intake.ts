import type { Clock } from '@linqr/platform/clock';
import { requireActor } from '@linqr/platform/context';
import { type CsvFile, type CsvRow, readCsv } from '@linqr/platform/csv';
import { AppError } from '@linqr/platform/errors';
import { isId, newId } from '@linqr/platform/ids';
import { Feature } from '@linqr/proto/billing/v1/billing';
import type { DataSource } from 'typeorm';
import type { LinkQuota } from '../quota/link-quota.js';
import { type Import, importNotFound, type SettledRow } from './import.js';
import type { ImportPasswords } from './import.passwords.js';
import type { ImportRepository, NewRow } from './import.repository.js';
import { type CreateImportInput, MAX_FILE_BYTES, MAX_ROWS } from './import.schemas.js';
import { checkColumns, type ImportField, planColumns, requireDestination } from './import-columns.js';
import { readRow } from './import-row.js';

/** Of one workspace at a time. */
const MAX_UNDER_WAY = 3;
const LISTED = 100;
const SAMPLES = 5;
const MAX_SAMPLE_CELL = 200;
const MAX_KEPT_URL = 2_048;

export interface ImportIntakeParts {
  database: DataSource;
  imports: ImportRepository;
  quota: LinkQuota;
  rowPasswords: ImportPasswords;
  clock: Clock;
  /** Tells a worker that there is something to do. */
  wake: () => void;
}

export interface Preview {
  file: CsvFile;
  fields: (ImportField | '')[];
  source: Import['source'];
  samples: string[][];
}

/** Imports as their workspace starts, watches and cancels them. Making the links is the worker's. */
export class ImportIntake {
  constructor(private readonly parts: ImportIntakeParts) {}

  preview(content: Uint8Array, isBeginning: boolean): Preview {
    requireActor();
    const file = readCsv(content, { maxRows: MAX_ROWS, isBeginning });
    const { fields, source } = planColumns(file.header);
    const samples = file.rows.slice(0, SAMPLES).map(({ cells }) => cells.slice(0, file.header.length).map(shortened));
    return { file, fields, source, samples };
  }

  /** Everything of the file is in the database, or nothing: a row is never lost to a crash after the answer. */
  async create(input: CreateImportInput): Promise<Import> {
    const actor = requireActor();
    const { database, imports, quota } = this.parts;
    await quota.requireFeatures(actor.workspaceId, [Feature.FEATURE_BULK]);
    if (input.content.length > MAX_FILE_BYTES) throw new AppError('PAYLOAD_TOO_LARGE', 'The file is larger than 5 MB. Please split it.');
    const file = readCsv(input.content, { maxRows: MAX_ROWS });
    const plan = planColumns(file.header);
    const fields = input.fields.length > 0 ? checkColumns(input.fields, file.header) : plan.fields;
    requireDestination(fields);
    const now = new Date(this.parts.clock.now());
    const id = newId('imp', now.getTime());
    const rows = file.rows.map((row, index) => this.newRow(row, { importId: id, row: index + 1 }, fields, now));
    const it: Import = {
      id,
      workspaceId: actor.workspaceId,
      ownerId: actor.userId,
      via: actor.via,
      state: 'queued',
      fileName: input.fileName,
      source: plan.source,
      total: rows.length,
      succeeded: 0,
      failed: rows.filter((row) => row.fields === null).length,
      stoppedBy: '',
      createdAt: now,
      finishedAt: null,
    };
    const earlier = await database.transaction(async (manager) => {
      const underWay = await imports.lockWorkspace(manager, actor.workspaceId);
      const same = input.idempotencyKey ? await imports.findByKey(actor.workspaceId, input.idempotencyKey) : undefined;
      if (same) return same;
      if (underWay >= MAX_UNDER_WAY)
        throw new AppError('CONFLICT', `${MAX_UNDER_WAY} imports are under way. Please wait until one of them is done.`, {
          retryAfterSeconds: 30,
        });
      await imports.insert(manager, it, rows, input.idempotencyKey);
      return undefined;
    });
    if (!earlier) this.parts.wake();
    return earlier ?? it;
  }

  async get(id: string): Promise<Import> {
    const { workspaceId } = requireActor();
    const found = isId('imp', id) ? await this.parts.imports.find(workspaceId, id) : undefined;
    if (!found) throw importNotFound();
    return found;
  }

  list(): Promise<Import[]> {
    return this.parts.imports.list(requireActor().workspaceId, LISTED);
  }

  async cancel(id: string): Promise<Import> {
    const { workspaceId } = requireActor();
    if (!isId('imp', id)) throw importNotFound();
    const now = new Date(this.parts.clock.now());
    await this.parts.database.transaction((manager) => this.parts.imports.cancel(manager, workspaceId, id, now));
    return this.get(id);
  }

  async rows(id: string, afterRow: number, onlyFailed: boolean, limit: number): Promise<{ rows: SettledRow[]; more: boolean }> {
    await this.get(id);
    const rows = await this.parts.imports.settled(id, afterRow, onlyFailed, limit + 1);
    return { rows: rows.slice(0, limit), more: rows.length > limit };
  }

  private newRow(read: CsvRow, at: { importId: string; row: number }, columns: (ImportField | '')[], now: Date): NewRow {
    const originalUrl = (read.cells[columns.indexOf('originalUrl')] ?? '').slice(0, MAX_KEPT_URL).replaceAll('\0', '');
    const shared = { row: at.row, linkId: newId('lnk', now.getTime()), originalUrl };
    const reading = read.problem ? { problem: read.problem } : readRow(read.cells, columns);
    if ('problem' in reading) return { ...shared, fields: null, problem: reading.problem };
    const fields = this.parts.rowPasswords.seal(reading.fields, at);
    return fields
      ? { ...shared, fields, problem: '' }
      : { ...shared, fields: null, problem: 'Passwords cannot be imported here at the moment.' };
  }
}

const shortened = (cell: string): string => (cell.length > MAX_SAMPLE_CELL ? `${cell.slice(0, MAX_SAMPLE_CELL)}…` : cell);
