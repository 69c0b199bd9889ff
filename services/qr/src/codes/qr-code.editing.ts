import type { Clock } from '@linqr/platform/clock';
import { type Actor, newContext, requireActor, runInContext } from '@linqr/platform/context';
import { AppError, toAppError } from '@linqr/platform/errors';
import { isId } from '@linqr/platform/ids';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource } from 'typeorm';
import type { QrDrawing } from './qr-code.drawing.js';
import { qrCodeNotFound } from './qr-code.errors.js';
import { qrCodeChanged } from './qr-code.events.js';
import { type QrChangeKind, type QrCode, styledSizeOf } from './qr-code.js';
import type { QrCodeRepository } from './qr-code.repository.js';
import type { UpdateQrCodeInput } from './qr-code.schemas.js';

/** Drawing happens outside the transaction; so many changes by others in between mean that something is wrong. */
const MAX_ATTEMPTS = 5;

/** Codes of a deleted account that are looked up at once. */
const DELETED_AT_ONCE = 200;

export interface QrCodeEditingParts {
  database: DataSource;
  codes: QrCodeRepository;
  drawing: QrDrawing;
  clock: Clock;
}

/** Changes and deletes codes. */
export class QrCodeEditing {
  constructor(private readonly parts: QrCodeEditingParts) {}

  async update(input: UpdateQrCodeInput): Promise<QrCode> {
    return this.change(input.id, 'updated', async (code) => {
      const { drawing } = this.parts;
      const type = input.type ?? code.type;
      const newContent = input.content !== undefined || type !== code.type;
      const encoded = newContent ? drawing.encode(code.id, type, input.content ?? code.content) : code;
      const { content, payload } = encoded;
      const redraw = payload !== code.payload || input.customization !== undefined;
      const styled = redraw ? await drawing.style(code.workspaceId, payload, input.customization, styledSizeOf(code)) : styledSizeOf(code);
      return {
        ...code,
        type,
        content,
        payload,
        ...styled,
        ...(redraw ? await drawing.images(payload, styled) : {}),
        title: input.name ?? code.title,
        description: input.description ?? code.description,
        archivedAt: input.archived === undefined ? code.archivedAt : input.archived ? (code.archivedAt ?? this.now()) : null,
      };
    });
  }

  async delete(id: string): Promise<void> {
    await this.change(id, 'deleted', async (code) => ({ ...code, deletedAt: this.now() }));
  }

  /** Every code of the actor's workspace; answers with how many there were. A code that somebody else deleted meanwhile is gone too. */
  async deleteAllOf(actor: Actor, onProgress: () => Promise<void>): Promise<number> {
    const { database, codes } = this.parts;
    for (let count = 0; ; ) {
      const ids = await codes.liveIds(database.manager, actor.workspaceId, DELETED_AT_ONCE);
      for (const id of ids) {
        await runInContext(newContext({ actor }), () => this.delete(id)).catch((error: unknown) => {
          if (toAppError(error).code !== 'QR_CODE_NOT_FOUND') throw error;
        });
        await onProgress();
      }
      count += ids.length;
      if (ids.length < DELETED_AT_ONCE) return count;
    }
  }

  /** Applies an edit to the code as it is; again when somebody else was faster. */
  private async change(id: string, kind: QrChangeKind, edit: (code: QrCode) => Promise<QrCode>): Promise<QrCode> {
    const actor = requireActor();
    const { database, codes } = this.parts;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const before = isId('qr', id) ? await codes.find(database.manager, actor.workspaceId, id) : undefined;
      if (!before) throw qrCodeNotFound();
      const after = { ...(await edit(before)), version: before.version + 1, updatedAt: this.now() };
      const written = await database.transaction(async (manager) => {
        if (!(await codes.update(manager, after, kind, actor))) return false;
        await appendToOutbox(manager, [qrCodeChanged(kind, after)]);
        return true;
      });
      if (written) return after;
    }
    throw new AppError('CONFLICT', 'This QR code is being changed by somebody else. Please try again.', { retryAfterSeconds: 1 });
  }

  private now(): Date {
    return new Date(this.parts.clock.now());
  }
}
