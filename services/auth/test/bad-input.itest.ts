import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AppError } from '@linqr/platform/errors';
import { AuthServiceService, Role } from '@linqr/proto/auth/v1/auth';
import { IdentityServiceService } from '@linqr/proto/auth/v1/identity';
import fc from 'fast-check';
import { type AuthClient, type AuthFixture, codeOf, type IdentityClient, type Person, register, startAuth } from './auth-fixture.js';

let auth: AuthFixture;
let person: Person;
beforeAll(async () => {
  auth = await startAuth({ env: { THROTTLE_FACTOR: '10000', PASSWORD_HASHING_QUEUE: '1000' } });
  person = await register(auth);
});
afterAll(() => auth.stop());

const client = fc.option(
  fc.record({ address: fc.string({ unit: 'binary' }), userAgent: fc.string({ unit: 'binary', maxLength: 2_000 }) }),
  {
    nil: undefined,
  },
);
/** Texts of every kind, the awkward ones often. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    "'; drop table users; --",
    '%',
    '\\',
    '\ud83d\ude00',
    '\u202e',
    '../../etc',
    '{}',
    'null',
    '__proto__',
  ),
  fc.string({ minLength: 900, maxLength: 5_000 }),
  fc.emailAddress(),
);
const whole = fc.oneof(fc.integer(), fc.constantFrom(0, -1, 2_147_483_647, -2_147_483_648));
const role = fc.constantFrom(Role.ROLE_UNSPECIFIED, Role.ROLE_USER);

/** A request of any content for every call. */
const requests: { [K in keyof typeof AuthServiceService]: fc.Arbitrary<Parameters<AuthClient[K]>[0]> } = {
  register: fc.record({ name: text, email: text, password: text, client }),
  login: fc.record({ email: text, password: text, rememberMe: fc.boolean(), client }),
  refresh: fc.record({ refreshToken: text, client }),
  logout: fc.record({ refreshToken: text }),
  getProfile: fc.constant({}),
  updateProfile: fc.record({ name: text, company: text, website: text, email: text }, { requiredKeys: [] }),
  changePassword: fc.record({ currentPassword: text, newPassword: text }),
  verifyEmail: fc.record({ token: text }),
  resendVerification: fc.record({ email: text, client }),
  forgotPassword: fc.record({ email: text, client }),
  resetPassword: fc.record({ token: text, password: text, client }),
  listSessions: fc.constant({}),
  revokeSession: fc.record({ id: text }),
  checkSession: fc.record({ id: text }),
  getApiKey: fc.constant({}),
  regenerateApiKey: fc.constant({}),
  authenticateApiKey: fc.record({ key: text }),
  setRole: fc.record({ email: text, role }),
  listUsers: fc.record({ page: whole, limit: whole, search: text }),
  setUserDisabled: fc.record({ userId: text, disabled: fc.boolean(), reason: text }),
  deleteUser: fc.record({ email: text }),
  getNotificationPreferences: fc.constant({}),
  updateNotificationPreferences: fc.record({
    emailNotifications: fc.boolean(),
    weeklyReports: fc.boolean(),
    securityAlerts: fc.boolean(),
    marketingEmails: fc.boolean(),
    timeZone: text,
  }),
  getUnsubscription: fc.record({ token: text, subscribed: fc.boolean() }),
  setUnsubscription: fc.record({ token: text, subscribed: fc.boolean() }),
  deleteAccount: fc.record({ password: text, code: text }),
  requestDeletionCode: fc.constant({}),
};

const json = fc.oneof(
  text,
  fc.json(),
  fc
    .record({
      id: text,
      rawId: text,
      type: fc.constant('public-key'),
      response: fc.record({ clientDataJSON: text, attestationObject: text, authenticatorData: text, signature: text, userHandle: text }),
    })
    .map((credential) => JSON.stringify(credential)),
);
const provider = fc.oneof(fc.constantFrom('google', 'github'), text);

