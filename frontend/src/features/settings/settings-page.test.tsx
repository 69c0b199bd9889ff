import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { axe } from 'jest-axe';
import { aUsage, aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { securityAnswers } from './security/security.samples';
import { SettingsPage } from './settings-page';

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const at = '2026-11-20T10:00:00.000Z';
const aSession = (over: object) => ({ id: 'ses-1', createdAt: at, lastUsedAt: at, userAgent: chrome, current: false, ...over });
const sessions = [
  aSession({ id: 'ses-old', userAgent: 'curl/8.5.0' }),
  aSession({ id: 'ses-here', current: true }),
  aSession({ id: 'ses-other', userAgent: chrome.replace('Windows NT 10.0; Win64; x64', 'X11; Linux x86_64') }),
];
const preferences = { emailNotifications: true, weeklyReports: true, securityAlerts: true, marketingEmails: false, timeZone: 'UTC' };
const subscription = { plan: 'free', planName: 'Free', status: 'active', periodStart: at, periodEnd: at, trialEnd: null };

const answers = {
  'GET /api/auth/sessions': ok({ sessions }),
  ...securityAnswers,
  'GET /api/auth/notifications': ok(preferences),
  'GET /api/subscription/usage': ok(aUsage()),
  'GET /api/subscription/current': ok({ subscription }),
};

function open(tab = '', user = aUser(), handlers: ConstructorParameters<typeof FakeApi>[0] = {}) {
  const fake = new FakeApi({ ...answers, ...handlers });
  return { fake, ...renderWithStore(<SettingsPage />, { entry: `/settings${tab && `?tab=${tab}`}`, signedInAs: user }) };
}

describe('the settings', () => {
  test.each([
    ['', 'Profile'],
    ['security', 'Where you are signed in'],
    ['notifications', 'Notifications'],
    ['billing', 'Plan'],
    ['danger', 'Delete account'],
    ['nonsense', 'Profile'],
  ])('the address ?tab=%s opens its tab, without accessibility problems', async (tab, heading) => {
    const { container } = open(tab);
    expect(await screen.findByRole('heading', { name: heading, level: 2 })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('Loading')).not.toBeInTheDocument());
    expect(await axe(container)).toHaveNoViolations();
  });

  test('a chosen tab is in the address, and nothing typed is lost by looking at another', async () => {
    const { user, where } = open();
    await user.type(screen.getByLabelText(/Company/), 'Engines');
    await user.click(screen.getByRole('tab', { name: 'Danger Zone' }));
    expect(where.search).toBe('?tab=danger');
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    expect(screen.getByLabelText(/Company/)).toHaveValue('Engines');
  });
});

describe('the profile', () => {
  const save = () => screen.getByRole('button', { name: 'Save changes' });

  test('is saved, trimmed, and shown everywhere', async () => {
    const saved = aUser({ name: 'Ada King', website: 'https://ada.example' });
    const { fake, user, store } = open('', aUser(), { 'PUT /api/auth/profile': ok({ user: saved }) });
    expect(save()).toBeDisabled();
    await user.clear(screen.getByLabelText('Full Name'));
    await user.type(screen.getByLabelText('Full Name'), ' Ada King ');
    await user.type(screen.getByLabelText(/Website/), 'ada.example');
    await user.click(save());
    expect(await screen.findByText('Profile updated successfully!')).toBeInTheDocument();
    expect(fake.to('PUT /api/auth/profile')[0]?.body).toEqual({ name: 'Ada King', company: '', website: 'ada.example' });
    expect(store.getState().session.user?.name).toBe('Ada King');
    expect(screen.getByLabelText(/Website/)).toHaveValue('https://ada.example');
    expect(save()).toBeDisabled();
  });

  test('the e-mail address cannot be typed over: it has its own way of changing', async () => {
    open('', aUser({ emailVerified: false }));
    expect(screen.getByLabelText('Email Address')).toHaveAttribute('readonly');
    expect(await screen.findByRole('button', { name: 'Change address' })).toBeInTheDocument();
    expect(screen.getByText('Not verified')).toBeInTheDocument();
  });

  test('a name is required and a website must be one, before anything is sent', async () => {
    const { fake, user } = open();
    await user.clear(screen.getByLabelText('Full Name'));
    await user.type(screen.getByLabelText(/Website/), 'not a site');
    await user.click(save());
    expect(screen.getByLabelText('Full Name')).toHaveAccessibleDescription('Name is required');
    expect(screen.getByLabelText('Full Name')).toHaveFocus();
    expect(screen.getByLabelText(/Website/)).toHaveAccessibleDescription('Please enter a valid website address');
    expect(fake.to('PUT /api/auth/profile')).toHaveLength(0);
  });

  test.each([
    [
      'the server’s sentence at its field',
      problem(400, 'VALIDATION_FAILED', 'No.', [{ field: 'company', message: 'Not that one.' }]),
      'Not that one.',
    ],
    ['"Failed to update profile" without an answer', { network: true as const }, 'Failed to update profile'],
  ])('a failure shows %s and keeps what was typed', async (_what, answer, text) => {
    const { user } = open('', aUser(), { 'PUT /api/auth/profile': answer });
    await user.type(screen.getByLabelText(/Company/), 'X');
    await user.click(save());
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByLabelText(/Company/)).toHaveValue('X');
  });
});

