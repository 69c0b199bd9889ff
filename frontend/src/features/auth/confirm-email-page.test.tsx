import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { ConfirmEmailPage } from './confirm-email-page';

const CONFIRM = 'POST /api/auth/email-change/confirm';
const change = { newEmail: 'new@example.com', confirmedByCurrent: true, confirmedByNew: false, expiresAt: '2026-11-22T10:00:00.000Z' };

describe('/confirm-email', () => {
  test.each([
    ['the present address first', change, /open the link in the email to the new address/],
    [
      'the new address first',
      { ...change, confirmedByCurrent: false, confirmedByNew: true },
      /open the link in the email to your present address/,
    ],
  ])('says what is still missing: %s', async (_which, emailChange, text) => {
    const fake = new FakeApi({ [CONFIRM]: ok({ emailChange, done: false }) });
    const { container } = renderWithStore(<ConfirmEmailPage />, { entry: '/confirm-email?token=t1' });
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(fake.to(CONFIRM).map((request) => request.body)).toEqual([{ token: 't1' }]);
    expect(await axe(container)).toHaveNoViolations();
  });

  test('once both have confirmed, whoever is signed in has the new address everywhere', async () => {
    new FakeApi({
      [CONFIRM]: ok({ emailChange: null, done: true }),
      'GET /api/auth/profile': ok({ user: aUser({ email: 'new@example.com' }) }),
    });
    const { store } = renderWithStore(<ConfirmEmailPage />, { entry: '/confirm-email?token=t1', signedInAs: aUser() });
    expect(await screen.findByRole('heading', { name: 'Email address changed' })).toBeInTheDocument();
    expect(store.getState().session.user?.email).toBe('new@example.com');
  });

  test('a link that is no good any more says so with the server’s sentence', async () => {
    new FakeApi({ [CONFIRM]: problem(400, 'EMAIL_CHANGE_TOKEN_INVALID', 'This link is not valid any more.') });
    renderWithStore(<ConfirmEmailPage />, { entry: '/confirm-email?token=used' });
    expect(await screen.findByText('This link is not valid any more.')).toBeInTheDocument();
  });

  test('the cancel link cancels and offers a new password', async () => {
    const fake = new FakeApi({ 'POST /api/auth/email-change/cancel': ok({}) });
    renderWithStore(<ConfirmEmailPage />, { entry: '/confirm-email?cancel=c1' });
    expect(await screen.findByRole('heading', { name: 'Change cancelled' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute('href', '/forgot-password');
    expect(fake.to('POST /api/auth/email-change/cancel')[0]?.body).toEqual({ token: 'c1' });
  });
});
