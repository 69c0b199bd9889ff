import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Message } from '../src/mail/mail.composer.js';
import { MailComposer } from '../src/mail/mail.composer.js';
import type { MailFacts, MailKind } from '../src/mail/mail.kinds.js';
import { mailRecipes } from '../src/mail/mail.recipes.js';
import { UnsubscribeTokens } from '../src/unsubscribe/unsubscribe-token.js';

export const SAMPLE_ORIGIN = 'https://app.linqr.test';

const FACTS: Partial<Record<MailKind, MailFacts>> = {
  account_deleted: { by: 'owner' },
  security_alert: { action: 'passkey_added', device: 'Mozilla/5.0 (test)', place: '203.0.113.0/24' },
  email_change_current: { newEmail: 'ada@new.example' },
  email_change_new: { newEmail: 'ada@new.example' },
  email_changed: { newEmail: 'ada@new.example' },
  trial_ending: { plan: 'professional', endsAt: '2099-11-24T10:00:00Z', paying: 'false' },
  trial_ended: { plan: 'professional' },
  payment_failed: { plan: 'starter', keptUntil: '2026-11-24T10:00:00Z' },
  plan_ended: { plan: 'starter' },
  webhook_failing: { url: 'https://hooks.example/a?b=1&c=<Co>', reason: 'The receiver answered 500.' },
  webhook_disabled: { url: 'https://hooks.example/a', reason: 'Every delivery failed for five days.' },
  link_disabled: { shortUrl: 'go.linqr.test/spring', reason: 'Phishing' },
  link_quarantined: { shortUrl: 'go.linqr.test/spring', reason: 'The destination is on a block list.' },
  link_restored: { shortUrl: 'go.linqr.test/spring' },
  code_disabled: { codeUrl: 'https://app.linqr.test/qr/qr_1', title: 'Menu <A&B>', reason: 'Phishing' },
  code_restored: { codeUrl: 'https://app.linqr.test/qr/qr_1' },
  weekly_report: { from: '2026-11-15T23:00:00.000Z', to: '2026-11-22T23:00:00.000Z', timeZone: 'Europe/Berlin' },
  report_received: { reportId: 'rpt_1' },
  contact_message: {
    name: 'Grace <Co>',
    email: 'grace@example.com',
    type: 'sales',
    subject: 'A hundred seats',
    message: 'Hello!\n\nWe would like a hundred seats & a <b>custom</b> domain.\nWho do we talk to?',
  },
  operator_notice: { subject: 'A backup is late', text: 'The newest backup is 26 hours old.', Store: 'PostgreSQL' },
};

const user = {
  id: 'usr_1',
  personal_workspace_id: 'ws_1',
  name: 'Ada & <Co>',
  email: 'ada@example.com',
  company: '',
  website: '',
  role: 'user',
  email_verified_at: null as Date | null,
  created_at: new Date(),
  disabled_at: null,
  disabled_reason: '',
};

/** What the composer makes of one kind, from rows as the database would answer; in pictures and in tests of the texts. */
export async function sampleMail(kind: MailKind, name = user.name): Promise<Message> {
  const row = { ...user, name, email_verified_at: kind === 'verify_email' ? null : new Date() };
  const db = { query: async (sql: string) => (/from users|update email_changes/.test(sql) ? [row] : []) } as unknown as EntityManager;
  const week = {
    clicks: 12_480,
    visitors: 9_112,
    scans: 342,
    previousClicks: 11_020,
    previousVisitors: 9_640,
    topLinks: [
      { name: 'Spring catalogue', clicks: 5_210 },
      { name: 'go.linqr.test/newsletter-november', clicks: 3_044 },
      { name: 'A title that goes on for so long that it has to be broken into several lines on every phone there is', clicks: 1_120 },
    ],
    countries: [
      { code: 'DE', clicks: 6_100 },
      { code: 'US', clicks: 2_411 },
      { code: '', clicks: 87 },
    ],
  };
  const composer = new MailComposer({
    db,
    recipes: mailRecipes({ weeklyFigures: { week: async () => week }, planNames: async (key) => key[0]!.toUpperCase() + key.slice(1) }),
    appOrigin: SAMPLE_ORIGIN,
    operatorEmail: 'operator@linqr.test',
    unsubscribe: new UnsubscribeTokens([randomBytes(32)]),
  });
  const message = await composer.compose({
    id: 'msg_1',
    kind,
    user_id: 'usr_1',
    email: 'ada@example.com',
    facts: FACTS[kind] ?? {},
    attempts: 1,
  });
  if (!message) throw new Error(`nothing was made of ${kind}`);
  return message;
}
