import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { SettingsPage } from './settings-page';

const DELETE = 'DELETE /api/auth/account';

function open(handlers: ConstructorParameters<typeof FakeApi>[0] = {}, user = aUser()) {
  const fake = new FakeApi(handlers);
  return { fake, ...renderWithStore(<SettingsPage />, { entry: '/settings?tab=danger', signedInAs: user }) };
}

async function toLastStep(user: ReturnType<typeof open>['user']) {
  await user.click(screen.getByRole('button', { name: 'Delete account' }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  return screen.findByRole('alertdialog', { name: 'Confirm the deletion' });
}

describe('deleting the account', () => {
  test('has no accessibility problems, in any of its steps', async () => {
    const { container, user } = open();
    expect(await axe(container)).toHaveNoViolations();
    await user.click(screen.getByRole('button', { name: 'Delete account' }));
    expect(await axe(await screen.findByRole('alertdialog'))).toHaveNoViolations();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await axe(await screen.findByRole('alertdialog', { name: 'Confirm the deletion' }))).toHaveNoViolations();
  });

  test('with DELETE and the password logs out and leads to the landing page', async () => {
    const { fake, user, store, where } = open({ [DELETE]: ok({}) });
    await toLastStep(user);
    await user.type(screen.getByLabelText('Type DELETE to confirm'), 'DELETE');
    await user.type(screen.getByLabelText('Your password'), 'Secret-1!');
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    await waitFor(() => expect(where.pathname).toBe('/'));
    expect(fake.to(DELETE)[0]?.body).toEqual({ confirm: 'DELETE', password: 'Secret-1!', code: '' });
    await waitFor(() => expect(store.getState().session.isAuthenticated).toBe(false));
    expect(await screen.findByText('Your account was deleted')).toBeInTheDocument();
  });

  test.each(['delete', 'DELETE ', 'yes', ''])("is off after typing '%s', and nothing is asked of the server", async (word) => {
    const { fake, user } = open();
    await toLastStep(user);
    if (word) await user.type(screen.getByLabelText('Type DELETE to confirm'), word);
    await user.type(screen.getByLabelText('Your password'), 'Secret-1!');
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText('Account deletion cancelled')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(fake.to(DELETE)).toEqual([]);
  });

  test('is off after no at the question, and after Escape', async () => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Delete account' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Account deletion cancelled')).toBeInTheDocument();
    await toLastStep(user);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  });

  test('shows a wrong password at its field, and says what else failed', async () => {
    const wrong = problem(400, 'CURRENT_PASSWORD_WRONG', 'The password is not right', [
      { field: 'password', message: 'The password is not right' },
    ]);
    const { fake, user } = open({ [DELETE]: wrong });
    await toLastStep(user);
    await user.type(screen.getByLabelText('Type DELETE to confirm'), 'DELETE');
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect(screen.getByText('Please enter your password')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Your password'), 'nope');
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText('The password is not right')).toBeInTheDocument();
    fake.on(DELETE, { network: true });
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText('Failed to delete account')).toBeInTheDocument();
  });

  test('without a password goes by a mailed code', async () => {
    const { fake, user, where } = open(
      { [DELETE]: ok({}), 'POST /api/auth/account/deletion-code': ok({}, 202) },
      aUser({ hasPassword: false }),
    );
    await toLastStep(user);
    expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('Type DELETE to confirm'), 'DELETE');
    await user.click(screen.getByRole('button', { name: 'Get a code by email instead' }));
    await user.type(await screen.findByLabelText('Code from the email'), 'ABCDE-23456');
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    await waitFor(() => expect(where.pathname).toBe('/'));
    expect(fake.to(DELETE)[0]?.body).toEqual({ confirm: 'DELETE', password: '', code: 'ABCDE-23456' });
  });
});

describe('downloading the data', () => {
  test('saves the file and says so; a failure is said too', async () => {
    URL.createObjectURL = jest.fn(() => 'blob:x');
    const { fake, user } = open({ 'GET /api/auth/export': { status: 200, body: new Blob(['{}']) } });
    await user.click(screen.getByRole('button', { name: 'Download my data' }));
    expect(await screen.findByText('Your data was downloaded')).toBeInTheDocument();
    expect(URL.createObjectURL).toHaveBeenCalledTimes(1);
    fake.on('GET /api/auth/export', { network: true });
    await user.click(screen.getByRole('button', { name: 'Download my data' }));
    expect(await screen.findByText('Your data could not be downloaded. Please try again.')).toBeInTheDocument();
  });
});
