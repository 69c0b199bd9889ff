import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AccountChange } from '@linqr/proto/events/v1/account';
import jwt from 'jsonwebtoken';
import {
  type AuthFixture,
  actorOf,
  CLIENT,
  codeOf,
  errorOf,
  newAddress,
  PASSWORD,
  published,
  register,
  startAuth,
} from './auth-fixture.js';
import { tokenIn } from './mail-server.js';

let auth: AuthFixture;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

describe('sign-up', () => {
  test('gives an account with a personal workspace, a session, an event and a verification mail', async () => {
    const email = newAddress();
    const startedMs = Date.now();
    const session = await auth.client.register({ name: '  Ada Lovelace ', email, password: PASSWORD, client: CLIENT });
    expect(session.user).toMatchObject({ name: 'Ada Lovelace', email, role: 'ROLE_USER', emailVerified: false, company: '', website: '' });
    expect(session.user?.id).toMatch(/^usr_/);
    expect(session.user?.workspaceId).toMatch(/^ws_/);
    expect(session).toMatchObject({ accessTokenSeconds: 900, rememberMe: true });
    expect(session.refreshTokenSeconds).toBeGreaterThan(7 * 86_400 - 10);
    const memberships = await auth.sql('select role from memberships where user_id = $1 and workspace_id = $2', [
      session.user!.id,
      session.user!.workspaceId,
    ]);
    expect(memberships).toEqual([{ role: 'owner' }]);
    const event = await published(auth, (e) => e.userId === session.user!.id);
    expect(event).toMatchObject({ change: AccountChange.ACCOUNT_CHANGE_REGISTERED, workspaceId: session.user!.workspaceId });
    const mail = await auth.mail.to(email, /verify/i);
    expect(mail.text).toContain('https://app.linqr.test/verify-email?token=');
    expect(mail.html).toContain('https://app.linqr.test/verify-email?token=');
    expect(mail.receivedAtMs - startedMs).toBeLessThan(2_000);
  });

  test('signs the access token with ES256 and says who it is', async () => {
    const session = await register(auth);
    const claims = jwt.verify(session.accessToken, auth.publicKey, { algorithms: ['ES256'], issuer: 'linqr-auth', audience: 'linqr' });
    expect(claims).toMatchObject({ sub: session.user!.id, ws: session.user!.workspaceId, role: 'user', sid: session.sessionId, ev: false });
    const { iat, exp } = claims as jwt.JwtPayload;
    expect(exp! - iat!).toBe(900);
  });

  test('takes one address once, whatever its case, also when two come at the same moment', async () => {
    const email = newAddress();
    const attempts = await Promise.allSettled(
      [email, email.toUpperCase(), ` ${email} `].map((spelling) =>
        auth.client.register({ name: 'Ada', email: spelling, password: PASSWORD, client: CLIENT }),
      ),
    );
    expect(attempts.filter((a) => a.status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'EMAIL_TAKEN' });
    const rows = await auth.sql('select 1 from users where email = $1', [email]);
    expect(rows).toHaveLength(1);
    expect(await auth.sql(`select 1 from workspaces w where not exists (select 1 from memberships m where m.workspace_id = w.id)`)).toEqual(
      [],
    );
  });

  test('names every bad field in the words of the specification', async () => {
    const refused = await errorOf(auth.client.register({ name: ' ', email: 'nobody', password: 'short', client: CLIENT }));
    expect(refused.code).toBe('VALIDATION_FAILED');
    expect(refused.details).toEqual([
      { field: 'name', message: 'Name is required' },
      { field: 'email', message: 'Please enter a valid email address' },
      { field: 'password', message: 'Please ensure your password meets all requirements' },
    ]);
    const empty = await errorOf(auth.client.register({ name: 'A', email: '', password: '', client: undefined }));
    expect(empty.details.map((d) => d.message)).toEqual(['Email is required', 'Password is required']);
  });
});

