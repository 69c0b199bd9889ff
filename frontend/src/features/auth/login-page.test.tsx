import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
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

  test.each(['Google', 'GitHub'])('%s only says that it is coming soon', async (provider) => {
    const fake = new FakeApi();
    const { user } = renderWithStore(<LoginPage />);
    await user.click(screen.getByRole('button', { name: provider }));
    expect(await screen.findByText(`${provider} sign-in is coming soon`)).toBeInTheDocument();
    expect(fake.requests).toHaveLength(0);
  });
});
