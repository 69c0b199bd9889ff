import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openBus } from '@linqr/platform/bus';
import { newId } from '@linqr/platform/ids';
import { createLogger } from '@linqr/platform/logging';
import { PlanChanged, PlanChangeReason } from '@linqr/proto/events/v1/billing';
import { MailRequested } from '@linqr/proto/events/v1/mail';
import { WebhookChange, WebhookChanged } from '@linqr/proto/events/v1/webhook';
import { eventually } from '@linqr/testing/eventually';
import { DataSource } from 'typeorm';
import { WeeklyReportScheduler } from '../src/reports/weekly-report.scheduler.js';
import { type AuthFixture, codeOf, type Person, register, startAuth } from './auth-fixture.js';
import { tokenIn } from './mail-server.js';

let auth: AuthFixture;
let bus: Awaited<ReturnType<typeof openBus>>;
let database: DataSource;
const logger = createLogger({ service: 'test', level: 'silent' });
beforeAll(async () => {
  auth = await startAuth({ env: { OPERATOR_EMAIL: 'operator@linqr.test' } });
  bus = await openBus({ url: auth.databaseUrl, clientId: 'test', logger });
  database = await new DataSource({ type: 'postgres', url: auth.databaseUrl, poolSize: 6 }).initialize();
}, 60_000);
afterAll(async () => {
  await bus?.close();
  await database?.destroy();
  await auth?.stop();
});

const ask = (fields: Partial<MailRequested>) => {
  const event: MailRequested = {
    eventId: newId('evt'),
    occurredAtMs: Date.now(),
    kind: '',
    userId: '',
    workspaceId: '',
    address: '',
    facts: {},
    ...fields,
  };
  return bus.publish('mail.requested.v1', [{ key: 'test', value: MailRequested.encode(event).finish() }]);
};
const verified = async (): Promise<Person> => {
  const person = await register(auth);
  await auth.client.verifyEmail({ token: tokenIn(await auth.mail.to(person.email, /verify/i)) });
  return person;
};
const webhookChanged = (person: Person, change: WebhookChange) =>
  bus.publish('webhook.changed.v1', [
    {
      key: 'whk_1',
      value: WebhookChanged.encode({
        eventId: newId('evt'),
        occurredAtMs: Date.now(),
        change,
        webhookId: 'whk_1',
        workspaceId: person.user!.workspaceId,
        ownerId: person.user!.id,
        url: 'https://hooks.example/a',
        reason: 'The receiver answered 500.',
      }).finish(),
    },
  ]);

describe('mail that other services ask for', () => {
  test('goes to the operator, an owner or an address; once however often it is delivered; never anything with a secret', async () => {
    const person = await register(auth);
    const eventId = newId('evt');
    const facts = { name: 'Grace', email: 'grace@example.com', type: 'sales', subject: 'A hundred seats', message: 'Hello\nthere' };
    for (let told = 0; told < 2; told++) await ask({ eventId, kind: 'contact_message', facts });
    await ask({ kind: 'link_disabled', workspaceId: person.user!.workspaceId, facts: { shortUrl: 'go.linqr.test/a', reason: 'Phishing' } });
    await ask({ kind: 'report_received', address: 'reporter@example.com', facts: { reportId: 'rpt_9', name: 'http://evil.example' } });
    for (const kind of ['reset_password', 'deletion_code', 'made_up']) await ask({ kind, userId: person.user!.id });
    await ask({ kind: 'link_disabled', workspaceId: 'ws_gone' });
    await ask({ kind: 'report_received', address: 'no address' });
    await ask({ kind: 'operator_notice', facts: { subject: 'The last', text: 'of this test' } });
    await auth.mail.to('operator@linqr.test', /The last/);
    // All are queued by then; they are sent at once, so in any order.
    await auth.mail.to('operator@linqr.test', /A hundred seats/);
    const contact = auth.mail.all('operator@linqr.test', /A hundred seats/);
    expect(contact).toHaveLength(1);
    expect(contact[0]).toMatchObject({ replyTo: 'grace@example.com' });
    expect(contact[0]!.text).toContain('> Hello\n> there');
    expect((await auth.mail.to(person.email, /switched off/)).text).toContain('Phishing');
    const report = await auth.mail.to('reporter@example.com', /received your report/);
    expect(report.text).not.toContain('evil.example');
    expect(auth.mail.all(person.email, /reset|code/i)).toEqual([]);
  });

  test('about webhooks and plans comes from what their services publish, and respects the preferences', async () => {
    const person = await verified();
    await webhookChanged(person, WebhookChange.WEBHOOK_CHANGE_FAILING);
    const mail = await auth.mail.to(person.email, /webhooks is failing/);
    expect(mail.text).toContain('https://hooks.example/a');
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const url = /^<(https:\/\/app\.linqr\.test\/api\/auth\/unsubscribe\?token=([\w.-]+))>$/.exec(mail.headers['list-unsubscribe']!)!;

    const off = await auth.client.setUnsubscription({ token: url[2]!, subscribed: false });
    expect(off).toEqual({
      list: 'emailNotifications',
      maskedEmail: `p…${person.email.slice(person.email.indexOf('@'))}`,
      subscribed: false,
    });
    const kept = await auth.as(person.actor, (c) => c.getNotificationPreferences({}));
    expect(kept).toMatchObject({ emailNotifications: false, weeklyReports: true, securityAlerts: true });
    expect(await codeOf(auth.client.setUnsubscription({ token: `${url[2]}x`, subscribed: false }))).toBe('UNSUBSCRIBE_TOKEN_INVALID');
    await webhookChanged(person, WebhookChange.WEBHOOK_CHANGE_DISABLED);
    await ask({ kind: 'link_restored', userId: person.user!.id });
    await auth.mail.to(person.email, /works again/);
    await eventually(async () => (await auth.sql('select 1 from mail_outbox where user_id = $1', [person.user!.id])).length === 0);
    expect(auth.mail.all(person.email, /was switched off/)).toEqual([]);

    const plan = {
      eventId: newId('evt'),
      occurredAtMs: Date.now(),
      workspaceId: person.user!.workspaceId,
      plan: 'free',
      status: 'canceled',
    };
    const reason = PlanChangeReason.PLAN_CHANGE_REASON_CHANGED;
    const rest = {
      reason,
      trialEndsAtMs: undefined,
      graceEndsAtMs: undefined,
      billedPlan: 'starter',
      paying: false,
      previousPlan: 'starter',
    };
    const value = PlanChanged.encode({ ...plan, ...rest, previousStatus: 'active' }).finish();
    await bus.publish('plan.changed.v1', [{ key: person.user!.workspaceId, value }]);
    // Billing, which knows the plan's name, is down in this test: the mail waits.
    const [row] = await eventually(async () => {
      const rows = await auth.sql<{ kind: string; last_error: string }>('select kind, last_error from mail_outbox where user_id = $1', [
        person.user!.id,
      ]);
      return rows[0]?.last_error ? rows : false;
    });
    expect(row).toEqual({ kind: 'plan_ended', last_error: 'COMPOSE PART_UNAVAILABLE' });
  });
});

