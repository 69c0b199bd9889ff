import { createHash } from 'node:crypto';
import type { Clock } from '@linqr/platform/clock';
import { type Actor, requireActor } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { newId } from '@linqr/platform/ids';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import type { IdempotencyRepository } from '../idempotency/idempotency.repository.js';
import type { QrQuota } from '../quota/qr-quota.js';
import type { DestinationCheck } from '../safety/destination-check.js';
import type { QrDrawing } from './qr-code.drawing.js';
import { qrCodeChanged } from './qr-code.events.js';
import type { QrCode } from './qr-code.js';
import type { QrCodeRepository } from './qr-code.repository.js';
import type { CreateQrCodeInput } from './qr-code.schemas.js';

/** A creation found its idempotency key in use; not an error to its caller. */
class KeyInUse extends Error {}

export interface QrCodeCreationParts {
  database: DataSource;
  codes: QrCodeRepository;
  idempotency: IdempotencyRepository;
  drawing: QrDrawing;
  quota: QrQuota;
  destinations: DestinationCheck;
  clock: Clock;
}

/** Creates codes: exactly one for each success, and nothing of the plan's allowance for anything else. */
export class QrCodeCreation {
  constructor(private readonly parts: QrCodeCreationParts) {}

  async create(input: CreateQrCodeInput): Promise<QrCode> {
    const actor = requireActor();
    const { database, drawing, quota, clock } = this.parts;
    const now = new Date(clock.now());
    const id = newId('qr', now.getTime());
    const { content, payload } = drawing.encode(id, input.type, input.content);
    if (input.type === 'url') await this.parts.destinations.refuseBlocked(content);
    const requestHash = hashOf(input);
    const earlier = await this.madeEarlier(database.manager, actor, input.idempotencyKey, requestHash, now);
    if (earlier) return earlier;
    const styled = await drawing.style(actor.workspaceId, payload, input.customization, undefined);
    await quota.reserve(actor.workspaceId, id);
    try {
      const code: QrCode = {
        id,
        workspaceId: actor.workspaceId,
        ownerId: actor.userId,
        type: input.type,
        title: input.name,
        description: input.description,
        content,
        payload,
        ...styled,
        ...(await drawing.images(payload, styled)),
        shortUrl: '',
        shortId: '',
        shortLinkId: '',
        encodesShortUrl: false,
        version: 1,
        archivedAt: null,
        disabledAt: null,
        disabledReason: '',
        deletedAt: null,
        createdAt: now,
        updatedAt: now,
      };
      await database.transaction((manager) => this.write(manager, code, actor, input.idempotencyKey, requestHash));
      return code;
    } catch (error) {
      // Gives nothing back where the commit went through and only its answer was lost.
      await quota.release(id);
      if (!(error instanceof KeyInUse)) throw error;
      const first = await this.madeEarlier(database.manager, actor, input.idempotencyKey, requestHash, now);
      if (first) return first;
      throw new AppError('CONFLICT', 'A request with this idempotency key is under way. Please try again.', { retryAfterSeconds: 1 });
    }
  }

  private async write(manager: EntityManager, code: QrCode, actor: Actor, idempotencyKey: string, requestHash: Buffer): Promise<void> {
    const { codes, idempotency } = this.parts;
    if (idempotencyKey) {
      const request = { requestHash, qrId: code.id };
      if (!(await idempotency.remember(manager, actor.workspaceId, idempotencyKey, request, code.createdAt))) throw new KeyInUse();
    }
    await codes.insert(manager, code, actor);
    await appendToOutbox(manager, [qrCodeChanged('created', code)]);
  }

  private async madeEarlier(
    manager: EntityManager,
    actor: Actor,
    key: string,
    requestHash: Buffer,
    now: Date,
  ): Promise<QrCode | undefined> {
    if (!key) return undefined;
    const remembered = await this.parts.idempotency.find(manager, actor.workspaceId, key, now);
    if (!remembered) return undefined;
    if (!remembered.requestHash.equals(requestHash))
      throw new AppError('CONFLICT', 'This idempotency key was used for another request within the last 24 hours.');
    return this.parts.codes.findMade(manager, actor.workspaceId, remembered.qrId);
  }
}

/** Same request, same hash. */
function hashOf({ idempotencyKey: _key, ...fields }: CreateQrCodeInput): Buffer {
  return createHash('sha256').update(JSON.stringify(fields)).digest();
}