describe('the password', () => {
  async function fill(user: UserEvent, current: string, next: string, confirm = next) {
    if (current) await user.type(screen.getByLabelText('Current Password'), current);
    if (next) await user.type(screen.getByLabelText('New Password'), next);
    if (confirm) await user.type(screen.getByLabelText('Confirm New Password'), confirm);
    await user.click(screen.getByRole('button', { name: 'Change password' }));
  }

  test.each([
    ['', '', '', 'Current Password', 'Please enter your current password'],
    ['old', 'short', 'short', 'New Password', 'Password must be at least 8 characters long'],
    ['old', 'long enough', 'long enougg', 'Confirm New Password', 'New passwords do not match'],
  ])('%p, %p, %p is refused at "%s"', async (current, next, confirm, label, text) => {
    const { fake, user } = open('security');
    await fill(user, current, next, confirm);
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(text) as unknown as string);
    expect(fake.to('POST /api/auth/change-password')).toHaveLength(0);
  });

  test('is changed, the fields are emptied and the sessions asked for again', async () => {
    const { fake, user } = open('security', aUser(), { 'POST /api/auth/change-password': ok({}) });
    await fill(user, 'old', 'a new one');
    expect(await screen.findByText('Password changed successfully!')).toBeInTheDocument();
    expect(fake.to('POST /api/auth/change-password')[0]?.body).toEqual({ currentPassword: 'old', newPassword: 'a new one' });
    expect(screen.getByLabelText('Current Password')).toHaveValue('');
    await waitFor(() => expect(fake.to('GET /api/auth/sessions')).toHaveLength(2));
  });

  test('a wrong current password stands at its field', async () => {
    const message = 'The current password is not right';
    const { user } = open('security', aUser(), {
      'POST /api/auth/change-password': problem(400, 'CURRENT_PASSWORD_WRONG', message, [{ field: 'currentPassword', message }]),
    });
    await fill(user, 'wrong', 'a new one');
    await waitFor(() => expect(screen.getByLabelText('Current Password')).toHaveAccessibleDescription(message));
    expect(screen.getByLabelText('Current Password')).toHaveFocus();
  });

  test('without an answer: "Failed to change password"', async () => {
    const { user } = open('security', aUser(), { 'POST /api/auth/change-password': { network: true } });
    await fill(user, 'old', 'a new one');
    expect(await screen.findByText('Failed to change password')).toBeInTheDocument();
  });
});

