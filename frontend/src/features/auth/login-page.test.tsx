import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { readArrival } from './arrival';
import { LoginPage } from './login-page';

const answer = ok({ user: aUser(), accessToken: 'token', refreshToken: 'r' });

describe('the login page', () => {
  test('has no accessibility problems, also with errors shown', async () => {
    new FakeApi();
    const { container, user } = renderWithStore(<LoginPage />);
    expect(await axe(container)).toHaveNoViolations();
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(screen.getByText('Email is required')).toBeInTheDocument();
    expect(await axe(container)).toHaveNoViolations();
  });

  test('asks for both fields on submit, calls nothing, and puts the focus on the first wrong one', async () => {
    const fake = new FakeApi();
    const { user } = renderWithStore(<LoginPage />);
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email is required');
    expect(screen.getByLabelText('Password')).toBeInvalid();
    expect(fake.to('POST /api/auth/login')).toHaveLength(0);
  });

  test('signs in, keeps the access token and remembers when asked to', async () => {
    const fake = new FakeApi({ 'POST /api/auth/login': answer });
    const { user, store } = renderWithStore(<LoginPage />);
    await user.type(screen.getByLabelText('Email'), ' ada@example.com ');
    await user.type(screen.getByLabelText('Password'), 'Secret-1!');
    await user.click(screen.getByLabelText('Remember me'));
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(store.getState().session.user?.email).toBe('ada@example.com'));
    expect(fake.to('POST /api/auth/login')[0]?.body).toEqual({ email: 'ada@example.com', password: 'Secret-1!', rememberMe: true });
    expect(document.cookie).toContain('accessToken=token');
    expect(localStorage.getItem('linqr.session')).toBe('1');
    expect(await screen.findByText('Login successful!')).toBeInTheDocument();
  });

  test.each([
    [
      'the server says why',
      problem(401, 'INVALID_CREDENTIALS', 'That email and password do not match.'),
      'That email and password do not match.',
    ],
    ['it does not', problem(401, 'INVALID_CREDENTIALS', ''), 'Login failed'],
    ['nothing answers', { network: true as const }, 'Login failed'],
  ])('a failed login keeps what was typed and says so when %s', async (_when, refusal, text) => {
    const fake = new FakeApi({ 'POST /api/auth/login': refusal });
    const { user, store } = renderWithStore(<LoginPage />);
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(store.getState().session.isAuthenticated).toBe(false);
    expect(fake.to('POST /api/api/auth/refresh')).toHaveLength(0);
  });

  test('shows and hides the password', async () => {
    new FakeApi();
    const { user } = renderWithStore(<LoginPage />);
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });

  const providers = (configured: boolean) =>
    ok({
      providers: [
        { key: 'google', name: 'Google', configured },
        { key: 'github', name: 'GitHub', configured },
      ],
    });

  test.each(['Google', 'GitHub'])('%s only says that it is coming soon where it is not configured, or nobody answers', async (provider) => {
    const fake = new FakeApi({ 'GET /api/auth/providers': providers(false) });
    const { user, where } = renderWithStore(<LoginPage />);
    await user.click(screen.getByRole('button', { name: provider }));
    expect(await screen.findByText(`${provider} sign-in is coming soon`)).toBeInTheDocument();
    fake.on('GET /api/auth/providers', { network: true });
    await user.click(screen.getByRole('button', { name: provider }));
    await waitFor(() => expect(screen.getByRole('button', { name: provider })).toBeEnabled());
    expect(where.pathname).toBe('/');
  });

  test('a configured provider is gone to, with the way back', async () => {
    new FakeApi({ 'GET /api/auth/providers': providers(true) });
    const left: string[] = [];
    const catchLeaving = (event: MouseEvent) => {
      if (!(event.target instanceof HTMLAnchorElement)) return;
      event.preventDefault();
      left.push(event.target.getAttribute('href') ?? '');
    };
    document.addEventListener('click', catchLeaving);
    const entry = { pathname: '/login', state: { from: { pathname: '/analytics', search: '?timeRange=24h', hash: '' } } };
    const { user } = renderWithStore(<LoginPage />, { entry });
    await user.click(screen.getByRole('button', { name: 'GitHub' }));
    await waitFor(() => expect(left).toEqual([`/api/auth/oauth/github/start?returnTo=${encodeURIComponent('/analytics?timeRange=24h')}`]));
    document.removeEventListener('click', catchLeaving);
  });
});

