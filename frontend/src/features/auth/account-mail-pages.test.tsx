import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { ForgotPasswordPage } from './forgot-password-page';
import { ResetPasswordPage } from './reset-password-page';
import { VerifyEmailPage } from './verify-email-page';

describe('/verify-email', () => {
  test('sends the mailed token exactly once and says that it worked', async () => {
    const fake = new FakeApi({ 'POST /api/auth/verify-email': ok({ user: aUser({ emailVerified: true }) }) });
    const { store, container } = renderWithStore(<VerifyEmailPage />, {
      entry: '/verify-email?token=abc',
      signedInAs: aUser({ emailVerified: false }),
    });
    expect(await screen.findByText('Email verified successfully!')).toBeInTheDocument();
    expect(fake.to('POST /api/auth/verify-email').map((request) => request.body)).toEqual([{ token: 'abc' }]);
    expect(store.getState().session.user?.emailVerified).toBe(true);
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toBeInTheDocument();
    expect(await axe(container)).toHaveNoViolations();
  });

  test.each([
    [
      'with the server’s sentence',
      problem(400, 'VERIFICATION_TOKEN_INVALID', 'This link was used already.'),
      'This link was used already.',
    ],
    ['without one', { network: true as const }, 'Email verification failed'],
  ])('a failed verification says so %s and offers a new mail', async (_how, answer, text) => {
    const fake = new FakeApi({ 'POST /api/auth/verify-email': answer, 'POST /api/auth/resend-verification': ok({}) });
    const { user } = renderWithStore(<VerifyEmailPage />, { entry: '/verify-email?token=bad' });
    expect(await screen.findByText(text)).toBeInTheDocument();
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send verification email' }));
    expect(await screen.findByText('Verification email sent!')).toBeInTheDocument();
    expect(fake.to('POST /api/auth/resend-verification')[0]?.body).toEqual({ email: 'ada@example.com' });
  });

  test('a resend that fails says "Failed to send verification email"', async () => {
    new FakeApi({ 'POST /api/auth/resend-verification': { network: true } });
    const { user } = renderWithStore(<VerifyEmailPage />, { entry: '/verify-email' });
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send verification email' }));
    expect(await screen.findByText('Failed to send verification email')).toBeInTheDocument();
  });
});

describe('/forgot-password', () => {
  test('asks the server and answers the same whoever it is', async () => {
    const fake = new FakeApi({ 'POST /api/auth/forgot-password': ok({}) });
    const { user, container } = renderWithStore(<ForgotPasswordPage />);
    expect(await axe(container)).toHaveNoViolations();
    await user.type(screen.getByLabelText('Email'), 'who@example.com');
    await user.click(screen.getByRole('button', { name: 'Send reset link' }));
    expect(await screen.findByText(/If who@example.com belongs to an account/)).toBeInTheDocument();
    expect(fake.to('POST /api/auth/forgot-password')[0]?.body).toEqual({ email: 'who@example.com' });
  });
});

describe('/reset-password', () => {
  test('sets a password that keeps the rules and goes to /login', async () => {
    const fake = new FakeApi({ 'POST /api/auth/reset-password': ok({}) });
    const { user, where } = renderWithStore(<ResetPasswordPage />, { entry: '/reset-password?token=t1' });
    await user.type(screen.getByLabelText('New password'), 'weak');
    await user.type(screen.getByLabelText('Confirm new password'), 'weak');
    await user.click(screen.getByRole('button', { name: 'Set new password' }));
    expect(screen.getByText('Please ensure your password meets all requirements')).toBeInTheDocument();
    expect(fake.requests).toHaveLength(0);
    await user.clear(screen.getByLabelText('New password'));
    await user.clear(screen.getByLabelText('Confirm new password'));
    await user.type(screen.getByLabelText('New password'), 'Str0ng!pass');
    await user.type(screen.getByLabelText('Confirm new password'), 'Str0ng!pass');
    await user.click(screen.getByRole('button', { name: 'Set new password' }));
    await waitFor(() => expect(where.pathname).toBe('/login'));
    expect(fake.to('POST /api/auth/reset-password')[0]?.body).toEqual({ token: 't1', password: 'Str0ng!pass' });
  });

  test('without a token offers a new mail instead of a form', () => {
    new FakeApi();
    renderWithStore(<ResetPasswordPage />, { entry: '/reset-password' });
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password');
    expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
  });
});
