import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AccountChange } from '@linqr/proto/events/v1/account';
import { eventually } from '@linqr/testing/eventually';
import {
  type AuthFixture,
  CLIENT,
  codeOf,
  errorOf,
  newAddress,
  PASSWORD,
  type Person,
  published,
  register,
  startAuth,
} from './auth-fixture.js';
import { tokenIn } from './mail-server.js';

const NEW_PASSWORD = 'Another-Horse-8?';

let auth: AuthFixture;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const signIn = (email: string, password: string) => auth.client.login({ email, password, rememberMe: false, client: CLIENT });
const isRevoked = (sessionId: string) =>
  published(auth, (e) => e.change === AccountChange.ACCOUNT_CHANGE_SESSION_REVOKED && e.sessionId === sessionId);

async function resetToken(person: Person): Promise<string> {
  await auth.client.forgotPassword({ email: person.email, client: CLIENT });
  return tokenIn(await auth.mail.to(person.email, /reset/i));
}

describe('a forgotten password', () => {
  test('is replaced by the link of the mail, which ends every session and works once', async () => {
    const person = await register(auth);
    const token = await resetToken(person);
    expect(await auth.client.resetPassword({ token, password: NEW_PASSWORD, client: CLIENT })).toEqual({});
    await isRevoked(person.sessionId);
    expect(await codeOf(auth.client.refresh({ refreshToken: person.refreshToken, client: CLIENT }))).toBe('REFRESH_TOKEN_INVALID');
    expect(await codeOf(signIn(person.email, PASSWORD))).toBe('INVALID_CREDENTIALS');
    expect((await signIn(person.email, NEW_PASSWORD)).user).toMatchObject({ id: person.user!.id, emailVerified: true });
    expect(await codeOf(auth.client.resetPassword({ token, password: PASSWORD, client: CLIENT }))).toBe('RESET_TOKEN_INVALID');
    await auth.mail.to(person.email, /password was changed/i);
  });

  test('a link used by two at once works for one', async () => {
    const person = await register(auth);
    const token = await resetToken(person);
    const answers = await Promise.allSettled(
      [1, 2, 3, 4].map((n) => auth.client.resetPassword({ token, password: `${NEW_PASSWORD}${n}`, client: CLIENT })),
    );
    expect(answers.filter((a) => a.status === 'fulfilled')).toHaveLength(1);
    for (const a of answers) if (a.status === 'rejected') expect(a.reason).toMatchObject({ code: 'RESET_TOKEN_INVALID' });
  });

  test('a link is no good after an hour, and a newer one does not spoil an older one until one is used', async () => {
    const person = await register(auth);
    const first = await resetToken(person);
    await auth.client.forgotPassword({ email: person.email, client: CLIENT });
    await eventually(() => auth.mail.all(person.email, /reset/i).length === 2);
    const second = tokenIn(auth.mail.all(person.email, /reset/i)[1]!);
    await auth.client.resetPassword({ token: first, password: NEW_PASSWORD, client: CLIENT });
    expect(await codeOf(auth.client.resetPassword({ token: second, password: PASSWORD, client: CLIENT }))).toBe('RESET_TOKEN_INVALID');
    const [late] = await auth.sql<{ seconds: string }>(
      `select round(extract(epoch from max(expires_at) - now())) as seconds from one_time_tokens where purpose = 'reset_password'`,
    );
    expect(Number(late?.seconds ?? 3_600)).toBeLessThanOrEqual(3_600);
    const other = await register(auth);
    const expired = await resetToken(other);
    await auth.sql(`update one_time_tokens set expires_at = now() where user_id = $1 and purpose = 'reset_password'`, [other.user!.id]);
    expect(await codeOf(auth.client.resetPassword({ token: expired, password: NEW_PASSWORD, client: CLIENT }))).toBe('RESET_TOKEN_INVALID');
  });

  test('a stranger gets the same answer and no mail', async () => {
    const stranger = newAddress();
    expect(await auth.client.forgotPassword({ email: stranger, client: CLIENT })).toEqual({});
    await eventually(async () => (await auth.sql('select 1 from mail_outbox')).length === 0);
    expect(auth.mail.all(stranger)).toEqual([]);
  });

  test('nobody is flooded with mail: five at once, then silence with the same answer', async () => {
    const person = await register(auth);
    for (let i = 0; i < 12; i++)
      expect(await auth.client.forgotPassword({ email: person.email, client: { ...CLIENT, address: `192.0.2.${i}` } })).toEqual({});
    await eventually(async () => (await auth.sql('select 1 from mail_outbox')).length === 0);
    expect(auth.mail.all(person.email, /reset/i)).toHaveLength(5);
  });
});