describe('the weekly report', () => {
  const MONDAY = Date.parse('2099-11-23T08:30:00Z'); // in UTC; 17:30 in Tokyo, 00:30 in Los Angeles
  const scheduler = (nowMs: number) => new WeeklyReportScheduler(database, { now: () => nowMs }, logger);
  const queuedFor = async (person: Person) =>
    (
      await auth.sql<{ facts: Record<string, string> }>(`select facts from mail_outbox where kind = 'weekly_report' and user_id = $1`, [
        person.user!.id,
      ])
    ).map(({ facts }) => facts);
  const prefer = (person: Person, over: Partial<{ weeklyReports: boolean; emailNotifications: boolean; timeZone: string }>) =>
    auth.as(person.actor, (c) =>
      c.updateNotificationPreferences({
        emailNotifications: true,
        weeklyReports: true,
        securityAlerts: true,
        marketingEmails: false,
        timeZone: '',
        ...over,
      }),
    );

  test('is queued once for an account and a week, in its own morning, for who wants it', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, verified));
    const [utc, tokyo, angeles, without, silent, disabled] = people as [Person, Person, Person, Person, Person, Person];
    const unverified = await register(auth);
    await Promise.all([
      prefer(tokyo, { timeZone: 'Asia/Tokyo' }),
      prefer(angeles, { timeZone: 'America/Los_Angeles' }),
      prefer(without, { weeklyReports: false }),
      prefer(silent, { emailNotifications: false }),
    ]);
    await auth.sql('update users set disabled_at = now() where id = $1', [disabled.user!.id]);
    await Promise.all(Array.from({ length: 4 }, () => scheduler(MONDAY).run()));
    expect(await scheduler(MONDAY + 3_600_000).run()).toBe(0);
    const midnights = { from: '2099-11-16T00:00:00.000Z', to: '2099-11-23T00:00:00.000Z', timeZone: 'UTC' };
    expect(await queuedFor(utc)).toEqual([midnights]);
    expect(await queuedFor(tokyo)).toEqual([{ from: '2099-11-15T15:00:00.000Z', to: '2099-11-22T15:00:00.000Z', timeZone: 'Asia/Tokyo' }]);
    for (const nobody of [angeles, without, silent, disabled, unverified]) expect(await queuedFor(nobody)).toEqual([]);
    expect(await scheduler(MONDAY + 8 * 3_600_000).run()).toBeGreaterThan(0);
    expect(await queuedFor(angeles)).toHaveLength(1);
    expect(await queuedFor(utc)).toHaveLength(1);
    // A week later another one.
    expect(await scheduler(MONDAY + 7 * 86_400_000).run()).toBeGreaterThan(0);
    expect(await queuedFor(utc)).toHaveLength(2);
  });
});
