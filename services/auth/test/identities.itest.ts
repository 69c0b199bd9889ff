import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { FinishOAuthResponse_Outcome as Outcome } from '@linqr/proto/auth/v1/identity';
import { CLIENT_ID, CLIENT_SECRET, type PersonThere, SignInProvider } from '@linqr/testing/sign-in-provider';
import {
  type AuthFixture,
  actorOf,
  CLIENT,
  codeOf,
  newAddress,
  PASSWORD,
  type Person,
  register,
  registerVerified,
  startAuth,
} from './auth-fixture.js';
import { tokenIn } from './mail-server.js';

type Key = 'google' | 'github';

let provider: SignInProvider;
let auth: AuthFixture;
beforeAll(async () => {
  provider = await new SignInProvider().listen();
  auth = await startAuth({
    env: {
      THROTTLE_FACTOR: '100',
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
      GOOGLE_ISSUER: provider.origin,
      GITHUB_CLIENT_ID: CLIENT_ID,
      GITHUB_CLIENT_SECRET: CLIENT_SECRET,
      GITHUB_ORIGIN: provider.origin,
      GITHUB_API_URL: provider.origin,
    },
  });
});
afterAll(async () => {
  await auth.stop();
  await provider.close();
});
beforeEach(() => {
  provider.forging = false;
  provider.wrongNonce = undefined;
});

let subjects = 1_000;
const somebodyThere = (changes: Partial<PersonThere> = {}): PersonThere => ({
  subject: String(++subjects),
  email: newAddress(),
  emailVerified: true,
  name: 'Ada There',
  ...changes,
});

/** What a browser does: go to the provider, and note where it sends one back to. */
async function visit(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual' });
  expect(answer.status).toBe(302);
  const back = new URL(answer.headers.get('location')!);
  return back.search.slice(1);
}

async function travel(key: Key, person: PersonThere | undefined, returnTo = '/analytics') {
  provider.person = person;
  const { url, browser } = await auth.identity.beginOAuth({ provider: key, returnTo, client: CLIENT });
  return { query: await visit(url), browser };
}

async function comeBack(key: Key, person: PersonThere | undefined, returnTo?: string) {
  const { query, browser } = await travel(key, person, returnTo);
  return auth.identity.finishOAuth({ provider: key, query, browser, client: CLIENT });
}

async function connect(owner: Person, key: Key, person: PersonThere) {
  provider.person = person;
  const { url, browser } = await auth.as(owner.actor, (_, i) => i.beginConnecting({ provider: key, password: PASSWORD }));
  return auth.identity.finishOAuth({ provider: key, query: await visit(url), browser, client: CLIENT });
}

