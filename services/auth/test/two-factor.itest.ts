import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { codeOfStep, fromBase32, stepAt } from '../src/two-factor/totp.js';
import { type AuthFixture, CLIENT, codeOf, errorOf, PASSWORD, type Person, register, registerVerified, startAuth } from './auth-fixture.js';

let auth: AuthFixture;
/** Of the service; codes are made for it. */
let nowMs = Date.now();
beforeAll(async () => {
  auth = await startAuth({ clock: { now: () => nowMs } });
});
afterAll(() => auth.stop());

const signIn = (person: Person) => auth.client.login({ email: person.email, password: PASSWORD, rememberMe: false, client: CLIENT });
const finish = (challenge: string, code: string) => auth.identity.finishSignIn({ challenge, code, rememberMe: undefined, client: CLIENT });
const codeAt = (secret: string, offset = 0) => codeOfStep(fromBase32(secret), stepAt(nowMs) + offset);

/** An account with two-factor on; the clock has moved past the code that switched it on. */
async function enrolled() {
  const person = await registerVerified(auth);
  const { secret } = await auth.as(person.actor, (_, identity) => identity.setUpTwoFactor({ password: PASSWORD }));
  const { codes } = await auth.as(person.actor, (_, identity) => identity.enableTwoFactor({ code: codeAt(secret) }));
  nowMs += 60_000;
  return { person, secret, codes };
}

