import { requireActor } from '@linqr/platform/context';
import { type ErrorCode, toAppError } from '@linqr/platform/errors';
import type { QrCodeEditing } from './qr-code.editing.js';
import type { ChangeQrCodesInput } from './qr-code.schemas.js';

export interface BulkResult {
  id: string;
  /** Undefined: it was done. */
  problem?: { code: ErrorCode; message: string };
}

/** One action on several codes. Each is a change of its own, with its event: what fails does not undo the others. */
export class QrCodeBulk {
  constructor(private readonly editing: QrCodeEditing) {}

  async change({ action, ids }: ChangeQrCodesInput): Promise<BulkResult[]> {
    requireActor();
    const results: BulkResult[] = [];
    for (const id of ids) {
      try {
        if (action === 'delete') await this.editing.delete(id);
        else await this.editing.update({ id, archived: action === 'archive' });
        results.push({ id });
      } catch (thrown) {
        const { code, message } = toAppError(thrown);
        results.push({ id, problem: { code, message } });
      }
    }
    return results;
  }
}
