import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { type AuthFixture, codeOf, errorOf, register, startAuth } from './auth-fixture.js';

let auth: AuthFixture;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

/** The hour must not turn within a test that counts. */
async function awayFromTheHour(): Promise<void> {
  await eventually(() => 3_600_000 - (Date.now() % 3_600_000) > 20_000, { timeoutMs: 25_000, intervalMs: 500 });
}

describe('the API key', () => {
  test('is made on the first look, by several at once only one, and shown again', async () => {
    const person = await register(auth);
    const shown = await Promise.all(Array.from({ length: 8 }, () => auth.as(person.actor, (c) => c.getApiKey({}))));
    expect(new Set(shown.map((s) => s.key)).size).toBe(1);
    expect(shown[0]!.key).toMatch(/^lq_live_[A-Za-z0-9_-]{43}$/);
    expect(shown[0]!.id).toMatch(/^key_/);
    expect(await auth.as(person.actor, (c) => c.getApiKey({}))).toEqual(shown[0]);
  });

  test('tells whose it is, and is noted as used', async () => {
    const person = await register(auth);
    const { key, id } = await auth.as(person.actor, (c) => c.getApiKey({}));
    const answer = await auth.client.authenticateApiKey({ key });
    expect(answer).toMatchObject({ keyId: id, hourlyLimit: 100, remaining: 99 });
    expect(answer.user).toMatchObject({ id: person.user!.id, workspaceId: person.user!.workspaceId, role: 'ROLE_USER' });
    expect(answer.resetSeconds).toBeGreaterThan(0);
    expect(answer.resetSeconds).toBeLessThanOrEqual(3_600);
    expect((await auth.as(person.actor, (c) => c.getApiKey({}))).lastUsedAt).toBeDefined();
  });

  test('is replaced on request: the old one is dead at once, and the owner is told unless they do not want alerts', async () => {
    const person = await register(auth);
    const old = await auth.as(person.actor, (c) => c.getApiKey({}));
    const next = await auth.as(person.actor, (c) => c.regenerateApiKey({}));
    expect(next.key).not.toBe(old.key);
    expect(next.id).not.toBe(old.id);
    expect(await codeOf(auth.client.authenticateApiKey({ key: old.key }))).toBe('API_KEY_INVALID');
    expect((await auth.client.authenticateApiKey({ key: next.key })).keyId).toBe(next.id);
    const mail = await auth.mail.to(person.email, /api key was replaced/i);
    expect(`${mail.text}${mail.html}`).not.toContain(next.key);
    const quiet = await register(auth);
    await auth.as(quiet.actor, (c) =>
      c.updateNotificationPreferences({
        emailNotifications: true,
        weeklyReports: true,
        securityAlerts: false,
        marketingEmails: false,
        timeZone: '',
      }),
    );
    await auth.as(quiet.actor, (c) => c.regenerateApiKey({}));
    await eventually(async () => (await auth.sql('select 1 from mail_outbox')).length === 0);
    expect(auth.mail.all(quiet.email, /api key/i)).toEqual([]);
  });

  test('a hundred calls an hour on Free, exact under fifty at a time, and refused ones cost nothing', async () => {
    await awayFromTheHour();
    const person = await register(auth);
    const { key } = await auth.as(person.actor, (c) => c.getApiKey({}));
    const answers = [];
    for (let round = 0; round < 3; round++)
      answers.push(...(await Promise.all(Array.from({ length: 50 }, () => auth.client.authenticateApiKey({ key })))));
    const allowed = answers.filter((a) => a.remaining >= 0);
    expect(allowed).toHaveLength(100);
    expect(allowed.map((a) => a.remaining).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(answers.filter((a) => a.remaining === -1)).toHaveLength(50);
    const [hour] = await auth.sql<{ calls: number }>('select calls from api_key_hours where workspace_id = $1', [person.user!.workspaceId]);
    expect(hour?.calls).toBe(100);
  });

  test('a new key does not bring a new allowance, a new hour does', async () => {
    await awayFromTheHour();
    const person = await register(auth);
    await auth.as(person.actor, (c) => c.getApiKey({}));
    await auth.sql(`insert into api_key_hours values ($1, date_trunc('hour', now(), 'UTC'), 100)`, [person.user!.workspaceId]);
    const { key } = await auth.as(person.actor, (c) => c.regenerateApiKey({}));
    expect((await auth.client.authenticateApiKey({ key })).remaining).toBe(-1);
    await auth.sql(`update api_key_hours set hour = hour - interval '1 hour' where workspace_id = $1`, [person.user!.workspaceId]);
    expect((await auth.client.authenticateApiKey({ key })).remaining).toBe(99);
  });

  test('is not readable in the database, and says so plainly when it cannot be opened any more', async () => {
    const person = await register(auth);
    const { key } = await auth.as(person.actor, (c) => c.getApiKey({}));
    const [row] = await auth.sql<{ sealed: Buffer }>('select sealed from api_keys where user_id = $1', [person.user!.id]);
    expect(row!.sealed.toString('latin1')).not.toContain(key.slice(8));
    await auth.sql(`update api_keys set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) where user_id = $1`, [person.user!.id]);
    expect((await errorOf(auth.as(person.actor, (c) => c.getApiKey({})))).code).toBe('CONFLICT');
    expect((await auth.client.authenticateApiKey({ key })).user?.id).toBe(person.user!.id);
  });

  test('does not open what only a person may do', async () => {
    const person = await register(auth);
    const viaKey = { ...person.actor, via: 'api_key' as const };
    expect(await codeOf(auth.as(viaKey, (c) => c.getApiKey({})))).toBe('FORBIDDEN');
    expect(await codeOf(auth.as(viaKey, (c) => c.regenerateApiKey({})))).toBe('FORBIDDEN');
    expect(await codeOf(auth.as(viaKey, (c) => c.listSessions({})))).toBe('FORBIDDEN');
    expect((await auth.as(viaKey, (c) => c.getProfile({}))).id).toBe(person.user!.id);
  });

  test.each(['', 'lq_live_', `lq_live_${'x'.repeat(43)}`, 'x'.repeat(900), 'lq_live_\u0000'])(
    'what is no key is refused as such: %j',
    async (key) => {
      expect(await codeOf(auth.client.authenticateApiKey({ key }))).toBe('API_KEY_INVALID');
    },
  );
});
