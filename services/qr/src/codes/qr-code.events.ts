import { newId } from '@linqr/platform/ids';
import type { OutboxEvent } from '@linqr/platform/outbox';
import { QrCodeChange, QrCodeChanged } from '@linqr/proto/events/v1/qr';
import type { QrChangeKind, QrCode } from './qr-code.js';

const CHANGES: Record<QrChangeKind, QrCodeChange> = {
  created: QrCodeChange.QR_CODE_CHANGE_CREATED,
  updated: QrCodeChange.QR_CODE_CHANGE_UPDATED,
  deleted: QrCodeChange.QR_CODE_CHANGE_DELETED,
  // For everybody who follows codes a change like any other.
  state_changed: QrCodeChange.QR_CODE_CHANGE_UPDATED,
};

/** What an event tells of a code. */
export type ToldQrCode = Pick<
  QrCode,
  | 'id'
  | 'workspaceId'
  | 'ownerId'
  | 'type'
  | 'title'
  | 'version'
  | 'shortLinkId'
  | 'content'
  | 'description'
  | 'shortUrl'
  | 'createdAt'
  | 'archivedAt'
  | 'disabledAt'
  | 'deletedAt'
  | 'updatedAt'
>;

/** `keepsShortLink`: of a deleted code whose link is to stay; that of one that was taken down goes with it. */
export function qrCodeChanged(change: QrChangeKind, code: ToldQrCode, keepsShortLink = false): OutboxEvent {
  const occurredAtMs = code.updatedAt.getTime();
  return {
    topic: 'qr.changed.v1',
    key: code.id,
    value: QrCodeChanged.encode({
      eventId: newId('evt', occurredAtMs),
      occurredAtMs,
      change: CHANGES[change],
      qrId: code.id,
      workspaceId: code.workspaceId,
      ownerId: code.ownerId,
      type: code.type,
      title: code.title,
      version: code.version,
      shortLinkId: code.shortLinkId,
      destination: code.shortLinkId === '' ? '' : code.content,
      active: code.archivedAt === null && code.deletedAt === null,
      keepsShortLink: keepsShortLink && code.disabledAt === null,
      disabled: code.disabledAt !== null,
      code: {
        content: code.type === 'wifi' ? '' : code.content,
        description: code.description,
        createdAtMs: code.createdAt.getTime(),
        shortUrl: code.shortUrl,
      },
    }).finish(),
  };
}
