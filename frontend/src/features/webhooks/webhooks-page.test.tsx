import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aPlan, aUsage, aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import type { Delivery, Webhook } from './webhooks.api';
import { WebhooksPage } from './webhooks-page';

const url = 'https://example.com/hooks/linqr';
const secret = 'whsec_c2VjcmV0IHRoYXQgaXMgc2hvd24gb25jZQ==';

const aWebhook = (over: Partial<Webhook> = {}): Webhook => ({
  id: 'whk_1',
  url,
  events: ['link_created', 'link_clicked'],
  includeBots: false,
  batchClicks: false,
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  previousSecretUntil: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...over,
});

const aDelivery = (over: Partial<Delivery> = {}): Delivery => ({
  id: 'dlv_1',
  eventId: 'evt_1',
  event: 'link_created',
  status: 'failed',
  attempts: 3,
  responseStatus: 500,
  responseBody: 'out of order',
  error: 'The answer was 500.',
  payload: '{"type":"link_created"}',
  history: [{ at: '2026-11-20T10:00:01.000Z', durationMs: 81, responseStatus: 500, error: 'The answer was 500.' }],
  createdAt: '2026-11-20T10:00:00.000Z',
  nextAttemptAt: null,
  deliveredAt: null,
  ...over,
});

const listOf = (...webhooks: Webhook[]) => ok({ webhooks });
const logOf = (deliveries: Delivery[], nextCursor: string | null = null) => ok({ deliveries, pagination: { limit: 20, nextCursor } });
const withPlan = (features: string[]) => ({
  'GET /api/subscription/plans': ok({ plans: [aPlan({ features })], paymentsConfigured: false }),
});

function open(handlers: ConstructorParameters<typeof FakeApi>[0] = {}, entry = '/webhooks') {
  const fake = new FakeApi({
    'GET /api/webhooks': listOf(aWebhook()),
    'GET /api/webhooks/whk_1/deliveries': logOf([aDelivery()]),
    'GET /api/subscription/usage': ok(aUsage()),
    ...withPlan(['webhooks']),
    ...handlers,
  });
  return { fake, ...renderWithStore(<WebhooksPage />, { entry, signedInAs: aUser() }) };
}

const item = (name = url) => screen.findByRole('article', { name });
const form = () => within(screen.getByRole('form', { name: 'Create a webhook' }));
type User = ReturnType<typeof open>['user'];
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));

async function fillIn(user: User) {
  await user.type(form().getByLabelText('URL'), ` ${url}`);
  await user.click(form().getByRole('checkbox', { name: 'link_clicked' }));
  await user.click(form().getByRole('checkbox', { name: 'link_created' }));
}

describe('the webhook screen', () => {
  test('has no accessibility problems, its log and the details of a delivery neither', async () => {
    const { container, user } = open({}, '/webhooks?deliveries=whk_1');
    await screen.findByRole('table', { name: `Deliveries to ${url}` });
    await user.click(form().getByRole('checkbox', { name: 'link_clicked' }));
    await press(user, 'Create webhook');
    expect(await axe(container)).toHaveNoViolations();
    await press(user, 'Details');
    const dialog = screen.getByRole('dialog', { name: 'Delivery of link_created' });
    expect(dialog).toHaveTextContent('out of order');
    expect(await axe(dialog)).toHaveNoViolations();
  });

  test('leads back to the dashboard', async () => {
    open();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard');
    await item();
  });
});

