import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type AuthFixture, CLIENT, codeOf, PASSWORD, type Person, register, registerVerified, startAuth } from './auth-fixture.js';
import { type CeremonyOptions, SoftwareAuthenticator } from './software-authenticator.js';

const ORIGIN = 'https://app.linqr.test';

let auth: AuthFixture;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const parse = (json: string) => JSON.parse(json) as CeremonyOptions & Record<string, unknown>;

async function addPasskey(person: Person, authenticator: SoftwareAuthenticator, name = 'My laptop') {
  const { challengeId, optionsJson } = await auth.as(person.actor, (_, i) => i.beginPasskey({ password: PASSWORD }));
  const responseJson = JSON.stringify(authenticator.create(parse(optionsJson)));
  return auth.as(person.actor, (_, i) => i.addPasskey({ challengeId, name, responseJson }));
}

async function signIn(authenticator: SoftwareAuthenticator) {
  const { challengeId, optionsJson } = await auth.identity.beginPasskeySignIn({ client: CLIENT });
  const request = { challengeId, responseJson: JSON.stringify(authenticator.get(parse(optionsJson))), rememberMe: true, client: CLIENT };
  return { request, answer: auth.identity.passkeySignIn(request) };
}

describe('adding a passkey', () => {
  test('asks for a discoverable, verified one after proof, and names no secret', async () => {
    const unverified = await register(auth);
    expect(await codeOf(auth.as(unverified.actor, (_, i) => i.beginPasskey({ password: '' })))).toBe('EMAIL_NOT_VERIFIED');
    const person = await registerVerified(auth);
    const { optionsJson } = await auth.as(person.actor, (_, i) => i.beginPasskey({ password: '' }));
    expect(parse(optionsJson)).toMatchObject({
      rp: { id: 'app.linqr.test', name: 'Linqr' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    // Ten minutes later the open browser alone is not enough.
    await auth.sql(`update sessions set created_at = now() - interval '11 minutes', proved_at = null where id = $1`, [person.sessionId]);
    expect(await codeOf(auth.as(person.actor, (_, i) => i.beginPasskey({ password: '' })))).toBe('VALIDATION_FAILED');
    expect(await codeOf(auth.as(person.actor, (_, i) => i.beginPasskey({ password: 'Wrong-Horse-7!' })))).toBe('CURRENT_PASSWORD_WRONG');
    await auth.as(person.actor, (_, i) => i.beginPasskey({ password: PASSWORD }));
    // The password given is proof for a while.
    await auth.as(person.actor, (_, i) => i.beginPasskey({ password: '' }));
    expect(await codeOf(auth.identity.beginPasskey({ password: PASSWORD }))).toBe('NOT_SIGNED_IN');
  });

  test('refuses another origin, an unverified owner, a used or foreign challenge and nonsense', async () => {
    const [person, other] = [await registerVerified(auth), await registerVerified(auth)];
    const begin = () => auth.as(person.actor, (_, i) => i.beginPasskey({ password: PASSWORD }));
    const add = (who: Person, challengeId: string, response: object) =>
      codeOf(auth.as(who.actor, (_, i) => i.addPasskey({ challengeId, name: 'x', responseJson: JSON.stringify(response) })));
    const phisher = new SoftwareAuthenticator('https://app.linqr.test.evil.example');
    const lax = new SoftwareAuthenticator(ORIGIN);
    lax.userVerified = false;
    for (const bad of [phisher, lax]) {
      const { challengeId, optionsJson } = await begin();
      expect(await add(person, challengeId, bad.create(parse(optionsJson)))).toBe('PASSKEY_INVALID');
      expect(await add(person, challengeId, new SoftwareAuthenticator(ORIGIN).create(parse(optionsJson)))).toBe('PASSKEY_INVALID');
    }
    const { challengeId, optionsJson } = await begin();
    expect(await add(other, challengeId, new SoftwareAuthenticator(ORIGIN).create(parse(optionsJson)))).toBe('PASSKEY_INVALID');
    expect(await add(person, challengeId, {})).toBe('VALIDATION_FAILED');
    expect((await auth.as(person.actor, (_, i) => i.listPasskeys({}))).passkeys).toEqual([]);
  });

  test('is listed, renamed and removed by its owner only, and each change is told', async () => {
    const [person, other] = [await registerVerified(auth), await registerVerified(auth)];
    const authenticator = new SoftwareAuthenticator(ORIGIN);
    const made = await addPasskey(person, authenticator);
    expect(await codeOf(addPasskey(other, authenticator))).toBe('CONFLICT');
    expect((await auth.as(person.actor, (_, i) => i.listPasskeys({}))).passkeys).toMatchObject([{ id: made.id, name: 'My laptop' }]);
    expect(await codeOf(auth.as(other.actor, (_, i) => i.renamePasskey({ id: made.id, name: 'mine' })))).toBe('PASSKEY_NOT_FOUND');
    expect(await codeOf(auth.as(other.actor, (_, i) => i.removePasskey({ id: made.id })))).toBe('PASSKEY_NOT_FOUND');
    expect((await auth.as(person.actor, (_, i) => i.renamePasskey({ id: made.id, name: ' Phone ' }))).name).toBe('Phone');
    await auth.as(person.actor, (_, i) => i.removePasskey({ id: made.id }));
    await auth.mail.to(person.email, /passkey was added/i);
    await auth.mail.to(person.email, /passkey was removed/i);
    expect(await codeOf((await signIn(authenticator)).answer)).toBe('PASSKEY_INVALID');
  });
});

describe('signing in with a passkey', () => {
  test('needs nothing typed, and counts as both steps', async () => {
    const person = await registerVerified(auth);
    const authenticator = new SoftwareAuthenticator(ORIGIN);
    await addPasskey(person, authenticator);
    await auth.sql(`insert into two_factor (user_id, sealed_secret, enabled_at) values ($1, '\\x00', now())`, [person.user!.id]);
    const { request, answer } = await signIn(authenticator);
    const session = await answer;
    expect(session).toMatchObject({ user: { id: person.user!.id }, rememberMe: true, secondStep: undefined });
    expect((await auth.client.checkSession({ id: session.sessionId })).active).toBe(true);
    // A signature is worth something once.
    expect(await codeOf(auth.identity.passkeySignIn(request))).toBe('PASSKEY_INVALID');
    const first = await auth.client.login({ email: person.email, password: PASSWORD, rememberMe: false, client: CLIENT });
    expect(first.secondStep!.methods).toContain('passkey');
  });

  test('works with authenticators that do not count', async () => {
    const person = await registerVerified(auth);
    const synced = new SoftwareAuthenticator(ORIGIN, false);
    await addPasskey(person, synced);
    await (await signIn(synced)).answer;
    await (await signIn(synced)).answer;
  });

  test('a counter that goes back means a copied key: refused, noted and told', async () => {
    const person = await registerVerified(auth);
    const authenticator = new SoftwareAuthenticator(ORIGIN);
    await addPasskey(person, authenticator);
    for (let i = 0; i < 3; i++) await (await signIn(authenticator)).answer;
    authenticator.counter = 1;
    expect(await codeOf((await signIn(authenticator)).answer)).toBe('PASSKEY_INVALID');
    await auth.mail.to(person.email, /passkey of yours was refused/i);
    const { events } = await auth.as(person.actor, (_, i) => i.listSecurityEvents({ page: 1, limit: 5 }));
    expect(events[0]?.action).toBe('passkey_refused');
  });

  test('refuses another origin, an unverified owner, a stranger’s key and a wrong signature', async () => {
    const person = await registerVerified(auth);
    const authenticator = new SoftwareAuthenticator(ORIGIN);
    await addPasskey(person, authenticator);
    authenticator.origin = 'https://evil.example';
    expect(await codeOf((await signIn(authenticator)).answer)).toBe('PASSKEY_INVALID');
    authenticator.origin = ORIGIN;
    authenticator.userVerified = false;
    expect(await codeOf((await signIn(authenticator)).answer)).toBe('PASSKEY_INVALID');
    authenticator.userVerified = true;
    expect(await codeOf((await signIn(new SoftwareAuthenticator(ORIGIN))).answer)).toBe('PASSKEY_INVALID');
    const { challengeId, optionsJson } = await auth.identity.beginPasskeySignIn({ client: CLIENT });
    const response = authenticator.get(parse(optionsJson)) as { response: { signature: string } };
    response.response.signature = Buffer.alloc(70, 1).toString('base64url');
    const forged = { challengeId, responseJson: JSON.stringify(response), rememberMe: true, client: CLIENT };
    expect(await codeOf(auth.identity.passkeySignIn(forged))).toBe('PASSKEY_INVALID');
    await auth.sql(`update users set disabled_at = now() where id = $1`, [person.user!.id]);
    expect(await codeOf((await signIn(authenticator)).answer)).toBe('ACCOUNT_DISABLED');
  });
});
