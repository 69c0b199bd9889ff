import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aLink, aUsage, aUser } from '../testing/factories';
import { FakeApi, ok, problem } from '../testing/fake-api';
import { renderApp } from '../testing/render-app';

const account = {
  'POST /api/auth/register': ok({ user: aUser(), accessToken: 'token', refreshToken: 'r' }, 201),
  'GET /api/subscription/usage': ok(aUsage()),
  'GET /api/urls': ok({ urls: [], pagination: { page: 1, limit: 50, total: 0, totalPages: 0 } }),
};

async function signUp(user: UserEvent) {
  await user.type(await screen.findByLabelText('Full name'), 'Ada Lovelace');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'Str0ng!pass');
  await user.type(screen.getByLabelText('Confirm password'), 'Str0ng!pass');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Create account' }));
}

describe('what a visitor typed on the landing page', () => {
  test('a link is created once, right after signing up, and the dashboard opens', async () => {
    const fake = new FakeApi({ ...account, 'POST /api/urls/shorten': ok(aLink(), 201) });
    const { user, where } = renderApp('/');
    await user.type(await screen.findByLabelText('Long URL'), 'https://example.com/carried');
    await user.click(screen.getByRole('button', { name: 'Shorten' }));
    expect(await screen.findByText(/Your link is waiting/)).toBeInTheDocument();
    await signUp(user);
    expect(await screen.findByText('URL shortened successfully!')).toBeInTheDocument();
    await waitFor(() => expect(where.pathname).toBe('/dashboard'));
    const created = fake.to('POST /api/urls/shorten');
    expect(created).toHaveLength(1);
    expect(created[0]?.body).toEqual({ originalUrl: 'https://example.com/carried' });
    expect(created[0]?.headers['idempotency-key']).toBeTruthy();
    expect(where.state).not.toHaveProperty('carry');
  });

  test('a QR code is created too', async () => {
    const fake = new FakeApi({ ...account, 'POST /api/qrcodes/generate': ok({ id: 'q1', qrCode: '' }, 201) });
    const { user } = renderApp({ pathname: '/register', state: { redirectQR: 'Hello', carryKey: 'k' } });
    await signUp(user);
    expect(await screen.findByText('QR Code generated successfully!')).toBeInTheDocument();
    expect(fake.to('POST /api/qrcodes/generate')[0]?.body).toEqual({ content: 'Hello', type: 'text' });
  });

  test('goes on to the login page with somebody who has an account already', async () => {
    const fake = new FakeApi({
      ...account,
      'POST /api/auth/login': ok({ user: aUser(), accessToken: 'token', refreshToken: 'r' }),
      'POST /api/urls/shorten': ok(aLink(), 201),
    });
    const { user } = renderApp({ pathname: '/register', state: { redirectUrl: 'https://example.com/x', carryKey: 'k' } });
    await user.click(await screen.findByRole('link', { name: 'Log in' }));
    await screen.findByRole('heading', { name: 'Log in to Linqr' });
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'Secret-1!');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(fake.to('POST /api/urls/shorten')).toHaveLength(1));
  });

  test('is not lost when the server refuses it: the reason is said and the value goes on as prefill', async () => {
    new FakeApi({ ...account, 'POST /api/urls/shorten': problem(400, 'VALIDATION_FAILED', 'That address is not allowed.') });
    const { user, where } = renderApp({ pathname: '/register', state: { redirectUrl: 'https://example.com/x', carryKey: 'k' } });
    await signUp(user);
    expect(await screen.findByText('Your link could not be created: That address is not allowed.')).toBeInTheDocument();
    await waitFor(() => expect(where.state).toEqual({ prefill: { kind: 'link', value: 'https://example.com/x' } }));
  });

  test('is never taken from the address bar', async () => {
    const fake = new FakeApi(account);
    const { user, where } = renderApp('/register?redirectUrl=https://evil.example');
    await signUp(user);
    await waitFor(() => expect(where.pathname).toBe('/dashboard'));
    expect(fake.to('POST /api/urls/shorten')).toHaveLength(0);
  });
});