describe('creating a webhook', () => {
  test.each([
    ['nothing', async () => undefined],
    ['no event', async (user: User) => user.type(form().getByLabelText('URL'), url)],
    ['no URL', async (user: User) => user.click(form().getByRole('checkbox', { name: 'link_created' }))],
  ])('with %s is an alert at the form, and nothing is sent', async (_what, fill) => {
    const { fake, user } = open();
    await fill(user);
    await press(user, 'Create webhook');
    const alerts = form().getAllByRole('alert');
    expect(alerts.map((alert) => alert.textContent)).toContain('Please fill all required fields');
    expect(fake.to('POST /api/webhooks')).toHaveLength(0);
  });

  test('sends what was chosen, empties the form, and shows the secret once', async () => {
    const { fake, user, store } = open({
      'GET /api/webhooks': listOf(),
      'POST /api/webhooks': ok({ ...aWebhook(), secret }, 201),
    });
    expect(await screen.findByText('No webhooks yet')).toBeInTheDocument();
    await fillIn(user);
    await user.click(form().getByRole('checkbox', { name: 'Include bots' }));
    fake.on('GET /api/webhooks', listOf(aWebhook()));
    await press(user, 'Create webhook');
    expect(await screen.findByText('Webhook created successfully!')).toBeInTheDocument();
    expect(fake.to('POST /api/webhooks')[0]?.body).toEqual({
      url,
      events: ['link_created', 'link_clicked'],
      includeBots: true,
      batchClicks: false,
    });
    const panel = screen.getByRole('region', { name: 'Signing secret' });
    await waitFor(() => expect(panel).toHaveFocus());
    expect(panel).toHaveTextContent(secret);
    await press(user, 'Copy secret');
    expect(await navigator.clipboard.readText()).toBe(secret);
    expect(await item()).toHaveTextContent('Enabled');
    expect(form().getByLabelText('URL')).toHaveValue('');
    expect(JSON.stringify(store.getState())).not.toContain(secret);
    await press(user, 'I have saved it');
    expect(screen.queryByText(secret)).not.toBeInTheDocument();
  });

  test('that the server refuses says why and keeps what was typed', async () => {
    const message = 'The address must be a public one, not of a private network or this machine.';
    const { user } = open({ 'POST /api/webhooks': problem(400, 'VALIDATION_FAILED', message, [{ field: 'url', message }]) });
    await fillIn(user);
    await press(user, 'Create webhook');
    expect(await screen.findByText(`Error creating webhook: ${message}`)).toBeInTheDocument();
    expect(form().getByLabelText('URL')).toHaveFocus();
    expect(form().getByLabelText('URL')).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(form().getByRole('checkbox', { name: 'link_clicked' })).toBeChecked();
    expect(screen.queryByRole('link', { name: 'See the plans' })).not.toBeInTheDocument();
  });

  test('without an answer from the server is said in words', async () => {
    const { user } = open({ 'POST /api/webhooks': { network: true } });
    await fillIn(user);
    await press(user, 'Create webhook');
    expect(await screen.findByText(/^Error creating webhook: \S/)).toBeInTheDocument();
  });

  test('above the plan shows the server’s sentence and the way to the plans', async () => {
    const message = 'Webhooks are part of the Professional plan.';
    const { user } = open({ ...withPlan([]), 'POST /api/webhooks': problem(403, 'PLAN_FEATURE_REQUIRED', message) });
    expect(await screen.findByText('Your plan does not include webhooks')).toBeInTheDocument();
    await fillIn(user);
    await press(user, 'Create webhook');
    expect(await screen.findByText(`Error creating webhook: ${message}`)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/billing');
  });
});

describe('the list of webhooks', () => {
  test('that does not load can be tried again', async () => {
    const { fake, user } = open({ 'GET /api/webhooks': problem(503, 'PART_UNAVAILABLE', 'Later, please.') });
    expect(await screen.findByText('Later, please.')).toBeInTheDocument();
    fake.on('GET /api/webhooks', listOf(aWebhook()));
    await press(user, 'Try again');
    expect(await item()).toBeInTheDocument();
  });

  test('says why one is disabled, and enables it again', async () => {
    const disabled = aWebhook({
      enabled: false,
      disabledReason: 'Deliveries failed for five days.',
      disabledAt: '2026-11-20T10:00:00.000Z',
    });
    const { fake, user } = open({ 'GET /api/webhooks': listOf(disabled), 'PUT /api/webhooks/whk_1': ok(aWebhook()) });
    expect(await item()).toHaveTextContent('Deliveries failed for five days.');
    expect(screen.getByRole('button', { name: 'Send test' })).toBeDisabled();
    fake.on('GET /api/webhooks', listOf(aWebhook()));
    await press(user, 'Enable');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send test' })).toBeEnabled());
    expect(fake.to('PUT /api/webhooks/whk_1')[0]?.body).toEqual({ enabled: true });
  });

  test.each([
    ['is answered', ok({ id: 'whk_1' })],
    ['was done elsewhere', problem(404, 'WEBHOOK_NOT_FOUND', 'Webhook not found')],
  ])('loses one only after the question, when the removal %s', async (_what, answer) => {
    const { fake, user } = open({ 'DELETE /api/webhooks/whk_1': answer }, '/webhooks?deliveries=whk_1');
    await item();
    await press(user, 'Delete');
    await user.click(within(screen.getByRole('alertdialog', { name: 'Delete this webhook?' })).getByRole('button', { name: 'Cancel' }));
    expect(fake.to('DELETE /api/webhooks/whk_1')).toHaveLength(0);
    fake.on('GET /api/webhooks', listOf());
    await press(user, 'Delete');
    await press(user, 'Delete webhook');
    expect(await screen.findByText('No webhooks yet')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('keeps one whose removal fails, and says why', async () => {
    const { user } = open({ 'DELETE /api/webhooks/whk_1': problem(503, 'PART_UNAVAILABLE', 'Not right now.') });
    await item();
    await press(user, 'Delete');
    await press(user, 'Delete webhook');
    expect(await screen.findByText('Not right now.')).toBeInTheDocument();
    expect(screen.getByRole('alertdialog')).toBeInTheDocument();
  });

  test('shows a rotated secret once; the old one can be stopped at once', async () => {
    const { fake, user, store } = open({ 'POST /api/webhooks/whk_1/rotate-secret': ok({ ...aWebhook(), secret }) });
    await item();
    await press(user, 'Rotate secret');
    const dialog = within(screen.getByRole('alertdialog', { name: 'Rotate the signing secret?' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Stop the old secret at once' }));
    await user.click(dialog.getByRole('button', { name: 'Rotate secret' }));
    const panel = await screen.findByRole('region', { name: 'Signing secret' });
    expect(panel).toHaveTextContent(secret);
    await waitFor(() => expect(panel).toHaveFocus());
    expect(fake.to('POST /api/webhooks/whk_1/rotate-secret')[0]?.body).toEqual({ revokePrevious: true });
    expect(JSON.stringify(store.getState())).not.toContain(secret);
  });
});

describe('editing a webhook', () => {
  const edit = async (user: User) => {
    await item();
    await press(user, 'Edit');
    return screen.getByRole('dialog', { name: 'Edit webhook' });
  };

  test('has no accessibility problems, and begins with what is', async () => {
    const { user } = open({ 'GET /api/webhooks': listOf(aWebhook({ batchClicks: true })) });
    const dialog = await edit(user);
    expect(await axe(dialog)).toHaveNoViolations();
    expect(within(dialog).getByLabelText('URL')).toHaveValue(url);
    for (const name of ['link_created', 'link_clicked', 'Send in batches', 'Active'])
      expect(within(dialog).getByRole('checkbox', { name })).toBeChecked();
    expect(within(dialog).getByRole('checkbox', { name: 'link_deleted' })).not.toBeChecked();
  });

  test('saves another address, other events, lists and off, and closes', async () => {
    const { fake, user } = open({ 'PUT /api/webhooks/whk_1': ok(aWebhook()) });
    const dialog = within(await edit(user));
    await user.type(dialog.getByLabelText('URL'), '/v2');
    for (const name of ['link_created', 'qr_code_scanned', 'Send in batches', 'Active'])
      await user.click(dialog.getByRole('checkbox', { name }));
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Webhook saved')).toBeInTheDocument();
    expect(fake.to('PUT /api/webhooks/whk_1')[0]?.body).toEqual({
      url: `${url}/v2`,
      events: ['link_clicked', 'qr_code_scanned'],
      includeBots: false,
      batchClicks: true,
      enabled: false,
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('leaves on what it did not switch, and says at the field or in the dialog what is wrong', async () => {
    const details = [{ field: 'url', message: 'This address leads inward.' }];
    const { fake, user } = open({ 'PUT /api/webhooks/whk_1': problem(400, 'VALIDATION_FAILED', 'Please check.', details) });
    const dialog = within(await edit(user));
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await dialog.findByText('This address leads inward.')).toBeInTheDocument();
    expect(fake.to('PUT /api/webhooks/whk_1')[0]?.body).not.toHaveProperty('enabled');
    fake.on('PUT /api/webhooks/whk_1', problem(404, 'WEBHOOK_NOT_FOUND', 'Webhook not found'));
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await dialog.findByText('Webhook not found')).toBeInTheDocument();
  });
});

describe('replaying deliveries', () => {
  const ask = async (user: User) => {
    await item();
    await press(user, 'Replay');
    return screen.getByRole('dialog', { name: 'Replay deliveries' });
  };
  const choose = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

  test('has no accessibility problems, and refuses an end before the beginning', async () => {
    const { fake, user } = open();
    const dialog = await ask(user);
    expect(await axe(dialog)).toHaveNoViolations();
    choose(within(dialog).getByLabelText('To'), '2020-01-01T00:00');
    await user.click(within(dialog).getByRole('button', { name: 'Replay' }));
    expect(within(dialog).getByText('The end must be after the beginning.')).toBeInTheDocument();
    expect(fake.to('POST /api/webhooks/whk_1/replay')).toHaveLength(0);
  });

  test('sends the time that was chosen, says how many were queued, and opens the log', async () => {
    const { fake, user, where } = open({ 'POST /api/webhooks/whk_1/replay': ok({ queued: 1234 }, 202) });
    const dialog = within(await ask(user));
    choose(dialog.getByLabelText('From'), '2026-11-20T08:00');
    choose(dialog.getByLabelText('To'), '2026-11-20T12:30');
    await user.click(dialog.getByRole('checkbox', { name: 'Also what was delivered' }));
    await user.click(dialog.getByRole('button', { name: 'Replay' }));
    expect(await screen.findByText('1,234 deliveries queued again')).toBeInTheDocument();
    expect(fake.to('POST /api/webhooks/whk_1/replay')[0]?.body).toEqual({
      from: new Date('2026-11-20T08:00').toISOString(),
      to: new Date('2026-11-20T12:30').toISOString(),
      includeDelivered: true,
    });
    expect(where.search).toBe('?deliveries=whk_1');
  });
});

describe('the delivery log', () => {
  test('opens with a test, and shows how it went', async () => {
    const { fake, user, where } = open({ 'POST /api/webhooks/whk_1/test': ok(aDelivery({ status: 'pending' }), 202) });
    await item();
    expect(fake.to('GET /api/webhooks/whk_1/deliveries')).toHaveLength(0);
    await press(user, 'Send test');
    const table = within(await screen.findByRole('table', { name: `Deliveries to ${url}` }));
    expect(table.getByText('Failed')).toBeInTheDocument();
    expect(table.getByText('500')).toBeInTheDocument();
    expect(where.search).toBe('?deliveries=whk_1');
    await press(user, 'Deliveries');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  test('a delivery is sent again, and the log read again', async () => {
    const { fake, user } = open({ 'POST /api/webhooks/whk_1/deliveries/dlv_1/resend': ok(aDelivery(), 202) }, '/webhooks?deliveries=whk_1');
    await screen.findByRole('table');
    fake.on(
      'GET /api/webhooks/whk_1/deliveries',
      logOf([aDelivery({ status: 'succeeded', responseStatus: 204, deliveredAt: '2026-11-20T10:05:00.000Z' })]),
    );
    await press(user, 'Resend');
    expect(await within(screen.getByRole('table')).findByText('Succeeded')).toBeInTheDocument();
  });

  test('a refused resend says why', async () => {
    const refused = problem(409, 'CONFLICT', 'This webhook is disabled. Please enable it first.');
    const { user } = open({ 'POST /api/webhooks/whk_1/deliveries/dlv_1/resend': refused }, '/webhooks?deliveries=whk_1');
    await screen.findByRole('table');
    await press(user, 'Resend');
    expect(await screen.findByText('This webhook is disabled. Please enable it first.')).toBeInTheDocument();
  });

  test('goes to older deliveries and back by the server’s cursor', async () => {
    const { user } = open(
      {
        'GET /api/webhooks/whk_1/deliveries': ({ params }) =>
          'cursor' in params ? logOf([aDelivery({ id: 'dlv_0', event: 'qr_code_scanned' })]) : logOf([aDelivery()], 'next'),
      },
      '/webhooks?deliveries=whk_1',
    );
    // The page under way has no table: wait for the row, not for a table that was there before.
    const row = (event: string) => screen.findByText(event, { selector: 'table code' });
    await row('link_created');
    await press(user, 'Older');
    expect(await row('qr_code_scanned')).toBeInTheDocument();
    await press(user, 'Newer');
    expect(await row('link_created')).toBeInTheDocument();
    expect(await screen.findByRole('table', { name: `Deliveries to ${url}` })).toBeInTheDocument();
  });

  test('shows one status or event only when asked to, from its newest page', async () => {
    const { fake, user } = open(
      {
        'GET /api/webhooks/whk_1/deliveries': ({ params }) =>
          'status' in params ? logOf([]) : logOf([aDelivery()], 'cursor' in params ? null : 'next'),
      },
      '/webhooks?deliveries=whk_1',
    );
    await screen.findByRole('table');
    await press(user, 'Older');
    const filters = within(screen.getByRole('group', { name: 'Filter the deliveries' }));
    await user.selectOptions(filters.getByLabelText('Event'), 'link_created');
    await user.selectOptions(filters.getByLabelText('Status'), 'Failed');
    expect(await screen.findByText('No such deliveries')).toBeInTheDocument();
    const asked = fake.to('GET /api/webhooks/whk_1/deliveries').at(-1)?.params;
    expect(asked).toMatchObject({ status: 'failed', event: 'link_created' });
    expect(asked).not.toHaveProperty('cursor');
  });

  test.each([
    ['is empty', logOf([]), 'Nothing was delivered yet'],
    ['does not load', problem(503, 'PART_UNAVAILABLE', 'Later, please.'), 'Later, please.'],
  ])('that %s says so', async (_what, answer, text) => {
    open({ 'GET /api/webhooks/whk_1/deliveries': answer }, '/webhooks?deliveries=whk_1');
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});
