import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { axe } from 'jest-axe';
import { aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { RegisterPage } from './register-page';

const button = () => screen.getByRole('button', { name: 'Create account' });

async function fillIn(user: UserEvent, over: { password?: string; confirm?: string } = {}) {
  const password = over.password ?? 'Str0ng!pass';
  await user.type(screen.getByLabelText('Full name'), 'Ada Lovelace');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), password);
  await user.type(screen.getByLabelText('Confirm password'), over.confirm ?? password);
}

describe('the registration page', () => {
  test('has no accessibility problems', async () => {
    new FakeApi();
    const { container } = renderWithStore(<RegisterPage />);
    expect(await axe(container)).toHaveNoViolations();
  });

  test('the button works only while every rule holds', async () => {
    new FakeApi();
    const { user } = renderWithStore(<RegisterPage />);
    expect(button()).toBeDisabled();
    await fillIn(user);
    expect(button()).toBeDisabled();
    await user.click(screen.getByRole('checkbox'));
    expect(button()).toBeEnabled();
    await user.clear(screen.getByLabelText('Confirm password'));
    await user.type(screen.getByLabelText('Confirm password'), 'Other-1!');
    expect(button()).toBeDisabled();
    await user.tab();
    expect(screen.getByText('Passwords do not match')).toBeInTheDocument();
  });

  test.each([
    ['Sh0rt!a', 'At least 8 characters'],
    ['lower0nly!', 'One uppercase letter'],
    ['UPPER0NLY!', 'One lowercase letter'],
    ['NoDigits!!', 'One digit'],
    ['N0Special1', 'One special character (!@#$%^&*…)'],
  ])('while typing, %s leaves exactly "%s" open', async (password, rule) => {
    new FakeApi();
    const { user } = renderWithStore(<RegisterPage />);
    await user.type(screen.getByLabelText('Password'), password);
    expect(screen.getByText(`${rule}: not yet`)).toBeInTheDocument();
    expect(screen.getAllByText(/: met$/)).toHaveLength(4);
    await user.tab();
    expect(screen.getByText('Please ensure your password meets all requirements')).toBeInTheDocument();
  });

  test('registers, signs in and says to look at the mail', async () => {
    const fake = new FakeApi({ 'POST /api/auth/register': ok({ user: aUser(), accessToken: 'token', refreshToken: 'r' }, 201) });
    const { user, store } = renderWithStore(<RegisterPage />);
    await fillIn(user);
    await user.click(screen.getByRole('checkbox'));
    await user.click(button());
    await waitFor(() => expect(store.getState().session.isAuthenticated).toBe(true));
    expect(fake.to('POST /api/auth/register')[0]?.body).toEqual({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      password: 'Str0ng!pass',
    });
    expect(await screen.findByText('Registration successful! Please check your email to verify your account.')).toBeInTheDocument();
  });

  test('the server’s field errors stand at their fields, with the focus, and nothing typed is lost', async () => {
    new FakeApi({
      'POST /api/auth/register': problem(409, 'EMAIL_TAKEN', 'An account with this email already exists.', [
        { field: 'email', message: 'This address has an account.' },
      ]),
    });
    const { user } = renderWithStore(<RegisterPage />);
    await fillIn(user);
    await user.click(screen.getByRole('checkbox'));
    await user.click(button());
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('This address has an account.'));
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Full name')).toHaveValue('Ada Lovelace');
    expect(await screen.findByText('An account with this email already exists.')).toBeInTheDocument();
  });

  test('a failure without a sentence says "Registration failed"', async () => {
    new FakeApi({ 'POST /api/auth/register': { network: true } });
    const { user } = renderWithStore(<RegisterPage />);
    await fillIn(user);
    await user.click(screen.getByRole('checkbox'));
    await user.click(button());
    expect(await screen.findByText('Registration failed')).toBeInTheDocument();
  });
});