describe.each(['google', 'github'] as const)('sign-in with %s', (key) => {
  test('makes an account with a verified address, and finds it again by the subject, whatever the address is then', async () => {
    const person = somebodyThere();
    const first = await comeBack(key, person);
    expect(first).toMatchObject({ outcome: Outcome.OUTCOME_SIGNED_IN, returnTo: '/analytics' });
    expect(first.session?.user).toMatchObject({ email: person.email, emailVerified: true, name: 'Ada There', hasPassword: false });
    const again = await comeBack(key, { ...person, email: newAddress(), emailVerified: false });
    expect(again.session?.user?.id).toBe(first.session!.user!.id);
    expect((await auth.as(actorOf(first.session!), (_, i) => i.listIdentities({}))).identities).toMatchObject([
      { provider: key, email: person.email },
    ]);
  });

  test('an address that the provider does not vouch for opens and makes nothing', async () => {
    const owner = await registerVerified(auth);
    for (const email of [owner.email, newAddress(), '', 'nonsense'])
      expect(await codeOf(comeBack(key, somebodyThere({ email, emailVerified: false })))).toBe('PROVIDER_EMAIL_UNVERIFIED');
    expect(await codeOf(comeBack(key, somebodyThere({ email: 'nonsense' })))).toBe('PROVIDER_EMAIL_UNVERIFIED');
  });

  test('an existing account is connected only after its own sign-in', async () => {
    const owner = await registerVerified(auth);
    const person = somebodyThere({ email: owner.email });
    const waiting = await comeBack(key, person);
    expect(waiting).toMatchObject({ outcome: Outcome.OUTCOME_WAITING, email: owner.email, session: undefined });
    const stranger = await registerVerified(auth);
    expect(await codeOf(auth.identity.connectWaitingIdentity({ token: waiting.waitingToken }))).toBe('NOT_SIGNED_IN');
    expect(await codeOf(auth.as(stranger.actor, (_, i) => i.connectWaitingIdentity({ token: waiting.waitingToken })))).toBe(
      'CONNECTION_INVALID',
    );
    const session = await auth.client.login({ email: owner.email, password: PASSWORD, rememberMe: true, client: CLIENT });
    expect(await auth.as(actorOf(session), (_, i) => i.connectWaitingIdentity({ token: waiting.waitingToken }))).toEqual({ provider: key });
    expect(await codeOf(auth.as(actorOf(session), (_, i) => i.connectWaitingIdentity({ token: waiting.waitingToken })))).toBe(
      'CONNECTION_INVALID',
    );
    expect((await comeBack(key, person)).session?.user?.id).toBe(owner.user!.id);
    await auth.mail.to(owner.email, /connected to your account/i);
  });

  test('whoever signed up with the address before its owner keeps nothing', async () => {
    const squatter = await register(auth);
    const apiKey = (await auth.as(squatter.actor, (c) => c.getApiKey({}))).key;
    const waiting = await comeBack(key, somebodyThere({ email: squatter.email }));
    expect(waiting.outcome).toBe(Outcome.OUTCOME_WAITING);
    expect(await codeOf(auth.as(squatter.actor, (_, i) => i.beginConnecting({ provider: key, password: PASSWORD })))).toBe(
      'EMAIL_NOT_VERIFIED',
    );
    await auth.client.forgotPassword({ email: squatter.email, client: CLIENT });
    await auth.client.resetPassword({
      token: tokenIn(await auth.mail.to(squatter.email, /reset/i)),
      password: 'Another-Horse-8?',
      client: CLIENT,
    });
    expect(await codeOf(auth.client.refresh({ refreshToken: squatter.refreshToken, client: CLIENT }))).toBe('REFRESH_TOKEN_INVALID');
    expect(await codeOf(auth.client.authenticateApiKey({ key: apiKey }))).toBe('API_KEY_INVALID');
    const session = await auth.client.login({ email: squatter.email, password: 'Another-Horse-8?', rememberMe: true, client: CLIENT });
    await auth.as(actorOf(session), (_, i) => i.connectWaitingIdentity({ token: waiting.waitingToken }));
  });

  test('an attempt works once, in its browser, with its provider', async () => {
    const { query, browser } = await travel(key, somebodyThere());
    const finish = (changes: object) => codeOf(auth.identity.finishOAuth({ provider: key, query, browser, client: CLIENT, ...changes }));
    expect(await finish({ browser: 'x'.repeat(43) })).toBe('PROVIDER_SIGN_IN_FAILED');
    expect(await finish({ browser: '' })).toBe('PROVIDER_SIGN_IN_FAILED');
    expect(await finish({ provider: key === 'google' ? 'github' : 'google' })).toBe('PROVIDER_SIGN_IN_FAILED');
    expect(await finish({ query: query.replace(/state=[^&]+/, `state=${'y'.repeat(43)}`) })).toBe('PROVIDER_SIGN_IN_FAILED');
    const session = await auth.identity.finishOAuth({ provider: key, query, browser, client: CLIENT });
    expect(session.outcome).toBe(Outcome.OUTCOME_SIGNED_IN);
    expect(await finish({})).toBe('PROVIDER_SIGN_IN_FAILED');
  });

  test('a code of somebody else’s journey is worth nothing: PKCE', async () => {
    const [mine, theirs] = [await travel(key, somebodyThere()), await travel(key, somebodyThere())];
    const code = new URLSearchParams(theirs.query).get('code')!;
    const mixed = new URLSearchParams(mine.query);
    mixed.set('code', code);
    const finish = auth.identity.finishOAuth({ provider: key, query: mixed.toString(), browser: mine.browser, client: CLIENT });
    expect(await codeOf(finish)).toBe('PROVIDER_SIGN_IN_FAILED');
  });

  test('pressing Cancel there leads back, and a way back is a path of the app or none', async () => {
    expect(await comeBack(key, undefined)).toMatchObject({ outcome: Outcome.OUTCOME_CANCELLED, returnTo: '/analytics' });
    for (const evil of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/\t/evil.example', '/a b'])
      expect((await comeBack(key, somebodyThere(), evil)).returnTo).toBe('');
    expect((await comeBack(key, somebodyThere(), '/qr-codes?show=all')).returnTo).toBe('/qr-codes?show=all');
  });

  test('is connected and disconnected in the settings; one account there opens one account here', async () => {
    const [owner, other, person] = [await registerVerified(auth), await registerVerified(auth), somebodyThere()];
    expect(await connect(owner, key, person)).toMatchObject({ outcome: Outcome.OUTCOME_CONNECTED, returnTo: '/settings?tab=security' });
    expect((await comeBack(key, person)).session?.user?.id).toBe(owner.user!.id);
    expect(await codeOf(connect(other, key, person))).toBe('IDENTITY_TAKEN');
    expect(await codeOf(connect(owner, key, somebodyThere()))).toBe('IDENTITY_TAKEN');
    await auth.as(owner.actor, (_, i) => i.disconnectIdentity({ provider: key }));
    expect(await codeOf(auth.as(owner.actor, (_, i) => i.disconnectIdentity({ provider: key })))).toBe('IDENTITY_NOT_FOUND');
    expect((await comeBack(key, person)).session?.user?.id).not.toBe(owner.user!.id);
  });

  test('whoever went to connect it from a session that a new password has ended comes back to nothing', async () => {
    const [owner, person] = [await registerVerified(auth), somebodyThere()];
    provider.person = person;
    const { url, browser } = await auth.as(owner.actor, (_, i) => i.beginConnecting({ provider: key, password: PASSWORD }));
    const query = await visit(url);
    await auth.as(owner.actor, (c) => c.changePassword({ currentPassword: PASSWORD, newPassword: 'Another-Horse-8?' }));
    expect(await codeOf(auth.identity.finishOAuth({ provider: key, query, browser, client: CLIENT }))).toBe('PROVIDER_SIGN_IN_FAILED');
    expect((await auth.as(owner.actor, (_, i) => i.listIdentities({}))).identities).toEqual([]);
  });

  test('whoever went to connect it from a session that its owner has ended comes back to nothing', async () => {
    const [owner, person] = [await registerVerified(auth), somebodyThere()];
    provider.person = person;
    const { url, browser } = await auth.as(owner.actor, (_, i) => i.beginConnecting({ provider: key, password: PASSWORD }));
    const query = await visit(url);
    const elsewhere = await auth.client.login({ email: owner.user!.email, password: PASSWORD, rememberMe: true, client: CLIENT });
    await auth.as(actorOf(elsewhere), (c) => c.revokeSession({ id: owner.actor.credentialId }));
    expect(await codeOf(auth.identity.finishOAuth({ provider: key, query, browser, client: CLIENT }))).toBe('PROVIDER_SIGN_IN_FAILED');
  });

  test('asks for the second step where it is on, and a closed account stays closed', async () => {
    const person = somebodyThere();
    const { session } = await comeBack(key, person);
    await auth.sql(`insert into two_factor (user_id, sealed_secret, enabled_at) values ($1, '\\x00', now())`, [session!.user!.id]);
    const second = await comeBack(key, person);
    expect(second.session).toMatchObject({ accessToken: '', secondStep: { methods: ['totp'] } });
    await auth.sql('update users set disabled_at = now() where id = $1', [session!.user!.id]);
    expect(await codeOf(comeBack(key, person))).toBe('ACCOUNT_DISABLED');
  });

  test('an account without a password has one set by "forgot password"', async () => {
    const person = somebodyThere();
    const { session } = await comeBack(key, person);
    const signIn = () => auth.client.login({ email: person.email, password: 'Another-Horse-8?', rememberMe: true, client: CLIENT });
    expect(await codeOf(signIn())).toBe('INVALID_CREDENTIALS');
    expect(
      await codeOf(auth.as(actorOf(session!), (c) => c.changePassword({ currentPassword: 'anything', newPassword: 'Another-Horse-8?' }))),
    ).toBe('CONFLICT');
    await auth.client.forgotPassword({ email: person.email, client: CLIENT });
    await auth.client.resetPassword({
      token: tokenIn(await auth.mail.to(person.email, /reset/i)),
      password: 'Another-Horse-8?',
      client: CLIENT,
    });
    expect((await signIn()).user).toMatchObject({ id: session!.user!.id, hasPassword: true });
  });
});

describe('what only OpenID Connect promises', () => {
  test('an ID token of another key or for another journey is refused', async () => {
    provider.forging = true;
    expect(await codeOf(comeBack('google', somebodyThere()))).toBe('PROVIDER_SIGN_IN_FAILED');
    provider.forging = false;
    provider.wrongNonce = 'another';
    expect(await codeOf(comeBack('google', somebodyThere()))).toBe('PROVIDER_SIGN_IN_FAILED');
  });
});

describe('providers', () => {
  test('are told with whether they are configured; one that is not says so', async () => {
    expect((await auth.identity.listProviders({})).providers).toEqual([
      { key: 'google', name: 'Google', configured: true },
      { key: 'github', name: 'GitHub', configured: true },
    ]);
    const bare = await startAuth();
    try {
      expect((await bare.identity.listProviders({})).providers.map((p) => p.configured)).toEqual([false, false]);
      expect(await codeOf(bare.identity.beginOAuth({ provider: 'google', returnTo: '', client: CLIENT }))).toBe('PROVIDER_NOT_CONFIGURED');
      expect(await codeOf(bare.identity.beginOAuth({ provider: 'myspace', returnTo: '', client: CLIENT }))).toBe('VALIDATION_FAILED');
    } finally {
      await bare.stop();
    }
  });

  test('one that is down is a failed sign-in, and is found again', async () => {
    const dead = await startAuth({ env: { GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y', GOOGLE_ISSUER: 'http://127.0.0.1:9' } });
    try {
      expect(await codeOf(dead.identity.beginOAuth({ provider: 'google', returnTo: '', client: CLIENT }))).toBe('PROVIDER_SIGN_IN_FAILED');
    } finally {
      await dead.stop();
    }
  });
});
