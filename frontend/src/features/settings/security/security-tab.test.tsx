import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aUser } from '../../../testing/factories';
import { FakeApi, ok, problem } from '../../../testing/fake-api';
import { renderWithStore } from '../../../testing/render-app';
import { at, securityAnswers } from './security.samples';
import { SecurityTab } from './security-tab';

const codes = Array.from({ length: 10 }, (_, i) => `aaaa-bbbb-cccc-ddd${i}`);
const enabled = { 'GET /api/auth/two-factor': ok({ enabled: true, enabledAt: at, recoveryCodesLeft: 2 }) };

function open(handlers: ConstructorParameters<typeof FakeApi>[0] = {}, user = aUser(), entry = '/settings?tab=security') {
  const fake = new FakeApi({ ...securityAnswers, 'GET /api/auth/sessions': ok({ sessions: [] }), ...handlers });
  return { fake, ...renderWithStore(<SecurityTab user={user} />, { entry, signedInAs: user }) };
}

/** jsdom has no passkeys of its own. */
function withPasskeys(credentials: Partial<CredentialsContainer> = {}) {
  Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value: class {} });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials });
}
afterEach(() => {
  Reflect.deleteProperty(window, 'PublicKeyCredential');
});

describe('two-factor authentication', () => {
  test('is set up by password, picture and first code, and ends with codes that have to be saved', async () => {
    const { fake, user, baseElement } = open({
      'POST /api/auth/two-factor/setup': ok({ secret: 'ABCDEFGHABCDEFGH', otpauthUrl: 'otpauth://totp/Linqr:ada?secret=ABCDEFGHABCDEFGH' }),
      'POST /api/auth/two-factor/enable': ok({ recoveryCodes: codes }),
    });
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    expect(await axe(baseElement)).toHaveNoViolations();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByLabelText('Your password')).toHaveAccessibleDescription('Please enter your password');
    await user.type(screen.getByLabelText('Your password'), 'Secret-1!');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toHaveAttribute(
      'src',
      expect.stringContaining('data:image/svg+xml') as unknown as string,
    );
    expect(screen.getByText('ABCD EFGH ABCD EFGH')).toBeInTheDocument();
    expect(await axe(baseElement)).toHaveNoViolations();
    await user.type(screen.getByLabelText('Code of the app'), '123456');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn on' }));
    const list = await screen.findByRole('list', { name: 'Your recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(codes);
    expect(await axe(baseElement)).toHaveNoViolations();
    // Not lost by a slip of the finger.
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Done' })).toBeDisabled();
    fake.on('GET /api/auth/two-factor', ok({ enabled: true, enabledAt: at, recoveryCodesLeft: 10 }));
    await user.click(screen.getByLabelText('I have saved these codes'));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(await screen.findByText(/10 recovery codes left/)).toBeInTheDocument();
    expect(fake.to('POST /api/auth/two-factor/setup')[0]?.body).toEqual({ password: 'Secret-1!' });
    expect(fake.to('POST /api/auth/two-factor/enable')[0]?.body).toEqual({ code: '123456' });
  });

  test('a wrong password and a wrong code stand at their fields', async () => {
    const wrong = 'The password is not right';
    const { fake, user } = open({
      'POST /api/auth/two-factor/setup': problem(400, 'CURRENT_PASSWORD_WRONG', wrong, [{ field: 'password', message: wrong }]),
      'POST /api/auth/two-factor/enable': problem(400, 'TWO_FACTOR_CODE_WRONG', 'No.', [{ field: 'code', message: 'No.' }]),
    });
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    await user.type(screen.getByLabelText('Your password'), 'nope');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(screen.getByLabelText('Your password')).toHaveAccessibleDescription(wrong));
    fake.on('POST /api/auth/two-factor/setup', ok({ secret: 'ABCD', otpauthUrl: 'otpauth://totp/x?secret=ABCD' }));
    await user.type(screen.getByLabelText('Your password'), '!');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.type(await screen.findByLabelText('Code of the app'), '000000');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn on' }));
    await waitFor(() => expect(screen.getByLabelText('Code of the app')).toHaveAccessibleDescription(/No\./));
  });

  test('warns when few recovery codes are left, and is turned off by password and code', async () => {
    const { fake, user } = open({ ...enabled, 'POST /api/auth/two-factor/disable': ok({}) });
    expect(await screen.findByText(/You have few recovery codes left/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Turn off' }));
    await user.type(screen.getByLabelText('Code of the app, or a recovery code'), '123456');
    await user.type(screen.getByLabelText('Your password'), 'Secret-1!');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Two-factor authentication is off')).toBeInTheDocument();
    expect(fake.to('POST /api/auth/two-factor/disable')[0]?.body).toEqual({ code: '123456', password: 'Secret-1!' });
  });

  test('waits for a verified address', async () => {
    open({}, aUser({ emailVerified: false }));
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeDisabled();
    expect(screen.getByText(/Verify your email address first/)).toBeInTheDocument();
  });
});

describe('passkeys', () => {
  const key = { id: 'pky-1', name: 'My laptop', createdAt: at, lastUsedAt: null };

  test('are added by name and password and the browser’s own question', async () => {
    const created = { id: 'AQ', rawId: new Uint8Array([1]).buffer, type: 'public-key' };
    const create = jest.fn(async () => ({
      ...created,
      response: { clientDataJSON: new ArrayBuffer(1), attestationObject: new ArrayBuffer(1), getTransports: () => ['internal'] },
      getClientExtensionResults: () => ({}),
    }));
    withPasskeys({ create: create as unknown as CredentialsContainer['create'] });
    const options = {
      challenge: 'AAAA',
      rp: { id: 'localhost', name: 'Linqr' },
      user: { id: 'AAAA', name: 'ada@example.com', displayName: 'Ada' },
      pubKeyCredParams: [],
    };
    const { fake, user } = open({
      'POST /api/auth/passkeys/registration-options': ok({ challengeId: 'c1', options }),
      'POST /api/auth/passkeys': ok(key, 201),
    });
    await user.click(await screen.findByRole('button', { name: 'Add passkey' }));
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), 'My laptop');
    await user.type(screen.getByLabelText('Your password'), 'Secret-1!');
    fake.on('GET /api/auth/passkeys', ok({ passkeys: [key] }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Passkey added')).toBeInTheDocument();
    expect(create).toHaveBeenCalledTimes(1);
    expect(fake.to('POST /api/auth/passkeys')[0]?.body).toMatchObject({ challengeId: 'c1', name: 'My laptop', response: { id: 'AQ' } });
    expect(await screen.findByRole('button', { name: 'Remove My laptop' })).toBeInTheDocument();
  });

  test('are renamed, and removed after a question', async () => {
    withPasskeys();
    const { fake, user } = open({
      'GET /api/auth/passkeys': ok({ passkeys: [key] }),
      'PUT /api/auth/passkeys/pky-1': ok({ ...key, name: 'Work' }),
      'DELETE /api/auth/passkeys/pky-1': ok({}),
    });
    await user.click(await screen.findByRole('button', { name: 'Rename My laptop' }));
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), 'Work{Enter}');
    await waitFor(() => expect(fake.to('PUT /api/auth/passkeys/pky-1')[0]?.body).toEqual({ name: 'Work' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Remove My laptop' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Passkey removed')).toBeInTheDocument();
  });

  test('say so where the browser has none', async () => {
    open();
    expect(await screen.findByText(/This browser has no passkeys/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add passkey' })).toBeDisabled();
  });
});

describe('connected accounts', () => {
  test('say what is coming soon and lead to what is configured', async () => {
    const left: string[] = [];
    const catchLeaving = (event: MouseEvent) => {
      if (!(event.target instanceof HTMLAnchorElement)) return;
      event.preventDefault();
      left.push(event.target.href);
    };
    document.addEventListener('click', catchLeaving);
    const { user } = open({ 'POST /api/auth/identities/github': ok({ url: 'https://github.com/login/oauth/authorize?x=1' }) });
    const list = await screen.findByRole('list', { name: 'Connected accounts' });
    expect(within(list).getByText('Coming soon')).toBeInTheDocument();
    await user.click(within(list).getByRole('button', { name: 'Connect GitHub' }));
    await user.type(screen.getByLabelText('Your password'), 'Secret-1!');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(left).toEqual(['https://github.com/login/oauth/authorize?x=1']));
    document.removeEventListener('click', catchLeaving);
  });

  test('one that has just been connected is said once; it is disconnected after a question', async () => {
    const { fake, user, where } = open(
      {
        'GET /api/auth/identities': ok({
          identities: [{ provider: 'github', email: 'ada@github.example', createdAt: at, lastUsedAt: null }],
        }),
        'DELETE /api/auth/identities/github': ok({}),
      },
      aUser({ hasPassword: false }),
      '/settings?tab=security&connected=github',
    );
    expect(await screen.findByText('GitHub connected')).toBeInTheDocument();
    await waitFor(() => expect(where.search).toBe('?tab=security'));
    // An account without a password is told before it locks itself out.
    expect(screen.getByRole('link', { name: 'Set a password' })).toHaveAttribute('href', '/forgot-password');
    await user.click(await screen.findByRole('button', { name: 'Disconnect GitHub' }));
    expect(screen.getByText(/your account has no password/)).toBeInTheDocument();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Disconnect' }));
    await waitFor(() => expect(fake.to('DELETE /api/auth/identities/github')).toHaveLength(1));
  });
});

test.each([
  ['IDENTITY_TAKEN', 'That GitHub account is connected to another Linqr account.'],
  ['PROVIDER_SIGN_IN_FAILED', 'GitHub could not be connected. Please try again.'],
])('a connection that failed with %s is told once', async (code, text) => {
  const { where } = open({}, aUser(), `/settings?tab=security&problem=${code}&provider=github`);
  expect(await screen.findByText(text)).toBeInTheDocument();
  await waitFor(() => expect(where.search).toBe('?tab=security'));
});

test('the recent activity names what happened, where from, and does not stumble over what is newer than it', async () => {
  const { container } = open();
  const list = await screen.findByRole('list', { name: 'Recent security activity' });
  expect(within(list).getByText('Two-factor authentication turned on')).toBeInTheDocument();
  expect(within(list).getByText(/203\.0\.113\.0\/24/)).toHaveTextContent('Script or app (curl)');
  expect(within(list).getByText('something newer')).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test.each([
  ['GET /api/auth/two-factor', 'Two-factor authentication did not load'],
  ['GET /api/auth/passkeys', 'Your passkeys did not load'],
  ['GET /api/auth/identities', 'Your connected accounts did not load'],
  ['GET /api/auth/audit', 'The activity did not load'],
])('when %s fails its card says so and tries again', async (call, title) => {
  const { fake, user } = open({ [call]: problem(503, 'PART_UNAVAILABLE', 'Later, please.') });
  expect(await screen.findByText(title)).toBeInTheDocument();
  fake.on(call, securityAnswers[call as keyof typeof securityAnswers]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument());
});
