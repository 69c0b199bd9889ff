import { newId } from '@linqr/platform/ids';
import type { OutboxEvent } from '@linqr/platform/outbox';
import { AdminActed } from '@linqr/proto/events/v1/admin';
import { MailRequested } from '@linqr/proto/events/v1/mail';
import type { PublicQrCode } from '../codes/qr-code.js';

/** For the one record of what admins do. */
export function adminActed(code: PublicQrCode, actorId: string, target: string, reason: string): OutboxEvent {
  const occurredAtMs = code.updatedAt.getTime();
  return {
    topic: 'admin.acted.v1',
    key: code.id,
    value: AdminActed.encode({
      eventId: newId('evt', occurredAtMs),
      occurredAtMs,
      actorId,
      action: code.disabledAt ? 'qr_code.disabled' : 'qr_code.restored',
      targetId: code.id,
      target,
      reason,
    }).finish(),
  };
}

/** The owner is told what happened to the code, and why. */
export function ownerTold(code: PublicQrCode, address: string, reason: string): OutboxEvent {
  const facts: Record<string, string> = { codeUrl: address };
  if (code.title) facts['title'] = code.title;
  if (reason) facts['reason'] = reason;
  const occurredAtMs = code.updatedAt.getTime();
  return {
    topic: 'mail.requested.v1',
    key: code.ownerId,
    value: MailRequested.encode({
      eventId: newId('evt', occurredAtMs),
      occurredAtMs,
      kind: code.disabledAt ? 'code_disabled' : 'code_restored',
      userId: code.ownerId,
      workspaceId: code.workspaceId,
      address: '',
      facts,
    }).finish(),
  };
}
