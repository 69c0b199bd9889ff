import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AccountChange } from '@linqr/proto/events/v1/account';
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
  registerVerified,
  startAuth,
} from './auth-fixture.js';
import { tokenIn } from './mail-server.js';

let auth: AuthFixture;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const ask = (person: Person, email: string, currentPassword = PASSWORD) =>
  auth.as(person.actor, (c) => c.updateProfile({ email, currentPassword }));
const confirm = (token: string) => auth.identity.confirmEmailChange({ token, client: CLIENT });
const profile = (person: Person) => auth.as(person.actor, (c) => c.getProfile({}));
const cancelTokenIn = (mail: { text: string }) => /[?&]cancel=([A-Za-z0-9_-]+)/.exec(mail.text)![1]!;

async function mails(person: Person, newEmail: string) {
  return {
    current: await auth.mail.to(person.email, /confirm the change/i),
    fresh: await auth.mail.to(newEmail, /confirm your new/i),
  };
}

describe('a change of address', () => {
  test.each(['current first', 'new first'])('happens once both addresses have confirmed, %s', async (order) => {
    const [person, newEmail] = [await registerVerified(auth), newAddress()];
    const asked = await ask(person, newEmail.toUpperCase());
    expect(asked).toMatchObject({ email: person.email, emailChange: { newEmail, confirmedByCurrent: false, confirmedByNew: false } });
    const { current, fresh } = await mails(person, newEmail);
    const tokens = [tokenIn(current), tokenIn(fresh)];
    if (order === 'new first') tokens.reverse();
    expect(await confirm(tokens[0]!)).toMatchObject({
      done: false,
      emailChange: { newEmail, confirmedByCurrent: order === 'current first' },
    });
    expect(await codeOf(confirm(tokens[0]!))).toBe('EMAIL_CHANGE_TOKEN_INVALID');
    expect((await profile(person)).email).toBe(person.email);
    expect(await confirm(tokens[1]!)).toEqual({ done: true, emailChange: undefined });
    expect(await profile(person)).toMatchObject({ email: newEmail, emailVerified: true, emailChange: undefined });
    await published(auth, (e) => e.userId === person.user!.id && e.change === AccountChange.ACCOUNT_CHANGE_EMAIL_CHANGED);
    await auth.mail.to(person.email, /address was changed/i);
    const signIn = (email: string) => auth.client.login({ email, password: PASSWORD, rememberMe: false, client: CLIENT });
    expect(await codeOf(signIn(person.email))).toBe('INVALID_CREDENTIALS');
    expect((await signIn(newEmail)).user?.id).toBe(person.user!.id);
  });

  test('needs the current password, and changes nothing else when it is wrong', async () => {
    const person = await registerVerified(auth);
    const both = (currentPassword: string) =>
      auth.as(person.actor, (c) => c.updateProfile({ name: 'Changed', email: newAddress(), currentPassword }));
    expect(await errorOf(both(''))).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'currentPassword' }] });
    expect(await errorOf(both('Wrong-Horse-7!'))).toMatchObject({
      code: 'CURRENT_PASSWORD_WRONG',
      details: [{ field: 'currentPassword' }],
    });
    expect(await profile(person)).toMatchObject({ name: 'Ada Lovelace', emailChange: undefined });
    // The address it has already is no change.
    expect(await ask(person, person.email.toUpperCase(), '')).toMatchObject({ emailChange: undefined });
  });

  test('does not tell whether the new address is taken; its owner is told', async () => {
    const [person, owner] = [await registerVerified(auth), await registerVerified(auth)];
    const [taken, free] = [await ask(person, owner.email), await ask(await registerVerified(auth), newAddress())];
    expect({ ...taken.emailChange, newEmail: '', expiresAt: '' }).toEqual({ ...free.emailChange, newEmail: '', expiresAt: '' });
    const told = await auth.mail.to(owner.email, /somebody tried to use/i);
    expect(`${told.text}${told.html}`).not.toMatch(/token=/);
    expect(auth.mail.all(owner.email, /confirm your new/i)).toEqual([]);
    // The present address alone changes nothing.
    await confirm(tokenIn(await auth.mail.to(person.email, /confirm the change/i)));
    expect((await profile(person)).email).toBe(person.email);
  });

  test('of two accounts that want one address, the first to confirm gets it', async () => {
    const [one, two, newEmail] = [await registerVerified(auth), await registerVerified(auth), newAddress()];
    await ask(one, newEmail);
    const first = await mails(one, newEmail);
    await ask(two, newEmail);
    const secondCurrent = tokenIn(await auth.mail.to(two.email, /confirm the change/i));
    const both = await auth.mail.to(newEmail, /confirm your new/i).then(async () => {
      for (let waits = 0; waits < 200 && auth.mail.all(newEmail, /confirm your new/i).length < 2; waits++)
        await auth.as(one.actor, (c) => c.getProfile({}));
      return auth.mail.all(newEmail, /confirm your new/i);
    });
    await confirm(tokenIn(first.current));
    await confirm(tokenIn(both[0]!));
    await confirm(secondCurrent);
    expect(await codeOf(confirm(tokenIn(both[1]!)))).toBe('EMAIL_TAKEN');
    expect([(await profile(one)).email, (await profile(two)).email]).toEqual([newEmail, two.email]);
    expect((await profile(two)).emailChange).toBeUndefined();
  });

  test('is cancelled from the mail to the present address, or in the settings', async () => {
    const [person, newEmail] = [await registerVerified(auth), newAddress()];
    await ask(person, newEmail);
    const { current, fresh } = await mails(person, newEmail);
    // A link that confirms does not cancel, and the other way round.
    expect(await codeOf(confirm(cancelTokenIn(current)))).toBe('EMAIL_CHANGE_TOKEN_INVALID');
    expect(await codeOf(auth.identity.cancelEmailChange({ token: tokenIn(fresh), client: CLIENT }))).toBe('EMAIL_CHANGE_TOKEN_INVALID');
    await auth.identity.cancelEmailChange({ token: cancelTokenIn(current), client: CLIENT });
    expect((await profile(person)).emailChange).toBeUndefined();
    expect(await codeOf(confirm(tokenIn(fresh)))).toBe('EMAIL_CHANGE_TOKEN_INVALID');
    await ask(person, newEmail);
    await auth.as(person.actor, (_, i) => i.cancelEmailChange({ token: '', client: CLIENT }));
    expect((await profile(person)).emailChange).toBeUndefined();
    expect(await codeOf(auth.identity.cancelEmailChange({ token: '', client: CLIENT }))).toBe('NOT_SIGNED_IN');
  });

  test('is over after a day; a newer one replaces it', async () => {
    const [person, first, second] = [await registerVerified(auth), newAddress(), newAddress()];
    await ask(person, first);
    const { fresh } = await mails(person, first);
    await ask(person, second);
    expect(await codeOf(confirm(tokenIn(fresh)))).toBe('EMAIL_CHANGE_TOKEN_INVALID');
    const token = tokenIn(await auth.mail.to(second, /confirm your new/i));
    await auth.sql('update email_changes set expires_at = now() where user_id = $1', [person.user!.id]);
    expect(await codeOf(confirm(token))).toBe('EMAIL_CHANGE_TOKEN_INVALID');
    expect((await profile(person)).emailChange).toBeUndefined();
  });

  test('of an address that was never verified needs the new one alone', async () => {
    const [person, newEmail] = [await register(auth), newAddress()];
    expect((await ask(person, newEmail)).emailChange).toMatchObject({ confirmedByCurrent: true, confirmedByNew: false });
    expect(await confirm(tokenIn(await auth.mail.to(newEmail, /confirm your new/i)))).toMatchObject({ done: true });
    expect(auth.mail.all(person.email, /confirm the change/i)).toEqual([]);
    expect(await profile(person)).toMatchObject({ email: newEmail, emailVerified: true });
  });

  test('cannot be used to flood an address: five, then a pause', async () => {
    const [person, victim] = [await registerVerified(auth), newAddress()];
    const codes: string[] = [];
    for (let i = 0; i < 7; i++)
      codes.push(
        await ask(person, victim).then(
          () => 'OK',
          (error: { code: string }) => error.code,
        ),
      );
    expect(codes).toEqual([...Array(5).fill('OK'), 'RATE_LIMITED', 'RATE_LIMITED']);
  });

  test('keeps no readable token, and dies with a reset of the password', async () => {
    const [person, newEmail] = [await registerVerified(auth), newAddress()];
    await ask(person, newEmail);
    const { current, fresh } = await mails(person, newEmail);
    const [dump] = await auth.sql<{ text: string }>(
      `select coalesce((select string_agg(t::text, '') from email_changes t), '') || coalesce((select string_agg(o::text, '') from outbox o), '') as text`,
    );
    for (const token of [tokenIn(current), tokenIn(fresh), cancelTokenIn(current)]) {
      expect(dump!.text).not.toContain(token);
      expect(dump!.text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    }
    await auth.client.forgotPassword({ email: person.email, client: CLIENT });
    await auth.client.resetPassword({
      token: tokenIn(await auth.mail.to(person.email, /reset/i)),
      password: 'Another-Horse-8?',
      client: CLIENT,
    });
    expect((await profile(person)).emailChange).toBeUndefined();
  });
});
