import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aUsage, aUser } from '../testing/factories';
import { FakeApi, ok, problem } from '../testing/fake-api';
import { renderApp } from '../testing/render-app';

const signedIn = { 'GET /api/auth/profile': ok({ user: aUser() }), 'GET /api/subscription/usage': ok(aUsage()) };
const noSession = { 'POST /api/api/auth/refresh': problem(401, 'REFRESH_TOKEN_INVALID', 'No.') };

describe('start-up', () => {
  test('asks for the health first, then for the profile when there is an access token', async () => {
    const fake = new FakeApi(signedIn);
    const { store } = renderApp('/about', { token: 'token' });
    await waitFor(() => expect(store.getState().session.isAuthenticated).toBe(true));
    const order = fake.requests.map((request) => request.path).filter((path) => /health|profile/.test(path));
    expect(order).toEqual(['/api/health', '/api/auth/profile']);
    expect(store.getState().session).toMatchObject({ isLoading: false, error: null });
  });

  test('without an access token loading simply stops', async () => {
    const fake = new FakeApi();
    const { store } = renderApp('/about');
    await waitFor(() => expect(store.getState().session.isLoading).toBe(false));
    expect(store.getState().session.isAuthenticated).toBe(false);
    expect(fake.to('GET /api/auth/profile')).toHaveLength(0);
  });

  test('a profile that cannot be had removes the token and logs out, without leaving the public page', async () => {
    new FakeApi({ 'GET /api/auth/profile': problem(401, 'SESSION_EXPIRED', 'No.'), ...noSession });
    const { store, where } = renderApp('/about', { token: 'stale' });
    await waitFor(() => expect(store.getState().session.isLoading).toBe(false));
    expect(store.getState().session.isAuthenticated).toBe(false);
    expect(document.cookie).not.toContain('accessToken');
    expect(where.pathname).toBe('/about');
  });

  test.each([
    ['a remembered session', () => localStorage],
    ['the session of a tab that is reloaded', () => sessionStorage],
  ])('%s is renewed although its short cookie is gone', async (_which, storage) => {
    storage().setItem('linqr.session', '1');
    new FakeApi({ ...signedIn, 'POST /api/api/auth/refresh': ok({ accessToken: 'fresh', refreshToken: 'r' }) });
    const { store } = renderApp('/about');
    await waitFor(() => expect(store.getState().session.isAuthenticated).toBe(true));
  });
});

describe('coming back from a sign-in provider', () => {
  test('signed in, the session is remembered; not signed in, nothing is asked for', async () => {
    sessionStorage.setItem('linqr.expected', '1');
    const fake = new FakeApi();
    const first = renderApp('/about');
    await waitFor(() => expect(first.store.getState().session.isLoading).toBe(false));
    expect(fake.to('POST /api/api/auth/refresh')).toHaveLength(0);
    first.unmount();
    new FakeApi(signedIn);
    const second = renderApp('/about', { token: 'token' });
    await waitFor(() => expect(second.store.getState().session.isAuthenticated).toBe(true));
    expect(localStorage.getItem('linqr.session')).toBe('1');
    expect(sessionStorage.getItem('linqr.expected')).toBeNull();
  });
});

describe('guards', () => {
  test.each(['/dashboard', '/qr-codes', '/settings', '/webhooks', '/api-keys', '/analytics/abc', '/admin'])(
    'an anonymous visitor of %s goes to /login, which remembers it',
    async (path) => {
      new FakeApi();
      const { where } = renderApp(`${path}?a=1`);
      await waitFor(() => expect(where.pathname).toBe('/login'));
      expect(where.state).toMatchObject({ from: { pathname: path, search: '?a=1' } });
    },
  );

  test('after login one is back where one came from', async () => {
    new FakeApi({ ...signedIn, 'POST /api/auth/login': ok({ user: aUser(), accessToken: 'token', refreshToken: 'r' }) });
    const { where, user } = renderApp('/webhooks?tab=x');
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'Secret-1!');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(where).toMatchObject({ pathname: '/webhooks', search: '?tab=x' }));
    expect(await screen.findByText('Login successful!')).toBeInTheDocument();
  });

  test.each(['/login', '/register'])('who is signed in is sent from %s to the app', async (path) => {
    new FakeApi(signedIn);
    const { where } = renderApp({ pathname: path, state: { from: { pathname: '/settings', search: '', hash: '' } } }, { token: 'token' });
    await waitFor(() => expect(where.pathname).toBe('/settings'));
  });

  test('a signed-in person who is no admin is sent from /admin/users to /dashboard', async () => {
    new FakeApi({ ...signedIn, 'GET /api/urls': ok({ urls: [], pagination: { page: 1, limit: 50, total: 0, totalPages: 0 } }) });
    const { where } = renderApp('/admin/users', { token: 'token' });
    await waitFor(() => expect(where.pathname).toBe('/dashboard'));
  });

  test('an admin stays', async () => {
    new FakeApi({ ...signedIn, 'GET /api/auth/profile': ok({ user: aUser({ role: 'admin', isAdmin: true }) }) });
    const { where } = renderApp('/admin', { token: 'token' });
    expect(await screen.findByRole('heading', { name: 'Admin' })).toBeInTheDocument();
    expect(where.pathname).toBe('/admin');
  });
});

