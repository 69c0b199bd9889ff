import { type QrImport as QrImportMessage, QrImportState } from '@linqr/proto/qr/v1/qr';
import type { ImportState, QrImport } from './import.js';

const STATES: Record<ImportState, QrImportState> = {
  queued: QrImportState.QR_IMPORT_STATE_QUEUED,
  running: QrImportState.QR_IMPORT_STATE_RUNNING,
  done: QrImportState.QR_IMPORT_STATE_DONE,
  cancelled: QrImportState.QR_IMPORT_STATE_CANCELLED,
  failed: QrImportState.QR_IMPORT_STATE_FAILED,
};

export function toImportMessage({ state, createdAt, finishedAt, ...rest }: QrImport): QrImportMessage {
  return { ...rest, state: STATES[state], createdAt: createdAt.toISOString(), finishedAt: finishedAt?.toISOString() };
}