describe('the second step', () => {
  const asked = ok({ twoFactorRequired: true, challenge: 'chal', methods: ['totp', 'recovery'] });
  const finish = 'POST /api/auth/login/two-factor';

  async function reach(handlers: ConstructorParameters<typeof FakeApi>[0] = {}) {
    const fake = new FakeApi({ 'POST /api/auth/login': asked, ...handlers });
    const view = renderWithStore(<LoginPage />);
    await view.user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await view.user.type(screen.getByLabelText('Password'), 'Secret-1!');
    await view.user.click(screen.getByLabelText('Remember me'));
    await view.user.click(screen.getByRole('button', { name: 'Log in' }));
    await screen.findByLabelText('Authentication code');
    return { fake, ...view };
  }

  test('asks for the code of the app, with the focus on it and no accessibility problems, and signs in', async () => {
    const { fake, user, store, container } = await reach({ [finish]: answer });
    expect(screen.getByLabelText('Authentication code')).toHaveFocus();
    expect(screen.getByLabelText('Authentication code')).toHaveAttribute('autocomplete', 'one-time-code');
    expect(store.getState().session.isAuthenticated).toBe(false);
    expect(document.cookie).not.toContain('accessToken');
    expect(await axe(container)).toHaveNoViolations();
    await user.type(screen.getByLabelText('Authentication code'), '123456{Enter}');
    await waitFor(() => expect(store.getState().session.isAuthenticated).toBe(true));
    expect(fake.to(finish)[0]?.body).toEqual({ challenge: 'chal', code: '123456', rememberMe: true });
  });

  test('takes a recovery code instead', async () => {
    const { fake, user, store } = await reach({ [finish]: answer });
    await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
    expect(screen.getByLabelText('Recovery code')).toHaveFocus();
    await user.type(screen.getByLabelText('Recovery code'), 'aaaa-bbbb-cccc-dddd{Enter}');
    await waitFor(() => expect(store.getState().session.isAuthenticated).toBe(true));
    expect(fake.to(finish)[0]?.body).toMatchObject({ code: 'aaaa-bbbb-cccc-dddd' });
  });

  test('a wrong code stands at its field and can be typed again; an attempt that is over leads back with the reason', async () => {
    const wrong = 'That code is not right.';
    const { fake, user } = await reach({ [finish]: problem(400, 'TWO_FACTOR_CODE_WRONG', wrong, [{ field: 'code', message: wrong }]) });
    await user.type(screen.getByLabelText('Authentication code'), '000000{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Authentication code')).toHaveAccessibleDescription(wrong));
    fake.on(finish, problem(401, 'SIGN_IN_CHALLENGE_INVALID', 'Please start again.'));
    await user.type(screen.getByLabelText('Authentication code'), '1{Enter}');
    expect(await screen.findByText('Please start again.')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  test('asked for after a provider, the challenge comes from the address and leaves it at once', async () => {
    const fake = new FakeApi({ [finish]: answer });
    const { user, where } = renderWithStore(<LoginPage />, { entry: '/login#challenge=fromthere&methods=totp&returnTo=%2Fqr-codes' });
    await screen.findByLabelText('Authentication code');
    await waitFor(() => expect(where.hash).toBe(''));
    await user.type(screen.getByLabelText('Authentication code'), '123456{Enter}');
    await waitFor(() => expect(fake.to(finish)[0]?.body).toMatchObject({ challenge: 'fromthere', rememberMe: true }));
  });
});

describe('coming back from a provider', () => {
  test('an address that has an account is connected after its own sign-in', async () => {
    const fake = new FakeApi({ 'POST /api/auth/login': answer, 'POST /api/auth/identities/connect': ok({ provider: 'google' }) });
    const { user, store, container } = renderWithStore(<LoginPage />, {
      entry: '/login#connect=tok&provider=google&email=ada%40example.com&returnTo=',
    });
    expect(screen.getByText('You have an account already')).toBeInTheDocument();
    expect(await axe(container)).toHaveNoViolations();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'Secret-1!{Enter}');
    await waitFor(() => expect(store.getState().session.isAuthenticated).toBe(true));
    expect(fake.to('POST /api/auth/identities/connect')[0]?.body).toEqual({ token: 'tok' });
    expect(await screen.findByText('Google connected')).toBeInTheDocument();
  });

  test.each([
    ['problem=PROVIDER_EMAIL_UNVERIFIED&provider=github', 'Please verify your email address at GitHub first, then try again.'],
    ['problem=PROVIDER_SIGN_IN_FAILED&provider=google', 'The sign-in with Google did not work. Please try again.'],
    ['problem=%3Cscript%3E&provider=evil', 'The sign-in with the provider did not work. Please try again.'],
  ])('%s is told', (query, text) => {
    new FakeApi();
    renderWithStore(<LoginPage />, { entry: `/login?${query}` });
    expect(screen.getByText(text)).toBeInTheDocument();
  });

  test('a way back is a path of the app or none', () => {
    for (const evil of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])
      expect(readArrival({ hash: `#returnTo=${encodeURIComponent(evil)}`, search: '' }).returnTo).toBeUndefined();
    expect(readArrival({ hash: '#returnTo=%2Fa%3Fb%3D1', search: '' }).returnTo).toBe('/a?b=1');
  });
});
