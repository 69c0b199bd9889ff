import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AccountChange } from '@linqr/proto/events/v1/account';
import { postgresTracesOf } from '@linqr/testing/erasure';
import { eventually } from '@linqr/testing/eventually';
import { type AuthFixture, CLIENT, codeOf, PASSWORD, published, register, startAuth } from './auth-fixture.js';

let auth: AuthFixture;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

describe('an account that deletes itself', () => {
  test('needs its password, and leaves no trace but the event and a farewell', async () => {
    const person = await register(auth);
    await auth.as(person.actor, (c) => c.getApiKey({}));
    await auth.as(person.actor, (c) => c.updateProfile({ company: 'Traces & Co', website: 'https://traces.example' }));
    await auth.client.forgotPassword({ email: person.email, client: CLIENT });
    await auth.mail.to(person.email, /reset/i);
    const remove = (password: string) => auth.as(person.actor, (c) => c.deleteAccount({ password, code: '' }));
    expect(await codeOf(remove(''))).toBe('VALIDATION_FAILED');
    expect(await codeOf(remove('not it'))).toBe('CURRENT_PASSWORD_WRONG');
    const byKey = { ...person.actor, via: 'api_key' as const };
    expect(await codeOf(auth.as(byKey, (c) => c.deleteAccount({ password: PASSWORD, code: '' })))).toBe('FORBIDDEN');

    await remove(PASSWORD);
    const event = await published(auth, (e) => e.userId === person.user!.id && e.change === AccountChange.ACCOUNT_CHANGE_DELETED);
    expect(event).toMatchObject({
      workspaceId: person.user!.workspaceId,
      emailSha256: createHash('sha256').update(person.email).digest('hex'),
    });
    const farewell = await auth.mail.to(person.email, /was deleted/);
    expect(farewell.headers['linqr-account']).toBe('deleted');
    const own = [person.user!.id, person.user!.workspaceId, person.email, person.sessionId, 'Traces & Co', 'traces.example'];
    await eventually(async () => (await postgresTracesOf(auth.sql, own)).length === 0);
    expect(await codeOf(remove(PASSWORD))).toBe('SESSION_EXPIRED');
    expect(await codeOf(auth.client.refresh({ refreshToken: person.refreshToken, client: CLIENT }))).toBe('REFRESH_TOKEN_INVALID');
    expect((await register(auth, person.email)).user!.id).not.toBe(person.user!.id);
  });

  test('may prove itself by a mailed code instead: its own, the newest, once', async () => {
    const [person, other] = [await register(auth), await register(auth)];
    const mailedCode = async (n: number) => {
      await auth.as(person.actor, (c) => c.requestDeletionCode({}));
      const mail = await eventually(() => auth.mail.all(person.email, /code to delete/)[n] ?? false);
      return /^[2-9A-Z]{5}-[2-9A-Z]{5}$/m.exec(mail.text)![0];
    };
    const [first, second] = [await mailedCode(0), await mailedCode(1)];
    const remove = (actor: typeof person.actor, code: string) => auth.as(actor, (c) => c.deleteAccount({ password: '', code }));
    expect(await codeOf(remove(person.actor, first))).toBe('DELETION_CODE_INVALID');
    expect(await codeOf(remove(person.actor, 'AAAAA-AAAAA'))).toBe('DELETION_CODE_INVALID');
    expect(await codeOf(remove(other.actor, second))).toBe('DELETION_CODE_INVALID');
    expect((await postgresTracesOf(auth.sql, [second.replace('-', '')])).length).toBe(0);
    await remove(person.actor, ` ${second.toLowerCase()} `);
    await auth.mail.to(person.email, /was deleted/);
    expect(await codeOf(remove(person.actor, second))).toBe('SESSION_EXPIRED');
    expect((await auth.as(other.actor, (c) => c.getProfile({}))).id).toBe(other.user!.id);
  });

  test('cannot be guessed at: passwords and codes are throttled together', async () => {
    const person = await register(auth);
    const codes: string[] = [];
    for (let i = 0; i < 11; i++)
      codes.push(await codeOf(auth.as(person.actor, (c) => c.deleteAccount({ password: '', code: 'AAAAA-AAAAA' }))));
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('DELETION_CODE_INVALID'));
    expect(codes[10]).toBe('RATE_LIMITED');
  });
});

test('whatever table knows an account loses it with the account: by cascade', async () => {
  const rows = await auth.sql<{ table: string }>(
    `select distinct c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     join pg_attribute a on a.attrelid = c.oid and a.attname in ('user_id', 'owner_id', 'workspace_id') and not a.attisdropped
     where c.relkind = 'r' and c.relname <> 'erasures'
       and not exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confdeltype = 'c')`,
  );
  expect(rows).toEqual([]);
});
