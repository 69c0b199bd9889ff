import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AccountChange } from '@linqr/proto/events/v1/account';
import jwt from 'jsonwebtoken';
import { type AuthFixture, actorOf, CLIENT, codeOf, PASSWORD, type Person, published, register, startAuth } from './auth-fixture.js';

let auth: AuthFixture;
let aheadMs = 0;
beforeAll(async () => {
  auth = await startAuth({ clock: { now: () => Date.now() + aheadMs } });
});
afterAll(() => auth.stop());

const refresh = (refreshToken: string) => auth.client.refresh({ refreshToken, client: CLIENT });
const signIn = (person: Person) =>
  auth.client.login({ email: person.email, password: PASSWORD, rememberMe: true, client: { ...CLIENT, userAgent: 'Second browser' } });
const revoked = (sessionId: string) =>
  published(auth, (e) => e.change === AccountChange.ACCOUNT_CHANGE_SESSION_REVOKED && e.sessionId === sessionId);

async function ahead<T>(ms: number, work: () => Promise<T>): Promise<T> {
  aheadMs += ms;
  try {
    return await work();
  } finally {
    aheadMs -= ms;
  }
}

describe('refresh', () => {
  test('rotates: each token leads to the next, in the same session', async () => {
    const person = await register(auth);
    let token = person.refreshToken;
    for (let i = 0; i < 5; i++) {
      const next = await refresh(token);
      expect(next.sessionId).toBe(person.sessionId);
      expect(next.refreshToken).not.toBe(token);
      expect(jwt.verify(next.accessToken, auth.publicKey, { algorithms: ['ES256'] })).toMatchObject({ sid: person.sessionId });
      token = next.refreshToken;
    }
  });

  test('two tabs with the same token at the same moment both live on', async () => {
    const person = await register(auth);
    const tabs = await Promise.all(Array.from({ length: 10 }, () => refresh(person.refreshToken)));
    expect(new Set(tabs.map((tab) => tab.refreshToken)).size).toBe(1);
    for (const tab of tabs) expect((await auth.as(actorOf(tab), (c) => c.getProfile({}))).email).toBe(person.email);
    const next = await Promise.all(tabs.map((tab) => refresh(tab.refreshToken)));
    expect(new Set(next.map((tab) => tab.refreshToken)).size).toBe(1);
    await refresh(next[0]!.refreshToken);
  });

  test('a token spent longer ago than the grace revokes its whole family', async () => {
    const person = await register(auth);
    const next = await refresh(person.refreshToken);
    expect(await ahead(11_000, () => codeOf(refresh(person.refreshToken)))).toBe('REFRESH_TOKEN_REUSED');
    expect(await codeOf(refresh(next.refreshToken))).toBe('REFRESH_TOKEN_INVALID');
    await revoked(person.sessionId);
    expect((await auth.mail.to(person.email, /session of yours was ended/i)).text).not.toContain(person.refreshToken);
  });

  test('within the grace only the parent of the newest token is forgiven', async () => {
    const person = await register(auth);
    const second = await refresh(person.refreshToken);
    await refresh(second.refreshToken);
    expect(await codeOf(refresh(person.refreshToken))).toBe('REFRESH_TOKEN_REUSED');
  });

  test('a thief and the victim at the same moment cannot both go on unnoticed', async () => {
    const person = await register(auth);
    const thief = await refresh(person.refreshToken);
    const victim = await refresh(person.refreshToken);
    // Both hold the same successor: whoever uses it second after the grace ends the family.
    expect(victim.refreshToken).toBe(thief.refreshToken);
    await refresh(thief.refreshToken);
    expect(await ahead(11_000, () => codeOf(refresh(victim.refreshToken)))).toBe('REFRESH_TOKEN_REUSED');
  });

  test('revoking one family leaves the other sessions of the account alone', async () => {
    const person = await register(auth);
    const other = await signIn(person);
    await refresh((await refresh(person.refreshToken)).refreshToken);
    expect(await codeOf(refresh(person.refreshToken))).toBe('REFRESH_TOKEN_REUSED');
    expect((await refresh(other.refreshToken)).sessionId).toBe(other.sessionId);
  });

  test('a token lives seven days and a session ninety', async () => {
    const person = await register(auth);
    expect(await ahead(7 * 86_400_000 + 1_000, () => codeOf(refresh(person.refreshToken)))).toBe('REFRESH_TOKEN_INVALID');
    const day = 86_400_000;
    let token = person.refreshToken;
    for (let days = 6; days < 90; days += 6) token = (await ahead(days * day, () => refresh(token))).refreshToken;
    expect((await ahead(89 * day, () => refresh(token))).refreshTokenSeconds).toBeLessThanOrEqual(86_400);
    const last = await register(auth);
    await auth.sql(`update sessions set created_at = now() - interval '91 days' where id = $1`, [last.sessionId]);
    expect(await codeOf(refresh(last.refreshToken))).toBe('REFRESH_TOKEN_INVALID');
  });

  test('nothing that could be presented is stored', async () => {
    const person = await register(auth);
    const next = await refresh(person.refreshToken);
    const [dump] = await auth.sql<{ text: string }>(
      `select string_agg(t::text, '') as text from (select t::text from refresh_tokens t union all select s::text from sessions s) t`,
    );
    for (const token of [person.refreshToken, next.refreshToken]) {
      expect(dump!.text).not.toContain(token);
      expect(dump!.text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    }
    // Where from is kept as a network, for the owner to read; never as a whole address.
    expect(dump!.text).not.toMatch(/198\.51\.\d+\.\d+(?!\d|\/24)/);
  });

  test.each(['', 'x', 'x'.repeat(43), 'x'.repeat(4_000), '\u0000'.repeat(43), 'e30.e30.e30'])(
    'what is no token is refused as such: %j',
    async (token) => {
      expect(await codeOf(refresh(token))).toBe('REFRESH_TOKEN_INVALID');
    },
  );
});

describe('logout', () => {
  test('ends the session of the token and says so to the gateway', async () => {
    const person = await register(auth);
    expect(await auth.client.logout({ refreshToken: person.refreshToken })).toEqual({});
    await revoked(person.sessionId);
    expect(await codeOf(refresh(person.refreshToken))).toBe('REFRESH_TOKEN_INVALID');
  });

  test('ends the session of the access token where no refresh token came along', async () => {
    const person = await register(auth);
    await auth.as(person.actor, (c) => c.logout({ refreshToken: '' }));
    expect(await codeOf(refresh(person.refreshToken))).toBe('REFRESH_TOKEN_INVALID');
  });

  test('without any session it is well, too', async () => {
    for (const refreshToken of ['', 'nonsense', 'y'.repeat(43)]) expect(await auth.client.logout({ refreshToken })).toEqual({});
  });
});

describe('sessions', () => {
  test('are listed with their browser, and a listed one can be ended', async () => {
    const person = await register(auth);
    const other = await signIn(person);
    const { sessions } = await auth.as(person.actor, (c) => c.listSessions({}));
    expect(sessions.map((s) => [s.id, s.current, s.userAgent])).toEqual([
      [other.sessionId, false, 'Second browser'],
      [person.sessionId, true, CLIENT.userAgent],
    ]);
    await auth.as(person.actor, (c) => c.revokeSession({ id: other.sessionId }));
    await revoked(other.sessionId);
    expect(await codeOf(refresh(other.refreshToken))).toBe('REFRESH_TOKEN_INVALID');
    expect((await auth.as(person.actor, (c) => c.listSessions({}))).sessions).toHaveLength(1);
    expect(await codeOf(auth.as(person.actor, (c) => c.revokeSession({ id: other.sessionId })))).toBe('SESSION_NOT_FOUND');
  });

  test("nobody ends or sees another account's", async () => {
    const [person, stranger] = [await register(auth), await register(auth)];
    expect(await codeOf(auth.as(stranger.actor, (c) => c.revokeSession({ id: person.sessionId })))).toBe('SESSION_NOT_FOUND');
    expect((await auth.as(stranger.actor, (c) => c.listSessions({}))).sessions.map((s) => s.id)).toEqual([stranger.sessionId]);
    await refresh(person.refreshToken);
  });

  test('an account keeps its fifty newest', async () => {
    const person = await register(auth);
    await auth.sql(
      `insert into sessions (id, user_id, remember_me, user_agent, address_key, created_at, expires_at)
       select 'ses_' || lpad(n::text, 26, '0'), $1, true, '', '', now() - interval '1 minute' + n * interval '1 second', now() + interval '1 day'
       from generate_series(1, 55) n`,
      [person.user!.id],
    );
    const newest = await signIn(person);
    const { sessions } = await auth.as(actorOf(newest), (c) => c.listSessions({}));
    expect(sessions).toHaveLength(50);
    expect(sessions.map((s) => s.id)).toContain(newest.sessionId);
  });
});

describe('what the gateway asks at its first sight of a session', () => {
  test('a live session is active; an ended one and one that never was are not', async () => {
    const person = await register(auth);
    expect(await auth.client.checkSession({ id: person.sessionId })).toEqual({ active: true, role: 'ROLE_USER' });
    await auth.client.logout({ refreshToken: person.refreshToken });
    expect(await auth.client.checkSession({ id: person.sessionId })).toMatchObject({ active: false });
    expect(await auth.client.checkSession({ id: 'ses_never' })).toMatchObject({ active: false });
  });
});

test('sign-ins, refreshes, password changes and sign-outs of one account at the same moment never deadlock', async () => {
  const person = await register(auth);
  await auth.sql(
    `insert into sessions (id, user_id, remember_me, user_agent, address_key, created_at, expires_at)
     select 'ses_9' || lpad(n::text, 25, '0'), $1, true, '', '', now() - interval '1 hour' + n * interval '1 second', now() + interval '1 day'
     from generate_series(1, 60) n`,
    [person.user!.id],
  );
  let password = PASSWORD;
  const typed = ['INVALID_CREDENTIALS', 'RATE_LIMITED', 'REFRESH_TOKEN_INVALID', 'REFRESH_TOKEN_REUSED', 'SESSION_NOT_FOUND'];
  for (let round = 0; round < 5; round++) {
    const current = await auth.client.login({ email: person.email, password, rememberMe: true, client: CLIENT });
    const newPassword = `Changed-Horse-${round}!`;
    const calls: Promise<unknown>[] = [
      auth.as(actorOf(current), (c) => c.changePassword({ currentPassword: password, newPassword })),
      ...Array.from({ length: 6 }, () => auth.client.login({ email: person.email, password, rememberMe: true, client: CLIENT })),
      ...Array.from({ length: 4 }, () => refresh(current.refreshToken)),
      refresh(person.refreshToken),
      auth.client.logout({ refreshToken: person.refreshToken }),
      auth.as(actorOf(current), (c) => c.revokeSession({ id: person.sessionId })),
    ];
    const [change, ...others] = await Promise.allSettled(calls);
    expect(change?.status).toBe('fulfilled');
    for (const other of others) if (other.status === 'rejected') expect(typed).toContain((other.reason as { code: string }).code);
    password = newPassword;
  }
});