describe('switching two-factor on', () => {
  test('needs a verified address, the password and a right code; the secret is sealed, the recovery codes hashed', async () => {
    const unverified = await register(auth);
    expect(await codeOf(auth.as(unverified.actor, (_, i) => i.setUpTwoFactor({ password: PASSWORD })))).toBe('EMAIL_NOT_VERIFIED');
    const person = await registerVerified(auth);
    expect(await codeOf(auth.as(person.actor, (_, i) => i.setUpTwoFactor({ password: '' })))).toBe('VALIDATION_FAILED');
    expect(await codeOf(auth.as(person.actor, (_, i) => i.setUpTwoFactor({ password: 'Wrong-Horse-7!' })))).toBe('CURRENT_PASSWORD_WRONG');
    expect(await codeOf(auth.as(person.actor, (_, i) => i.enableTwoFactor({ code: '123456' })))).toBe('CONFLICT');
    expect(await codeOf(auth.identity.setUpTwoFactor({ password: PASSWORD }))).toBe('NOT_SIGNED_IN');
    expect(await codeOf(auth.as({ ...person.actor, via: 'api_key' }, (_, i) => i.setUpTwoFactor({ password: PASSWORD })))).toBe(
      'FORBIDDEN',
    );

    const { secret, otpauthUrl } = await auth.as(person.actor, (_, i) => i.setUpTwoFactor({ password: PASSWORD }));
    expect(otpauthUrl).toContain(`secret=${secret}`);
    // Nothing has changed so far.
    expect((await signIn(person)).accessToken).not.toBe('');
    const wrong = String((Number(codeAt(secret)) + 1) % 1_000_000).padStart(6, '0');
    expect(await errorOf(auth.as(person.actor, (_, i) => i.enableTwoFactor({ code: wrong })))).toMatchObject({
      code: 'TWO_FACTOR_CODE_WRONG',
      details: [{ field: 'code' }],
    });
    const { codes } = await auth.as(person.actor, (_, i) => i.enableTwoFactor({ code: codeAt(secret) }));
    expect(new Set(codes).size).toBe(10);
    expect(await auth.as(person.actor, (_, i) => i.getTwoFactor({}))).toMatchObject({
      enabledAt: expect.any(String),
      recoveryCodesLeft: 10,
    });
    expect(await codeOf(auth.as(person.actor, (_, i) => i.setUpTwoFactor({ password: PASSWORD })))).toBe('CONFLICT');

    const [dump] = await auth.sql<{ text: string }>(
      `select (select string_agg(t::text, '') from two_factor t) || (select string_agg(r::text, '') from recovery_codes r) as text`,
    );
    for (const readable of [secret, fromBase32(secret).toString('hex'), ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(dump!.text).not.toContain(readable);
    await auth.mail.to(person.email, /two-factor authentication is on/i);
  });
});

describe('signing in with two-factor on', () => {
  test('the password alone gives a challenge and no tokens; a code finishes, once', async () => {
    const { person, secret } = await enrolled();
    const first = await signIn(person);
    expect(first).toMatchObject({ accessToken: '', refreshToken: '', sessionId: '', secondStep: { methods: ['totp', 'recovery'] } });
    const { challenge } = first.secondStep!;
    const code = codeAt(secret);
    const session = await finish(challenge, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(session).toMatchObject({ user: { id: person.user!.id }, rememberMe: false });
    expect((await auth.client.checkSession({ id: session.sessionId })).active).toBe(true);
    expect(await codeOf(finish(challenge, codeAt(secret, 1)))).toBe('SIGN_IN_CHALLENGE_INVALID');

    const again = await signIn(person);
    expect(await codeOf(finish(again.secondStep!.challenge, code))).toBe('TWO_FACTOR_CODE_WRONG');
    expect(await codeOf(finish(again.secondStep!.challenge, codeAt(secret, -1)))).toBe('TWO_FACTOR_CODE_WRONG');
    await finish(again.secondStep!.challenge, codeAt(secret, 1));
  });

  test('of one code sent many times at once one is taken', async () => {
    const { person, secret } = await enrolled();
    const challenges = [];
    for (let i = 0; i < 4; i++) challenges.push((await signIn(person)).secondStep!.challenge);
    const answers = await Promise.allSettled(challenges.map((challenge) => finish(challenge, codeAt(secret))));
    expect(answers.filter((a) => a.status === 'fulfilled')).toHaveLength(1);
    for (const a of answers) if (a.status === 'rejected') expect(a.reason).toMatchObject({ code: 'TWO_FACTOR_CODE_WRONG' });
  });

  test('a recovery code works however it is typed, once, and is told by mail', async () => {
    const { person, codes } = await enrolled();
    await finish((await signIn(person)).secondStep!.challenge, codes[3]!.toUpperCase().replaceAll('-', ' '));
    expect(await codeOf(finish((await signIn(person)).secondStep!.challenge, codes[3]!))).toBe('TWO_FACTOR_CODE_WRONG');
    expect((await auth.as(person.actor, (_, i) => i.getTwoFactor({}))).recoveryCodesLeft).toBe(9);
    await auth.mail.to(person.email, /recovery code was used/i);
  });

  test('five codes may be tried with one challenge, ten in a row with the account', async () => {
    const { person, secret } = await enrolled();
    const { challenge } = (await signIn(person)).secondStep!;
    for (let i = 0; i < 5; i++) expect(await codeOf(finish(challenge, '000000'))).toBe('TWO_FACTOR_CODE_WRONG');
    expect(await codeOf(finish(challenge, codeAt(secret)))).toBe('SIGN_IN_CHALLENGE_INVALID');
    const second = (await signIn(person)).secondStep!.challenge;
    for (let i = 0; i < 5; i++) expect(await codeOf(finish(second, '000000'))).toBe('TWO_FACTOR_CODE_WRONG');
    const third = (await signIn(person)).secondStep!.challenge;
    expect(await errorOf(finish(third, codeAt(secret)))).toMatchObject({ code: 'RATE_LIMITED' });
  });

  test('a challenge is of no use after ten minutes, after a new password, and when it is made up', async () => {
    const { person, secret } = await enrolled();
    const { challenge } = (await signIn(person)).secondStep!;
    await auth.sql('update sign_in_challenges set expires_at = now() where user_id = $1', [person.user!.id]);
    expect(await codeOf(finish(challenge, codeAt(secret)))).toBe('SIGN_IN_CHALLENGE_INVALID');
    const open = (await signIn(person)).secondStep!.challenge;
    await auth.as(person.actor, (c) => c.changePassword({ currentPassword: PASSWORD, newPassword: 'another long one' }));
    expect(await codeOf(finish(open, codeAt(secret)))).toBe('SIGN_IN_CHALLENGE_INVALID');
    for (const made of ['x', 'x'.repeat(43), '\u0000'.repeat(43)])
      expect(await codeOf(finish(made, '000000'))).toBe('SIGN_IN_CHALLENGE_INVALID');
  });

  test('a closed account does not get past the first step', async () => {
    const { person } = await enrolled();
    await auth.sql(`update users set disabled_at = now(), disabled_reason = 'x' where id = $1`, [person.user!.id]);
    expect(await codeOf(signIn(person))).toBe('ACCOUNT_DISABLED');
  });
});

describe('switching it off', () => {
  test('needs the password and a code, and the password alone signs in again', async () => {
    const { person, secret, codes } = await enrolled();
    const off = (password: string, code: string) => auth.as(person.actor, (_, i) => i.disableTwoFactor({ password, code }));
    expect(await codeOf(off('Wrong-Horse-7!', codeAt(secret)))).toBe('CURRENT_PASSWORD_WRONG');
    expect(await codeOf(off(PASSWORD, '000000'))).toBe('TWO_FACTOR_CODE_WRONG');
    await off(PASSWORD, codes[0]!);
    expect((await signIn(person)).accessToken).not.toBe('');
    expect(await codeOf(off(PASSWORD, codeAt(secret)))).toBe('CONFLICT');
    const [left] = await auth.sql<{ n: string }>('select count(*) as n from recovery_codes where user_id = $1', [person.user!.id]);
    expect(left!.n).toBe('0');
    await auth.mail.to(person.email, /switched off/i);
  });

  test('new recovery codes replace the old ones', async () => {
    const { person, codes } = await enrolled();
    const fresh = (await auth.as(person.actor, (_, i) => i.replaceRecoveryCodes({ password: PASSWORD }))).codes;
    expect(fresh).toHaveLength(10);
    const { challenge } = (await signIn(person)).secondStep!;
    expect(await codeOf(finish(challenge, codes[0]!))).toBe('TWO_FACTOR_CODE_WRONG');
    await finish(challenge, fresh[0]!);
  });
});

describe('the history of an account', () => {
  test('tells what happened, newest first, to its owner only', async () => {
    const { person, secret } = await enrolled();
    expect(await codeOf(auth.client.login({ email: person.email, password: 'Wrong-Horse-7!', rememberMe: false, client: CLIENT }))).toBe(
      'INVALID_CREDENTIALS',
    );
    await finish((await signIn(person)).secondStep!.challenge, codeAt(secret));
    const list = () => auth.as(person.actor, (_, i) => i.listSecurityEvents({ page: 1, limit: 50 }));
    let { events, total } = await list();
    for (let waits = 0; waits < 100 && !events.some((e) => e.action === 'sign_in_failed'); waits++) ({ events, total } = await list());
    expect(events.map((e) => e.action).sort()).toEqual(['registered', 'sign_in_failed', 'signed_in', 'two_factor_enabled']);
    expect(total).toBe(4);
    expect(events.find((e) => e.action === 'signed_in')).toMatchObject({ device: CLIENT.userAgent, place: '203.0.113.0/24' });
    const stranger = await register(auth);
    expect((await auth.as(stranger.actor, (_, i) => i.listSecurityEvents({ page: 1, limit: 50 }))).total).toBe(1);
    expect(await codeOf(auth.identity.listSecurityEvents({ page: 1, limit: 50 }))).toBe('NOT_SIGNED_IN');
    const page = await auth.as(person.actor, (_, i) => i.listSecurityEvents({ page: 2, limit: 3 }));
    expect([page.events.length, page.total]).toEqual([1, 4]);
  });

  test('a sign-in from a new place is told by mail where alerts are wanted', async () => {
    const [wanted, unwanted] = [await registerVerified(auth), await registerVerified(auth)];
    await auth.as(unwanted.actor, (c) =>
      c.updateNotificationPreferences({
        emailNotifications: true,
        weeklyReports: true,
        securityAlerts: false,
        marketingEmails: false,
        timeZone: 'UTC',
      }),
    );
    await signIn(unwanted);
    await signIn(wanted);
    const mail = await auth.mail.to(wanted.email, /new sign-in/i);
    expect(mail.text).toContain('203.0.113.0/24');
    // A second one from there is nothing new.
    await signIn(wanted);
    await auth.as(wanted.actor, (c) => c.regenerateApiKey({}));
    await auth.mail.to(wanted.email, /API key/);
    expect(auth.mail.all(wanted.email, /new sign-in/i)).toHaveLength(1);
    expect(auth.mail.all(unwanted.email, /new sign-in/i)).toHaveLength(0);
  });
});
