import { newId } from '@linqr/platform/ids';
import type { OutboxEvent } from '@linqr/platform/outbox';
import { QrCodeChange, QrCodeChanged } from '@linqr/proto/events/v1/qr';

/** Every edge drops what it holds of the workspace's codes: it does not tell codes whose content stayed the same apart by version. */
export function codesOfWorkspaceChanged(workspaceId: string, at: Date): OutboxEvent {
  return {
    topic: 'qr.changed.v1',
    key: workspaceId,
    value: QrCodeChanged.encode({
      eventId: newId('evt', at.getTime()),
      occurredAtMs: at.getTime(),
      change: QrCodeChange.QR_CODE_CHANGE_WORKSPACE_CHANGED,
      qrId: '',
      workspaceId,
      ownerId: '',
      type: '',
      title: '',
      version: 0,
      shortLinkId: '',
      destination: '',
      active: false,
      keepsShortLink: false,
      disabled: false,
    }).finish(),
  };
}
