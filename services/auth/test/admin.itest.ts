import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Role } from '@linqr/proto/auth/v1/auth';
import { AccountChange } from '@linqr/proto/events/v1/account';
import jwt from 'jsonwebtoken';
import { type AuthFixture, CLIENT, codeOf, newAddress, PASSWORD, published, register, startAuth } from './auth-fixture.js';

let auth: AuthFixture;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

describe('roles', () => {
  test('the operator grants one without an actor; the next access token carries it', async () => {
    const person = await register(auth);
    expect((await auth.client.setRole({ email: person.email.toUpperCase(), role: Role.ROLE_ADMIN })).role).toBe('ROLE_ADMIN');
    await published(auth, (e) => e.userId === person.user!.id && e.change === AccountChange.ACCOUNT_CHANGE_ROLE_CHANGED);
    const refreshed = await auth.client.refresh({ refreshToken: person.refreshToken, client: CLIENT });
    expect(jwt.decode(refreshed.accessToken)).toMatchObject({ role: 'admin' });
  });

  test('somebody signed in needs to be an admin', async () => {
    const [person, victim] = [await register(auth), await register(auth)];
    expect(await codeOf(auth.as(person.actor, (c) => c.setRole({ email: person.email, role: Role.ROLE_ADMIN })))).toBe('FORBIDDEN');
    const admin = { ...person.actor, role: 'admin' as const };
    expect((await auth.as(admin, (c) => c.setRole({ email: victim.email, role: Role.ROLE_ADMIN }))).role).toBe('ROLE_ADMIN');
    expect((await auth.as(admin, (c) => c.setRole({ email: victim.email, role: Role.ROLE_USER }))).role).toBe('ROLE_USER');
    expect(await codeOf(auth.as(admin, (c) => c.setRole({ email: newAddress(), role: Role.ROLE_USER })))).toBe('USER_NOT_FOUND');
    expect(await codeOf(auth.as(admin, (c) => c.setRole({ email: victim.email, role: Role.ROLE_UNSPECIFIED })))).toBe('VALIDATION_FAILED');
  });
});

describe('the list of users', () => {
  test('is for admins, newest first, in pages, and can be searched literally', async () => {
    const mark = `mark_${Date.now()}`;
    const people = [];
    for (let i = 0; i < 5; i++) people.push(await register(auth, `${mark}.${i}@example.com`));
    const admin = { ...people[0]!.actor, role: 'admin' as const };
    expect(await codeOf(auth.as(people[0]!.actor, (c) => c.listUsers({ page: 1, limit: 2, search: '' })))).toBe('FORBIDDEN');
    expect(await codeOf(auth.client.listUsers({ page: 1, limit: 2, search: '' }))).toBe('NOT_SIGNED_IN');
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => auth.as(admin, (c) => c.listUsers({ page, limit: 2, search: mark.toUpperCase() }))),
    );
    expect(pages.map((p) => p.total)).toEqual([5, 5, 5, 5]);
    expect(pages.flatMap((p) => p.users.map((u) => u.email))).toEqual([4, 3, 2, 1, 0].map((i) => `${mark}.${i}@example.com`));
    for (const search of ['%', '_%_%', '\\'])
      expect((await auth.as(admin, (c) => c.listUsers({ page: 0, limit: 0, search: `${search}${mark}` }))).total).toBe(0);
    expect((await auth.as(admin, (c) => c.listUsers({ page: 0, limit: 0, search: 'lovelace' }))).users.length).toBeGreaterThanOrEqual(5);
  });
});

describe('deleting a user', () => {
  test('takes everything of the account, ends its sessions and frees the address', async () => {
    const [person, boss] = [await register(auth), await register(auth)];
    const admin = { ...boss.actor, role: 'admin' as const };
    await auth.as(person.actor, (c) => c.getApiKey({}));
    await auth.as(person.actor, (c) =>
      c.updateNotificationPreferences({
        emailNotifications: false,
        weeklyReports: false,
        securityAlerts: false,
        marketingEmails: true,
        timeZone: '',
      }),
    );
    expect(await codeOf(auth.as(person.actor, (c) => c.deleteUser({ email: person.email })))).toBe('FORBIDDEN');
    expect(await auth.as(admin, (c) => c.deleteUser({ email: person.email }))).toEqual({});
    await published(auth, (e) => e.userId === person.user!.id && e.change === AccountChange.ACCOUNT_CHANGE_DELETED);
    await published(auth, (e) => e.sessionId === person.sessionId && e.change === AccountChange.ACCOUNT_CHANGE_SESSION_REVOKED);
    for (const table of ['users', 'sessions', 'api_keys', 'notification_preferences', 'memberships', 'one_time_tokens', 'mail_outbox']) {
      const column = table === 'users' ? 'id' : 'user_id';
      expect([table, await auth.sql(`select 1 from ${table} where ${column} = $1`, [person.user!.id])]).toEqual([table, []]);
    }
    expect(await auth.sql('select 1 from workspaces where id = $1', [person.user!.workspaceId])).toEqual([]);
    expect(await codeOf(auth.as(person.actor, (c) => c.getProfile({})))).toBe('SESSION_EXPIRED');
    expect(await codeOf(auth.client.refresh({ refreshToken: person.refreshToken, client: CLIENT }))).toBe('REFRESH_TOKEN_INVALID');
    expect(await codeOf(auth.as(admin, (c) => c.deleteUser({ email: person.email })))).toBe('USER_NOT_FOUND');
    expect((await register(auth, person.email)).user!.id).not.toBe(person.user!.id);
  });

  test('never takes an admin', async () => {
    const [other, boss] = [await register(auth), await register(auth)];
    const admin = { ...boss.actor, role: 'admin' as const };
    await auth.client.setRole({ email: other.email, role: Role.ROLE_ADMIN });
    expect(await codeOf(auth.as(admin, (c) => c.deleteUser({ email: other.email })))).toBe('FORBIDDEN');
    expect((await auth.client.refresh({ refreshToken: other.refreshToken, client: CLIENT })).sessionId).toBe(other.sessionId);
  });
});