describe('a session that ends while somebody works', () => {
  test('leads to /login, says so, and back to the same form with what was typed', async () => {
    const fake = new FakeApi({
      ...signedIn,
      ...noSession,
      'POST /api/urls/shorten': problem(401, 'SESSION_EXPIRED', 'No.'),
      'POST /api/auth/login': ok({ user: aUser(), accessToken: 'next', refreshToken: 'r' }),
    });
    const { where, user, store } = renderApp('/', { token: 'token' });
    await waitFor(() => expect(store.getState().session.isAuthenticated).toBe(true));
    await user.type(screen.getByLabelText('Long URL'), 'https://example.com/kept');
    await user.click(screen.getByRole('button', { name: 'Shorten' }));
    await waitFor(() => expect(where.pathname).toBe('/login'));
    expect(await screen.findByText('Please sign in to shorten URLs')).toBeInTheDocument();
    expect(fake.to('POST /api/api/auth/refresh')).toHaveLength(1);
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'Secret-1!');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(where.pathname).toBe('/'));
    expect(await screen.findByLabelText('Long URL')).toHaveValue('https://example.com/kept');
  });

  test('on a guarded screen too, with a notice', async () => {
    const fake = new FakeApi({ ...signedIn, ...noSession });
    const { where, store } = renderApp('/settings', { token: 'token' });
    await screen.findByRole('heading', { name: 'Settings' });
    fake.on('GET /api/subscription/usage', problem(401, 'SESSION_EXPIRED', 'No.'));
    const { usageApi } = await import('../api/usage.api');
    await store.dispatch(usageApi.endpoints.usage.initiate(undefined, { forceRefetch: true }));
    await waitFor(() => expect(where.pathname).toBe('/login'));
    expect(where.state).toMatchObject({ from: { pathname: '/settings' } });
    expect(await screen.findByText(/Your session has ended/)).toBeInTheDocument();
  });
});

describe('the frame', () => {
  test('shows navigation, usage and user menu without accessibility problems, and signs out even if the call fails', async () => {
    new FakeApi({ ...signedIn, 'POST /api/auth/logout': problem(503, 'PART_UNAVAILABLE', 'Down.') });
    const { container, user, where, store } = renderApp('/settings', { token: 'token' });
    await screen.findByRole('heading', { name: 'Settings' });
    expect(await axe(container)).toHaveNoViolations();
    const [nav] = screen.getAllByRole('navigation', { name: 'Main' });
    expect(Array.from(nav?.querySelectorAll('a') ?? [], (link) => link.getAttribute('href'))).toEqual([
      '/dashboard',
      '/qr-codes',
      '/analytics',
      '/settings',
    ]);
    expect((await screen.findAllByRole('meter', { name: 'Links' }))[0]).toHaveAttribute('aria-valuetext', '3 of 50 used');
    await user.click(screen.getByRole('button', { name: 'Account of Ada Lovelace' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    expect(await screen.findByText('Logged out successfully')).toBeInTheDocument();
    expect(store.getState().session.isAuthenticated).toBe(false);
    expect(where.pathname).toBe('/');
  });

  test('opens the command menu with Ctrl-K, runs the chosen command, and lists the keys with ?', async () => {
    new FakeApi(signedIn);
    const { user, where } = renderApp('/settings', { token: 'token' });
    await screen.findByRole('heading', { name: 'Settings' });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'webh');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(where.pathname).toBe('/webhooks'));
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
  });

  test('an address that is none of ours says so', async () => {
    new FakeApi();
    renderApp('/no/such/page');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
  });
});
