import type { Actor } from '@linqr/platform/context';
import type { CreateQrCodeRequest } from '@linqr/proto/qr/v1/qr';

export type ImportState = 'queued' | 'running' | 'done' | 'cancelled' | 'failed';

/** A file of codes that are made in the background. */
export interface QrImport {
  id: string;
  state: ImportState;
  total: number;
  processed: number;
  succeeded: number;
  failed: number;
  createdAt: Date;
  finishedAt: Date | null;
}

/** An import as its worker needs it. */
export interface ImportTask {
  id: string;
  actor: Actor;
  createdAt: Date;
}

/** A row as the file had it; `request` null: it cannot be made, `problem` says why. */
export interface ParsedRow {
  /** Of the file, the header being row 1. */
  row: number;
  name: string;
  content: string;
  request: CreateQrCodeRequest | null;
  problem: string;
}

/** A row and what became of it. */
export interface ImportRow {
  row: number;
  name: string;
  content: string;
  processed: boolean;
  ok: boolean;
  qrId: string;
  code: string;
  message: string;
}
