// An import as everybody in here means it. Imports nothing that stores or sends.
import { AppError } from '@linqr/platform/errors';
import type { ImportSource } from './import-columns.js';
import type { StoredFields } from './import-row.js';

export type ImportState = 'queued' | 'running' | 'done' | 'cancelled' | 'failed';

export interface Import {
  id: string;
  workspaceId: string;
  ownerId: string;
  via: 'session' | 'api_key';
  state: ImportState;
  fileName: string;
  source: ImportSource;
  total: number;
  succeeded: number;
  failed: number;
  /** Empty: nothing ended it early. */
  stoppedBy: string;
  createdAt: Date;
  finishedAt: Date | null;
}

/** A row that is still to be settled. */
export interface WaitingRow {
  row: number;
  linkId: string;
  fields: StoredFields;
}

export type RowOutcome =
  | { row: number; state: 'made'; shortUrl: string; fields: null }
  | { row: number; state: 'failed'; code: string; message: string; fields: null };

/** A settled row, as its result is read. */
export interface SettledRow {
  row: number;
  state: 'made' | 'failed';
  linkId: string;
  shortUrl: string;
  code: string;
  message: string;
  originalUrl: string;
}

/** Not one of the product's error codes: nothing went wrong. */
export const CANCELLED = 'CANCELLED';
export const CANCELLED_MESSAGE = 'The import was cancelled before this row.';

export const hasEnded = (state: ImportState): boolean => state !== 'queued' && state !== 'running';

/** The same for an id that never was and another workspace's. */
export function importNotFound(): AppError {
  return new AppError('IMPORT_NOT_FOUND', 'Import not found');
}
