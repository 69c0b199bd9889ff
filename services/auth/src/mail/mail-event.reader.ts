import type { Topic } from '@linqr/platform/bus';
import { PlanChanged, PlanChangeReason } from '@linqr/proto/events/v1/billing';
import { MailRequested } from '@linqr/proto/events/v1/mail';
import { WebhookChange, WebhookChanged } from '@linqr/proto/events/v1/webhook';
import { normaliseEmail } from '../users/email-address.js';
import type { MailFacts, MailKind } from './mail.kinds.js';

export const TOPICS_WITH_MAIL = ['mail.requested.v1', 'webhook.changed.v1', 'plan.changed.v1'] as const satisfies readonly Topic[];
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
  code_disabled: 'account',
  code_restored: 'account',
  report_received: 'address',
  contact_message: 'operator',
  operator_notice: 'operator',
};

const MAX_FACTS = 20;
const MAX_CHARACTERS = 8_000;

/** Throws for what cannot be read or asks for what may not be sent; undefined: there is nothing to tell. */
export function readMailEvent(topic: ReadableTopic, value: Uint8Array): MailEvent | undefined {
  switch (topic) {
    case 'webhook.changed.v1':
      return readWebhook(value);
    case 'plan.changed.v1':
      return readPlan(value);
    case 'mail.requested.v1':
      return readRequest(value);
  }
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

/** What of a plan's life its owner is told: before it ends, and that it has ended. Upgrades they made themselves. */
function readPlan(value: Uint8Array): MailEvent | undefined {
  const event = PlanChanged.decode(value);
  const { eventId, workspaceId, plan, billedPlan, paying, status, previousStatus, previousPlan, reason } = event;
  const to = { userId: '', workspaceId };
  const iso = (ms: number | undefined) => (ms ? new Date(ms).toISOString() : '');
  if (reason === PlanChangeReason.PLAN_CHANGE_REASON_TRIAL_ENDING)
    return { eventId, kind: 'trial_ending', to, facts: { plan, endsAt: iso(event.trialEndsAtMs), paying: String(paying) } };
  if (reason === PlanChangeReason.PLAN_CHANGE_REASON_GRACE_ENDING || (status === 'past_due' && previousStatus !== 'past_due'))
    return { eventId, kind: 'payment_failed', to, facts: { plan: billedPlan || plan, keptUntil: iso(event.graceEndsAtMs) } };
  // Events of before the fields of what it was say too little.
  if (previousStatus === '' || previousPlan === plan) return undefined;
  if (previousStatus === 'trialing' && !paying) return { eventId, kind: 'trial_ended', to, facts: { plan: previousPlan } };
  const isOver = status === 'canceled' || status === 'unpaid';
  return isOver ? { eventId, kind: 'plan_ended', to, facts: { plan: previousPlan } } : undefined;
}

/** PostgreSQL takes no NUL; nobody wants the other control characters in a mail either, but for line breaks. */
function printable(facts: MailFacts): MailFacts {
  const entries = Object.entries(facts).map(([key, text]) => [key.slice(0, 60), text.replace(/(?![\n\t])\p{Cc}/gu, ' ')] as const);
  return Object.fromEntries(entries);
}
