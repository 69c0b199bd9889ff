import { newId } from '@linqr/platform/ids';
import type { OutboxEvent } from '@linqr/platform/outbox';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import { MailRequested } from '@linqr/proto/events/v1/mail';
import type { SettableState } from './link-state.js';

const MAILS: Record<SettableState, string> = { disabled: 'link_disabled', quarantined: 'link_quarantined', active: 'link_restored' };

/** The owner is told what happened to the link, and why. */
export function ownerToldOf(
  state: SettableState,
  link: { ownerId: string; workspaceId: string; shortUrl: string },
  reason: string,
  at: Date,
): OutboxEvent {
  const facts: Record<string, string> = reason ? { shortUrl: link.shortUrl, reason } : { shortUrl: link.shortUrl };
  return mailRequested(MAILS[state], { userId: link.ownerId, workspaceId: link.workspaceId }, facts, at);
}

/** A mail that auth is to send; see events/v1/mail.proto. */
export function mailRequested(
  kind: string,
  to: { userId?: string; workspaceId?: string; address?: string },
  facts: Record<string, string>,
  at: Date,
): OutboxEvent {
  const { userId = '', workspaceId = '', address = '' } = to;
  return {
    topic: 'mail.requested.v1',
    key: userId || workspaceId || address || 'operator',
    value: MailRequested.encode({
      eventId: newId('evt', at.getTime()),
      occurredAtMs: at.getTime(),
      kind,
      userId,
      workspaceId,
      address,
      facts,
    }).finish(),
  };
}

/** Every edge drops what it holds of the workspace. */
export function workspaceChanged(workspaceId: string, at: Date): OutboxEvent {
  return {
    topic: 'link.changed.v1',
    key: workspaceId,
    value: LinkChanged.encode({
      eventId: newId('evt', at.getTime()),
      occurredAtMs: at.getTime(),
      change: LinkChange.LINK_CHANGE_WORKSPACE_CHANGED,
      workspaceId,
      linkId: '',
      ownerId: '',
      domain: '',
      slug: '',
      version: 0,
      originalUrl: '',
      title: '',
      previousDomain: '',
      previousSlug: '',
      shortUrl: '',
      createdAtMs: 0,
    }).finish(),
  };
}