/** The same for the ways of signing in. */
const identityRequests: { [K in keyof typeof IdentityServiceService]: fc.Arbitrary<Parameters<IdentityClient[K]>[0]> } = {
  confirmEmailChange: fc.record({ token: text, client }),
  cancelEmailChange: fc.record({ token: text, client }),
  getTwoFactor: fc.constant({}),
  setUpTwoFactor: fc.record({ password: text }),
  enableTwoFactor: fc.record({ code: text }),
  disableTwoFactor: fc.record({ password: text, code: text }),
  replaceRecoveryCodes: fc.record({ password: text }),
  finishSignIn: fc.record({ challenge: text, code: text, rememberMe: fc.option(fc.boolean(), { nil: undefined }), client }),
  listPasskeys: fc.constant({}),
  beginPasskey: fc.record({ password: text }),
  addPasskey: fc.record({ challengeId: text, name: text, responseJson: json }),
  renamePasskey: fc.record({ id: text, name: text }),
  removePasskey: fc.record({ id: text }),
  beginPasskeySignIn: fc.record({ client }),
  passkeySignIn: fc.record({ challengeId: text, responseJson: json, rememberMe: fc.boolean(), client }),
  listProviders: fc.constant({}),
  beginOAuth: fc.record({ provider, returnTo: text, client }),
  beginConnecting: fc.record({ provider, password: text }),
  finishOAuth: fc.record({ provider, query: text, browser: text, client }),
  listIdentities: fc.constant({}),
  disconnectIdentity: fc.record({ provider }),
  connectWaitingIdentity: fc.record({ token: text }),
  listSecurityEvents: fc.record({ page: whole, limit: whole }),
};

async function neverAFault(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect(['INTERNAL', 'PART_UNAVAILABLE', 'DEADLINE_EXCEEDED']).not.toContain((error as AppError).code);
    expect((error as AppError).message.length).toBeGreaterThan(5);
  }
}

describe('whatever is sent, the answer is a result or a typed refusal, never a fault', () => {
  test.each(Object.keys(requests) as (keyof typeof requests)[])('%s', async (name) => {
    const admin = { ...person.actor, role: 'admin' as const };
    await fc.assert(
      fc.asyncProperty(requests[name], async (request) => {
        await neverAFault(() => auth.as(admin, (c) => (c[name] as (r: unknown) => Promise<unknown>)(request)));
      }),
      { numRuns: 60 },
    );
  });
});

describe('the same of every way of signing in', () => {
  test.each(Object.keys(identityRequests) as (keyof typeof identityRequests)[])('%s', async (name) => {
    await fc.assert(
      fc.asyncProperty(identityRequests[name], fc.boolean(), async (request, signedIn) => {
        const call = (i: IdentityClient) => (i[name] as (r: unknown) => Promise<unknown>)(request);
        await neverAFault(() => (signedIn ? auth.as(person.actor, (_, i) => call(i)) : call(auth.identity)));
      }),
      { numRuns: 20 },
    );
  });
});

describe('fields are bounded', () => {
  const long = (n: number) => 'x'.repeat(n);
  test.each([
    ['a name of 101', () => auth.client.register({ name: long(101), email: 'a@example.com', password: 'Abcdef1!', client: undefined })],
    [
      'a name with a line break',
      () => auth.client.register({ name: 'a\nb', email: 'a@example.com', password: 'Abcdef1!', client: undefined }),
    ],
    [
      'an address of 300',
      () => auth.client.register({ name: 'A', email: `${long(300)}@example.com`, password: 'Abcdef1!', client: undefined }),
    ],
    [
      'a password of 129',
      () => auth.client.register({ name: 'A', email: 'a@example.com', password: `Aa1!${long(125)}`, client: undefined }),
    ],
    [
      'a password of 1025 to sign in',
      () => auth.client.login({ email: 'a@example.com', password: long(1_025), rememberMe: true, client: undefined }),
    ],
    ['a website of 3000', () => auth.as(person.actor, (c) => c.updateProfile({ website: `https://example.com/${long(3_000)}` }))],
    ['a company of 201', () => auth.as(person.actor, (c) => c.updateProfile({ company: long(201) }))],
    ['a page before the first', () => auth.as({ ...person.actor, role: 'admin' }, (c) => c.listUsers({ page: -1, limit: 1, search: '' }))],
    [
      'more than a hundred at once',
      () => auth.as({ ...person.actor, role: 'admin' }, (c) => c.listUsers({ page: 1, limit: 101, search: '' })),
    ],
    ['no token', () => auth.client.verifyEmail({ token: '' })],
  ])('%s is refused by name', async (_name, call) => {
    expect(await codeOf(call())).toBe('VALIDATION_FAILED');
  });
});