describe('sign-in', () => {
  test('works with the address in any case, and carries remember-me to the session', async () => {
    const person = await register(auth);
    const session = await auth.client.login({ email: person.email.toUpperCase(), password: PASSWORD, rememberMe: false, client: CLIENT });
    expect(session.user?.id).toBe(person.user!.id);
    expect(session.rememberMe).toBe(false);
    expect(session.sessionId).not.toBe(person.sessionId);
    const refreshed = await auth.client.refresh({ refreshToken: session.refreshToken, client: CLIENT });
    expect(refreshed.rememberMe).toBe(false);
  });

  test('shows the profile and changes it', async () => {
    const person = await register(auth);
    expect((await auth.as(person.actor, (c) => c.getProfile({}))).email).toBe(person.email);
    const changed = await auth.as(person.actor, (c) => c.updateProfile({ company: 'Engines Ltd', website: 'engines.example' }));
    expect(changed).toMatchObject({ name: 'Ada Lovelace', company: 'Engines Ltd', website: 'https://engines.example' });
    const cleared = await auth.as(person.actor, (c) => c.updateProfile({ name: 'Ada', company: '', website: '' }));
    expect(cleared).toMatchObject({ name: 'Ada', company: '', website: '' });
    expect(await codeOf(auth.client.getProfile({}))).toBe('NOT_SIGNED_IN');
    expect(await codeOf(auth.as(person.actor, (c) => c.updateProfile({ website: 'javascript:alert(1)' })))).toBe('VALIDATION_FAILED');
  });
});

describe('e-mail verification', () => {
  test('the link of the mail works once and makes the address verified', async () => {
    const person = await register(auth);
    const token = tokenIn(await auth.mail.to(person.email, /verify/i));
    const { user } = await auth.client.verifyEmail({ token });
    expect(user).toMatchObject({ id: person.user!.id, emailVerified: true });
    await published(auth, (e) => e.userId === person.user!.id && e.change === AccountChange.ACCOUNT_CHANGE_EMAIL_VERIFIED);
    expect(await codeOf(auth.client.verifyEmail({ token }))).toBe('VERIFICATION_TOKEN_INVALID');
    const refreshed = await auth.client.refresh({ refreshToken: person.refreshToken, client: CLIENT });
    expect(jwt.decode(refreshed.accessToken)).toMatchObject({ ev: true });
    expect((await auth.as(actorOf(refreshed), (c) => c.getProfile({}))).emailVerified).toBe(true);
  });

  test('a link is no good after 24 hours, and another purpose of token is none', async () => {
    const person = await register(auth);
    const token = tokenIn(await auth.mail.to(person.email, /verify/i));
    expect(await codeOf(auth.client.resetPassword({ token, password: 'New-Password-1!', client: CLIENT }))).toBe('RESET_TOKEN_INVALID');
    await auth.sql(`update one_time_tokens set expires_at = now() - interval '1 second' where user_id = $1`, [person.user!.id]);
    expect(await codeOf(auth.client.verifyEmail({ token }))).toBe('VERIFICATION_TOKEN_INVALID');
    expect(await codeOf(auth.client.verifyEmail({ token: 'x'.repeat(43) }))).toBe('VERIFICATION_TOKEN_INVALID');
  });

  test('asking again sends another mail, and none to a stranger, with the same answer', async () => {
    const person = await register(auth);
    const first = await auth.mail.to(person.email, /verify/i);
    const stranger = newAddress();
    expect(await auth.client.resendVerification({ email: stranger, client: CLIENT })).toEqual({});
    expect(await auth.client.resendVerification({ email: person.email, client: CLIENT })).toEqual({});
    await expectSecondMail(person.email);
    const second = tokenIn(auth.mail.all(person.email).at(-1)!);
    expect(second).not.toBe(tokenIn(first));
    expect((await auth.client.verifyEmail({ token: second })).user?.emailVerified).toBe(true);
    expect(auth.mail.all(stranger)).toEqual([]);
  });
});

async function expectSecondMail(address: string): Promise<void> {
  const { eventually } = await import('@linqr/testing/eventually');
  await eventually(() => auth.mail.all(address, /verify/i).length === 2);
}
