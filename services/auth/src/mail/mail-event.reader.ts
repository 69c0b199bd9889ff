import type { Topic } from '@linqr/platform/bus';
import { MailRequested } from '@linqr/proto/events/v1/mail';
import { WebhookChange, WebhookChanged } from '@linqr/proto/events/v1/webhook';
import { normaliseEmail } from '../users/email-address.js';
import type { MailFacts, MailKind } from './mail.kinds.js';

export const TOPICS_WITH_MAIL = ['mail.requested.v1', 'webhook.changed.v1'] as const satisfies readonly Topic[];
export type ReadableTopic = (typeof TOPICS_WITH_MAIL)[number];

/** To an account, or the owner of a workspace, or an address without one, or whoever runs the installation. */
export type MailTarget = { userId: string; workspaceId: string } | { address: string } | { operator: true };

export interface MailEvent {
  eventId: string;
  kind: MailKind;
  to: MailTarget;
  facts: MailFacts;
}

/** What another service may ask for, and whom each kind is to. Anything with a secret in it is auth's own to send. */
const ON_REQUEST: Partial<Record<MailKind, 'account' | 'address' | 'operator'>> = {
  link_disabled: 'account',
  link_quarantined: 'account',
  link_restored: 'account',
  report_received: 'address',
  contact_message: 'operator',
  operator_notice: 'operator',
};

const MAX_FACTS = 20;
const MAX_CHARACTERS = 8_000;

/** Throws for what cannot be read or asks for what may not be sent; undefined: there is nothing to tell. */
export function readMailEvent(topic: ReadableTopic, value: Uint8Array): MailEvent | undefined {
  return topic === 'webhook.changed.v1' ? readWebhook(value) : readRequest(value);
}

function readRequest(value: Uint8Array): MailEvent {
  const { eventId, kind, userId, workspaceId, address, facts } = MailRequested.decode(value);
  const audience = ON_REQUEST[kind as MailKind];
  if (!eventId || !audience) throw new Error('this mail cannot be asked for');
  const size = Object.entries(facts).reduce((sum, [key, text]) => sum + key.length + text.length, 0);
  if (Object.keys(facts).length > MAX_FACTS || size > MAX_CHARACTERS) throw new Error('the mail is about too much');
  return { eventId, kind: kind as MailKind, to: target(audience, { userId, workspaceId, address }), facts: printable(facts) };
}

function target(audience: 'account' | 'address' | 'operator', to: { userId: string; workspaceId: string; address: string }): MailTarget {
  if (audience === 'operator') return { operator: true };
  if (audience === 'account') {
    if (!to.userId && !to.workspaceId) throw new Error('the mail is to nobody');
    return { userId: to.userId, workspaceId: to.workspaceId };
  }
  const address = normaliseEmail(to.address);
  if (!address) throw new Error('the mail is to no address');
  return { address };
}

function readWebhook(value: Uint8Array): MailEvent | undefined {
  const { eventId, change, ownerId, workspaceId, url, reason } = WebhookChanged.decode(value);
  const kind =
    change === WebhookChange.WEBHOOK_CHANGE_DISABLED
      ? 'webhook_disabled'
      : change === WebhookChange.WEBHOOK_CHANGE_FAILING
        ? 'webhook_failing'
        : undefined;
  return kind && { eventId, kind, to: { userId: ownerId, workspaceId }, facts: printable({ url, reason: reason.slice(0, 500) }) };
}

/** PostgreSQL takes no NUL; nobody wants the other control characters in a mail either, but for line breaks. */
function printable(facts: MailFacts): MailFacts {
  const entries = Object.entries(facts).map(([key, text]) => [key.slice(0, 60), text.replace(/(?![\n\t])\p{Cc}/gu, ' ')] as const);
  return Object.fromEntries(entries);
}
