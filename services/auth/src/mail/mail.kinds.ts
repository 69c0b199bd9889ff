import type { EntityManager } from 'typeorm';
import type { NotificationPreferences } from '../notifications/notification-preferences.js';
import type { User } from '../users/user.js';
import type { MailParts } from './mail.layout.js';

/** Every mail the product sends. What each says: kinds/. */
export const MAIL_KINDS = [
  'verify_email',
  'reset_password',
  'password_changed',
  'api_key_replaced',
  'session_reuse',
  'security_alert',
  'email_change_current',
  'email_change_new',
  'email_changed',
  'deletion_code',
  'account_deleted',
  'trial_ending',
  'trial_ended',
  'payment_failed',
  'plan_ended',
  'webhook_failing',
  'webhook_disabled',
  'link_disabled',
  'link_quarantined',
  'link_restored',
  'code_disabled',
  'code_restored',
  'weekly_report',
  'report_received',
  'contact_message',
  'operator_notice',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export function isMailKind(kind: string): kind is MailKind {
  return (MAIL_KINDS as readonly string[]).includes(kind);
}

/** What a mail is about, as texts; kept with the queued mail until it is sent. */
export type MailFacts = Readonly<Record<string, string>>;

export interface MailContext {
  db: EntityManager;
  facts: MailFacts;
  /** An address of the app: path, and what goes behind the question mark. */
  appUrl(path: string, query?: Record<string, string>): string;
}

export interface AccountMailContext extends MailContext {
  user: User;
  /** "Hello Ada," */
  greeting: string;
  /** Where it goes: the account's address unless the queued mail names another. */
  to: string;
}

/**
 * Undefined: there is nothing to tell any more. Rejects: it is tried again later, as when the server does not take it.
 * Secrets (links, codes) are made here, just before sending: at rest there are only hashes.
 */
type Composed<C> = (context: C) => MailParts | undefined | Promise<MailParts | undefined>;

export interface AccountMail {
  audience: 'account';
  /** The preferences that all have to be on; empty: it is always sent. */
  preferences: readonly (keyof NotificationPreferences)[];
  /** The first of these preferences can be switched off from the mail itself. */
  unsubscribe?: boolean;
  /** Only to an address that was proven. */
  verifiedOnly?: boolean;
  compose: Composed<AccountMailContext>;
}

/** To an address that has no account, or none any more; or to whoever runs the installation. */
export interface PlainMail {
  audience: 'address' | 'operator';
  compose: Composed<MailContext>;
  /** More headers. */
  headers?: Readonly<Record<string, string>>;
}

export type MailRecipe = AccountMail | PlainMail;
