import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { EmailChange } from './email-change';

const change = { newEmail: 'new@example.com', confirmedByCurrent: true, confirmedByNew: false, expiresAt: '2026-11-22T10:00:00.000Z' };
const PROFILE = 'GET /api/auth/profile';

describe('changing the email address', () => {
  test('asks for the new address and the password, and shows what is still missing', async () => {
    const fake = new FakeApi({
      [PROFILE]: ok({ user: aUser(), emailChange: null }),
      'PUT /api/auth/profile': ok({ user: aUser(), emailChange: change }),
    });
    const { user, baseElement } = renderWithStore(<EmailChange user={aUser()} />, { signedInAs: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Change address' }));
    expect(await axe(baseElement)).toHaveNoViolations();
    await user.type(screen.getByLabelText('New email address'), 'new@example.com');
    await user.type(screen.getByLabelText('Your password'), 'Secret-1!');
    fake.on(PROFILE, ok({ user: aUser(), emailChange: change }));
    await user.click(screen.getByRole('button', { name: 'Send links' }));
    expect(await screen.findByText('Changing to new@example.com')).toBeInTheDocument();
    expect(screen.getByText(/Present address/)).toHaveTextContent('Present address confirmed');
    expect(screen.getByText(/New address/)).toHaveTextContent('New address not yet');
    expect(fake.to('PUT /api/auth/profile')[0]?.body).toEqual({ email: 'new@example.com', currentPassword: 'Secret-1!' });
  });

  test('what is wrong stands at its field', async () => {
    const refuse = (field: string, message: string) => problem(400, 'VALIDATION_FAILED', message, [{ field, message }]);
    const fake = new FakeApi({
      [PROFILE]: ok({ user: aUser(), emailChange: null }),
      'PUT /api/auth/profile': refuse('email', 'No address.'),
    });
    const { user } = renderWithStore(<EmailChange user={aUser()} />, { signedInAs: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Change address' }));
    await user.type(screen.getByLabelText('New email address'), 'nonsense');
    await user.type(screen.getByLabelText('Your password'), 'x');
    await user.click(screen.getByRole('button', { name: 'Send links' }));
    await waitFor(() => expect(screen.getByLabelText('New email address')).toHaveAccessibleDescription('No address.'));
    fake.on('PUT /api/auth/profile', refuse('currentPassword', 'The current password is not right'));
    await user.type(screen.getByLabelText('New email address'), '@example.com');
    await user.click(screen.getByRole('button', { name: 'Send links' }));
    await waitFor(() => expect(screen.getByLabelText('Your password')).toHaveAccessibleDescription('The current password is not right'));
  });

  test('a change under way can be cancelled', async () => {
    const fake = new FakeApi({ [PROFILE]: ok({ user: aUser(), emailChange: change }), 'DELETE /api/auth/email-change': ok({}) });
    const { user, container } = renderWithStore(<EmailChange user={aUser()} />, { signedInAs: aUser() });
    await screen.findByText('Changing to new@example.com');
    expect(await axe(container)).toHaveNoViolations();
    fake.on(PROFILE, ok({ user: aUser(), emailChange: null }));
    await user.click(screen.getByRole('button', { name: 'Cancel the change' }));
    expect(await screen.findByText('The change was cancelled')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Change address' })).toBeInTheDocument();
  });
});
