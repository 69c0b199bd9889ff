import { type Import as ImportMessage, ImportState as ImportStateMessage } from '@linqr/proto/link/v1/bulk';
import type { Import, ImportState } from './import.js';

const STATES: Record<ImportState, ImportStateMessage> = {
  queued: ImportStateMessage.IMPORT_STATE_QUEUED,
  running: ImportStateMessage.IMPORT_STATE_RUNNING,
  done: ImportStateMessage.IMPORT_STATE_DONE,
  cancelled: ImportStateMessage.IMPORT_STATE_CANCELLED,
  failed: ImportStateMessage.IMPORT_STATE_FAILED,
};

export function toImportMessage(it: Import): ImportMessage {
  return {
    id: it.id,
    state: STATES[it.state],
    total: it.total,
    processed: it.succeeded + it.failed,
    succeeded: it.succeeded,
    failed: it.failed,
    fileName: it.fileName,
    source: it.source,
    stoppedBy: it.stoppedBy,
    createdAt: it.createdAt.toISOString(),
    finishedAt: it.finishedAt?.toISOString(),
  };
}
