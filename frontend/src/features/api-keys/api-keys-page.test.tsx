import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aPlan, aUsage, aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { ApiKeysPage } from './api-keys-page';

const key = 'lq_live_k3ZrOgr0bXzhuSOFW8ThqDIzGONIBCjUn5O4JZ97fWA';
const answers = {
  'GET /api/users/me': ok({ user: aUser(), apiKey: key }),
  'GET /api/subscription/usage': ok(aUsage()),
  'GET /api/subscription/plans': ok({ plans: [aPlan()], paymentsConfigured: false }),
};

function open(handlers: ConstructorParameters<typeof FakeApi>[0] = {}) {
  const fake = new FakeApi({ ...answers, ...handlers });
  return { fake, ...renderWithStore(<ApiKeysPage />, { entry: '/api-keys', signedInAs: aUser() }) };
}

const box = () => screen.findByRole('group', { name: 'API key' });

describe('the API-key screen', () => {
  test('has no accessibility problems, and leads to the reference', async () => {
    const { container } = open();
    await box();
    await screen.findByText('100');
    expect(screen.getByRole('link', { name: /API reference/ })).toHaveAttribute('href', '/api/docs');
    expect(screen.getByRole('link', { name: /API guide/ })).toHaveAttribute('href', '/api/guide.md');
    expect(screen.getByRole('link', { name: /Postman collection/ })).toHaveAttribute('href', '/api/postman.json');
    expect(screen.getByRole('link', { name: /OpenAPI description/ })).toHaveAttribute('href', '/api/openapi.json');
    expect(await axe(container)).toHaveNoViolations();
  });

  test('the key is masked until it is asked for, and can be hidden again', async () => {
    const { user, container } = open();
    expect(await box()).toHaveTextContent(/^lq_live_•+7fWA$/);
    expect(container.innerHTML).not.toContain(key);
    await user.click(screen.getByRole('button', { name: 'Show API key' }));
    expect(await box()).toHaveTextContent(key);
    await user.click(screen.getByRole('button', { name: 'Hide API key' }));
    expect(container.innerHTML).not.toContain(key);
  });

  test('the key is copied whole without being shown', async () => {
    const { user, container } = open();
    await box();
    await user.click(screen.getByRole('button', { name: 'Copy API key' }));
    expect(await screen.findByText('Copied to clipboard!')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(key);
    expect(container.innerHTML).not.toContain(key);
  });

  test('a new key comes only after the question, and takes the place of the old one', async () => {
    const next = 'lq_live_anotherKeyThatEndsDifferently0000000000wxyz';
    const { fake, user } = open({ 'POST /api/users/regenerate-api-key': ok({ apiKey: next }) });
    await box();
    await user.click(screen.getByRole('button', { name: 'Regenerate API Key' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Are you sure you want to regenerate your API key?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(fake.to('POST /api/users/regenerate-api-key')).toHaveLength(0);

    // Asking anew takes its time: the new key is there before.
    fake.on('GET /api/users/me', () => new Promise(() => {}));
    await user.click(screen.getByRole('button', { name: 'Regenerate API Key' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Regenerate API Key' }));
    await screen.findByText('API key regenerated. The old one has stopped working.');
    expect(await box()).toHaveTextContent(/wxyz$/);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('a refused replacement keeps the key and the question, and says why', async () => {
    const { user } = open({ 'POST /api/users/regenerate-api-key': problem(503, 'PART_UNAVAILABLE', 'Not right now.') });
    await box();
    await user.click(screen.getByRole('button', { name: 'Regenerate API Key' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Regenerate API Key' }));
    expect(await screen.findByText('Not right now.')).toBeInTheDocument();
    expect(screen.getByRole('alertdialog')).toBeInTheDocument();
  });

  test('a key that cannot be shown any more can still be replaced', async () => {
    open({ 'GET /api/users/me': problem(409, 'CONFLICT', 'Regenerate it to get a new one.') });
    expect(await screen.findByText('This key cannot be shown any more')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Regenerate API Key' })).toBeEnabled();
  });

  test('a key that does not load can be tried again', async () => {
    const { fake, user } = open({ 'GET /api/users/me': problem(503, 'PART_UNAVAILABLE', 'Later, please.') });
    expect(await screen.findByText('Later, please.')).toBeInTheDocument();
    fake.on('GET /api/users/me', answers['GET /api/users/me']);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await box()).toBeInTheDocument();
  });

  test.each([
    ['of the plan', aPlan({ key: 'starter', limits: { ...aPlan().limits, apiCallsPerHour: 1000 } }), 'starter', '1,000'],
    ['of a plan without one', aPlan({ key: 'big', limits: { ...aPlan().limits, apiCallsPerHour: null } }), 'big', 'No hourly limit'],
    ['of a plan in no catalogue', aPlan(), 'custom', 'No hourly limit'],
  ])('the hourly limit %s is shown', async (_what, plan, current, text) => {
    open({
      'GET /api/subscription/usage': ok(aUsage({ plan: current, currentPlan: current, planName: 'X' })),
      'GET /api/subscription/plans': ok({ plans: [plan], paymentsConfigured: false }),
    });
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  test('the example follows call and language', async () => {
    const { user } = open();
    await user.selectOptions(screen.getByLabelText('Call'), 'Read analytics');
    await user.click(screen.getByRole('radio', { name: 'Python' }));
    expect(screen.getByRole('region', { name: 'Read analytics in Python' })).toHaveTextContent('/api/v1/analytics/LINK_ID');
    expect(screen.getByText(/Replace LINK_ID/)).toBeInTheDocument();
  });
});