describe('changing the password', () => {
  test('ends the other sessions and keeps the own one', async () => {
    const person = await register(auth);
    const other = await signIn(person.email, PASSWORD);
    await auth.as(person.actor, (c) => c.changePassword({ currentPassword: PASSWORD, newPassword: 'longenough' }));
    await isRevoked(other.sessionId);
    expect(await codeOf(auth.client.refresh({ refreshToken: other.refreshToken, client: CLIENT }))).toBe('REFRESH_TOKEN_INVALID');
    expect((await auth.client.refresh({ refreshToken: person.refreshToken, client: CLIENT })).sessionId).toBe(person.sessionId);
    expect(await codeOf(signIn(person.email, PASSWORD))).toBe('INVALID_CREDENTIALS');
    await signIn(person.email, 'longenough');
    const mail = await auth.mail.to(person.email, /password was changed/i);
    expect(`${mail.text}${mail.html}`).not.toContain('longenough');
  });

  test('needs the current password and a long enough new one', async () => {
    const person = await register(auth);
    const wrong = await errorOf(
      auth.as(person.actor, (c) => c.changePassword({ currentPassword: 'Wrong-Horse-7!', newPassword: NEW_PASSWORD })),
    );
    expect(wrong).toMatchObject({ code: 'CURRENT_PASSWORD_WRONG', details: [{ field: 'currentPassword' }] });
    const short = await errorOf(auth.as(person.actor, (c) => c.changePassword({ currentPassword: PASSWORD, newPassword: 'short' })));
    expect(short).toMatchObject({ code: 'VALIDATION_FAILED', message: 'Password must be at least 8 characters long' });
    expect(await codeOf(auth.client.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }))).toBe('NOT_SIGNED_IN');
    expect(
      await codeOf(
        auth.as({ ...person.actor, via: 'api_key' }, (c) => c.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD })),
      ),
    ).toBe('FORBIDDEN');
  });

  test('cannot be used to try passwords out: ten wrong ones, then a pause', async () => {
    const person = await register(auth);
    const attempt = () =>
      codeOf(auth.as(person.actor, (c) => c.changePassword({ currentPassword: 'Wrong-Horse-7!', newPassword: NEW_PASSWORD })));
    const codes: string[] = [];
    for (let i = 0; i < 12; i++) codes.push(await attempt());
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('CURRENT_PASSWORD_WRONG'));
    expect(codes.slice(10)).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
  });

  test('leaves no session behind that the old password opens at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await register(auth);
      const change = auth.as(person.actor, (c) => c.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }));
      const sessions = await Promise.allSettled(Array.from({ length: 6 }, () => signIn(person.email, PASSWORD)));
      await change;
      for (const session of sessions)
        if (session.status === 'fulfilled')
          expect(await codeOf(auth.client.refresh({ refreshToken: session.value.refreshToken, client: CLIENT }))).toBe(
            'REFRESH_TOKEN_INVALID',
          );
    }
  });

  test('of two changes at once one wins', async () => {
    const person = await register(auth);
    const answers = await Promise.allSettled(
      ['first-one', 'second-one'].map((newPassword) =>
        auth.as(person.actor, (c) => c.changePassword({ currentPassword: PASSWORD, newPassword })),
      ),
    );
    expect(answers.map((a) => a.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