describe('the sessions', () => {
  const rows = async () => within(await screen.findByRole('list', { name: 'Where you are signed in' })).getAllByRole('listitem');
  const confirm = (user: UserEvent) => user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sign out' }));

  test('stand with this device first, each with its own way out', async () => {
    open('security');
    const [first, second, third] = await rows();
    expect(first).toHaveTextContent('Chrome on WindowsThis device');
    expect(second).toHaveTextContent('Script or app (curl)');
    expect(third).toHaveTextContent('Chrome on Linux');
  });

  test('one is signed out after a question', async () => {
    const { fake, user } = open('security', aUser(), { 'DELETE /api/auth/sessions/ses-other': ok({}) });
    await rows();
    await user.click(screen.getByRole('button', { name: 'Sign out Chrome on Linux' }));
    expect(fake.to('DELETE /api/auth/sessions/ses-other')).toHaveLength(0);
    fake.on('GET /api/auth/sessions', ok({ sessions: sessions.slice(0, 2) }));
    await confirm(user);
    expect(await screen.findByText('Device signed out')).toBeInTheDocument();
    await waitFor(async () => expect(await rows()).toHaveLength(2));
  });

  test('all others are signed out together; one that is gone already does not matter', async () => {
    const { fake, user } = open('security', aUser(), {
      'DELETE /api/auth/sessions/ses-old': problem(404, 'SESSION_NOT_FOUND', 'Session not found'),
      'DELETE /api/auth/sessions/ses-other': ok({}),
    });
    await rows();
    await user.click(screen.getByRole('button', { name: 'Sign out all others' }));
    expect(screen.getByText(/2 other devices have to log in again/)).toBeInTheDocument();
    await confirm(user);
    expect(await screen.findByText('2 devices signed out')).toBeInTheDocument();
    expect(fake.to('DELETE /api/auth/sessions/ses-here')).toHaveLength(0);
  });

  test('signing out this one ends the session and leads to the landing page', async () => {
    const { fake, user, where } = open('security', aUser(), { 'POST /api/auth/logout': ok({}) });
    await rows();
    await user.click(screen.getByRole('button', { name: 'Sign out Chrome on Windows' }));
    await confirm(user);
    await waitFor(() => expect(where.pathname).toBe('/'));
    expect(fake.to('POST /api/auth/logout')).toHaveLength(1);
  });

  test('a list that does not load says so in its place and can be tried again', async () => {
    const { fake, user } = open('security', aUser(), { 'GET /api/auth/sessions': problem(503, 'PART_UNAVAILABLE', 'Later, please.') });
    expect(await screen.findByText('Later, please.')).toBeInTheDocument();
    fake.on('GET /api/auth/sessions', ok({ sessions }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rows()).toHaveLength(3);
  });
});

describe('the notifications', () => {
  test('are saved as switched', async () => {
    const { fake, user } = open('notifications', aUser(), {
      'PUT /api/auth/notifications': ({ body }) => ok(body),
    });
    expect(await screen.findByRole('switch', { name: 'Marketing emails' })).not.toBeChecked();
    expect(screen.getByRole('switch', { name: 'Security alerts' })).toBeChecked();
    await user.click(screen.getByRole('switch', { name: 'Marketing emails' }));
    await user.click(screen.getByRole('button', { name: 'Save preferences' }));
    expect(await screen.findByText('Notification settings updated successfully!')).toBeInTheDocument();
    expect(fake.to('PUT /api/auth/notifications')[0]?.body).toEqual({ ...preferences, marketingEmails: true });
  });

  test('a failure says "Failed to update notification settings" and keeps the choice', async () => {
    const { user } = open('notifications', aUser(), { 'PUT /api/auth/notifications': { network: true } });
    await user.click(await screen.findByRole('switch', { name: 'Weekly reports' }));
    await user.click(screen.getByRole('button', { name: 'Save preferences' }));
    expect(await screen.findByText('Failed to update notification settings')).toBeInTheDocument();
    expect(screen.getByRole('switch', { name: 'Weekly reports' })).not.toBeChecked();
  });
});

describe('billing and danger zone', () => {
  test('billing shows plan and usage and leads to the screens that work', async () => {
    open('billing');
    expect(await screen.findByText('You are on the Free plan.')).toBeInTheDocument();
    expect(screen.queryByText('Billing management coming soon')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'View Pricing Plans' })).toHaveAttribute('href', '/pricing');
    expect(screen.getByRole('link', { name: 'Plan and usage' })).toHaveAttribute('href', '/billing');
  });

  test('where payments are not set up, billing management is coming soon', async () => {
    open('billing', aUser(), { 'GET /api/subscription/current': ok({ subscription: { ...subscription, paymentsConfigured: false } }) });
    expect(await screen.findByText('Billing management coming soon')).toBeInTheDocument();
  });

  test('a running trial is named with its end', async () => {
    open('billing', aUser(), {
      'GET /api/subscription/current': ok({
        subscription: { ...subscription, planName: 'Professional', status: 'trialing', trialEnd: '2026-12-05T12:00:00.000Z' },
      }),
    });
    expect(await screen.findByText('Your trial of Professional ends on Dec 5, 2026.')).toBeInTheDocument();
  });
});