describe('notification preferences', () => {
  test('begin as specified and are kept', async () => {
    const person = await register(auth);
    expect(await auth.as(person.actor, (c) => c.getNotificationPreferences({}))).toEqual({
      emailNotifications: true,
      weeklyReports: true,
      securityAlerts: true,
      marketingEmails: false,
      timeZone: 'UTC',
    });
    const wanted = { emailNotifications: false, weeklyReports: true, securityAlerts: false, marketingEmails: true, timeZone: 'Asia/Tokyo' };
    expect(await auth.as(person.actor, (c) => c.updateNotificationPreferences(wanted))).toEqual(wanted);
    expect(await auth.as(person.actor, (c) => c.getNotificationPreferences({}))).toEqual(wanted);
    // Clients that know of no time zone leave it as it was.
    expect(await auth.as(person.actor, (c) => c.updateNotificationPreferences({ ...wanted, timeZone: '' }))).toEqual(wanted);
    expect(await codeOf(auth.as(person.actor, (c) => c.updateNotificationPreferences({ ...wanted, timeZone: 'Mars/Base' })))).toBe(
      'VALIDATION_FAILED',
    );
    const gone = { ...person.actor, userId: 'usr_gone' };
    expect(await codeOf(auth.as(gone, (c) => c.updateNotificationPreferences(wanted)))).toBe('SESSION_EXPIRED');
  });
});

test('an account signs in again after an admin changed nothing else', async () => {
  const person = await register(auth);
  await auth.client.setRole({ email: person.email, role: Role.ROLE_USER });
  expect((await auth.client.login({ email: person.email, password: PASSWORD, rememberMe: true, client: CLIENT })).user?.role).toBe(
    'ROLE_USER',
  );
  expect(auth.events.filter((e) => e.userId === person.user!.id && e.change === AccountChange.ACCOUNT_CHANGE_ROLE_CHANGED)).toEqual([]);
});

describe('disabling a user', () => {
  test('ends every session, refuses sign-in after the right password only, and the API key, until it is opened again', async () => {
    const [person, boss] = [await register(auth), await register(auth)];
    const admin = { ...boss.actor, role: 'admin' as const };
    const { key } = await auth.as(person.actor, (c) => c.getApiKey({}));
    const request = { userId: person.user!.id, disabled: true, reason: 'Phishing' };
    expect(await codeOf(auth.as(boss.actor, (c) => c.setUserDisabled(request)))).toBe('FORBIDDEN');
    expect(await codeOf(auth.client.setUserDisabled(request))).toBe('NOT_SIGNED_IN');
    expect(await codeOf(auth.as(admin, (c) => c.setUserDisabled({ ...request, reason: ' ' })))).toBe('VALIDATION_FAILED');
    expect(await codeOf(auth.as(admin, (c) => c.setUserDisabled({ ...request, userId: 'usr_none' })))).toBe('USER_NOT_FOUND');
    expect(await auth.as(admin, (c) => c.setUserDisabled(request))).toMatchObject({ disabled: true, disabledReason: 'Phishing' });
    await published(auth, (e) => e.change === AccountChange.ACCOUNT_CHANGE_SESSION_REVOKED && e.sessionId === person.sessionId);
    await published(auth, (e) => e.change === AccountChange.ACCOUNT_CHANGE_DISABLED && e.userId === person.user!.id);

    const signIn = (password: string) => auth.client.login({ email: person.email, password, rememberMe: false, client: CLIENT });
    expect((await auth.client.checkSession({ id: person.sessionId })).active).toBe(false);
    expect(await codeOf(auth.client.refresh({ refreshToken: person.refreshToken, client: CLIENT }))).toBe('REFRESH_TOKEN_INVALID');
    expect(await codeOf(signIn('Wrong-Horse-7!'))).toBe('INVALID_CREDENTIALS');
    expect(await codeOf(signIn(PASSWORD))).toBe('ACCOUNT_DISABLED');
    expect(await codeOf(auth.client.authenticateApiKey({ key }))).toBe('ACCOUNT_DISABLED');
    const listed = await auth.as(admin, (c) => c.listUsers({ page: 1, limit: 1, search: person.email }));
    expect(listed.users).toMatchObject([{ disabled: true, disabledReason: 'Phishing' }]);

    await auth.as(admin, (c) => c.setUserDisabled({ ...request, disabled: false, reason: '' }));
    expect((await signIn(PASSWORD)).user).toMatchObject({ disabled: false, disabledReason: '' });
    expect((await auth.client.authenticateApiKey({ key })).user?.id).toBe(person.user!.id);
  });

  test('is not for admins, and a session answers with the role of now', async () => {
    const [person, boss] = [await register(auth), await register(auth)];
    await auth.client.setRole({ email: boss.email, role: Role.ROLE_ADMIN });
    expect(await auth.client.checkSession({ id: boss.sessionId })).toEqual({ active: true, role: Role.ROLE_ADMIN });
    const admin = { ...person.actor, role: 'admin' as const };
    expect(await codeOf(auth.as(admin, (c) => c.setUserDisabled({ userId: boss.user!.id, disabled: true, reason: 'no' })))).toBe(
      'FORBIDDEN',
    );
    await auth.client.setRole({ email: boss.email, role: Role.ROLE_USER });
    expect(await auth.client.checkSession({ id: boss.sessionId })).toEqual({ active: true, role: Role.ROLE_USER });
  });
});
