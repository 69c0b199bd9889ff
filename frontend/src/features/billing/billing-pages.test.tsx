import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { Subscription } from '../../api/types';
import { aPlan, aUsage, aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { BillingPage } from './billing-page';
import { SubscriptionPage } from './subscription-page';

const plans = [
  aPlan(),
  aPlan({ key: 'starter', name: 'Starter', monthlyPrice: 900, yearlyPrice: 8640, mostPopular: true, features: ['custom_domains', 'bulk'] }),
  aPlan({
    key: 'professional',
    name: 'Professional',
    monthlyPrice: 2900,
    yearlyPrice: 27840,
    limits: { ...aPlan().limits, linksPerMonth: 10_000, qrCodesPerMonth: null },
    features: ['custom_domains', 'bulk', 'white_label', 'early_access'],
  }),
  aPlan({ key: 'core', name: 'Core', sold: false }),
];

const aSubscription = (over: Partial<Subscription> = {}): Subscription => ({
  plan: 'free',
  planName: 'Free',
  status: 'active',
  periodStart: '2026-11-21T10:00:00.000Z',
  periodEnd: '2026-12-21T10:00:00.000Z',
  trialEnd: null,
  cancelAtPeriodEnd: false,
  interval: null,
  paymentsConfigured: false,
  trialAvailable: true,
  billedPlan: null,
  billedPlanName: null,
  graceEndsAt: null,
  endedAt: null,
  renewsAt: null,
  ...over,
});

const answers = (over: Partial<Subscription> = {}) => {
  const subscription = aSubscription(over);
  return {
    'GET /api/subscription/current': ok({ subscription }),
    'GET /api/subscription/plans': ok({ plans, paymentsConfigured: subscription.paymentsConfigured }),
    'GET /api/subscription/usage': ok(aUsage()),
  };
};

function open(handlers: ConstructorParameters<typeof FakeApi>[0] = answers(), entry = '/billing') {
  const fake = new FakeApi(handlers);
  const page = entry.startsWith('/billing') ? <BillingPage /> : <SubscriptionPage />;
  return { fake, ...renderWithStore(page, { entry, signedInAs: aUser() }) };
}

const planCard = async (name: string) => (await screen.findByRole('heading', { name, level: 3 })).closest('article') as HTMLElement;

describe('billing', () => {
  test.each(['/billing', '/dashboard/subscription?plan=starter'])('%s has no accessibility problems', async (entry) => {
    const { container } = open(answers(), entry);
    await planCard('Starter');
    await screen.findByRole('meter', { name: 'Short links' });
    expect(await axe(container)).toHaveNoViolations();
  });

  test('shows plan, state, usage and the plans on sale with the own one marked', async () => {
    open();
    expect(await screen.findByText('Free, for as long as you like.')).toBeInTheDocument();
    expect(await screen.findByRole('meter', { name: 'QR codes' })).toHaveAttribute('aria-valuetext', '1 of 10 used');
    expect(within(await planCard('Free')).getByText('Your plan')).toBeInTheDocument();
    expect(within(await planCard('Starter')).getByText('Most Popular')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Core' })).not.toBeInTheDocument();
  });

  test('without keys there is no button to buy, but what the operator has to set', async () => {
    open();
    expect(await screen.findByText('Payments are not configured on this installation')).toBeInTheDocument();
    expect(screen.getByText(/STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Upgrade|Switch|Subscribe|Cancel|Payment/ })).not.toBeInTheDocument();
  });

  test('the yearly switch says "Save 20%", shows what is billed and is in the address', async () => {
    const { user, where } = open();
    await planCard('Starter');
    await user.click(screen.getByRole('radio', { name: /Yearly.*Save 20%/ }));
    expect(within(await planCard('Starter')).getByText('$7.20')).toBeInTheDocument();
    expect(within(await planCard('Starter')).getByText('$86.40 billed yearly')).toBeInTheDocument();
    expect(where.search).toBe('?interval=year');
  });

  test('the comparison has limits and every feature, also one we have no words for', async () => {
    open();
    const table = await screen.findByRole('table', { name: 'What each plan includes' });
    expect(within(table).getByRole('row', { name: 'Short links a month 50 50 10,000' })).toBeInTheDocument();
    expect(within(table).getByRole('row', { name: 'White-label Not included Not included Planned' })).toBeInTheDocument();
    expect(within(table).getByRole('row', { name: /^Early access/ })).toBeInTheDocument();
  });

  test('a used-up allowance says what that means', async () => {
    open({ ...answers(), 'GET /api/subscription/usage': ok(aUsage({ usage: { linksCreated: 50, qrCodesGenerated: 0 } })) });
    expect(await screen.findByText(/An allowance is used up/)).toBeInTheDocument();
  });

  test('parts that do not load say so in their place and can be tried again', async () => {
    const down = problem(503, 'PART_UNAVAILABLE', 'Billing is not available right now.');
    const { fake, user } = open({
      'GET /api/subscription/current': down,
      'GET /api/subscription/plans': down,
      'GET /api/subscription/usage': down,
    });
    expect(await screen.findAllByText('Billing is not available right now.')).toHaveLength(3);
    for (const [key, answer] of Object.entries(answers())) fake.on(key, answer);
    for (const button of screen.getAllByRole('button', { name: 'Try again' })) await user.click(button);
    expect(await planCard('Starter')).toBeInTheDocument();
    expect(await screen.findByText('Free, for as long as you like.')).toBeInTheDocument();
  });
});

describe('the trial', () => {
  const trialEnd = new Date(Date.now() + 13.5 * 86_400_000).toISOString();
  const trialing = { plan: 'professional', planName: 'Professional', status: 'trialing', trialEnd, trialAvailable: false };

  test('is started once: plan and usage follow, the offer goes', async () => {
    const { fake, user } = open({ ...answers(), 'POST /api/subscription/trial': ok({ subscription: aSubscription(trialing) }) });
    await user.click(await screen.findByRole('button', { name: 'Start free trial' }));
    fake.on('GET /api/subscription/current', ok({ subscription: aSubscription(trialing) }));
    expect(await screen.findByText('Your 14-day trial of Professional has started.')).toBeInTheDocument();
    await waitFor(() => expect(fake.to('GET /api/subscription/usage').length).toBeGreaterThan(1));
  });

  test('that runs shows the days left and no offer', async () => {
    open(answers(trialing));
    expect(await screen.findByText(/^14 days left: the trial ends on/)).toBeInTheDocument();
    expect(within(await planCard('Professional')).getByText(/^On trial until/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Start free trial' })).not.toBeInTheDocument();
  });

  test('that was used before says so', async () => {
    const message = 'This account has already had its free trial.';
    const { user } = open({ ...answers(), 'POST /api/subscription/trial': problem(409, 'TRIAL_ALREADY_USED', message) });
    await user.click(await screen.findByRole('button', { name: 'Start free trial' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
  });
});

describe('where payments are configured', () => {
  test('a larger plan is an upgrade that leads to the checkout with the chosen interval', async () => {
    const { fake, user } = open(
      { ...answers({ paymentsConfigured: true }), 'POST /api/subscription/checkout': ok({ url: `${window.location.origin}/#checkout` }) },
      '/dashboard/subscription?plan=starter&interval=year',
    );
    const starter = await planCard('Starter');
    expect(within(starter).getByText('Your choice')).toBeInTheDocument();
    await user.click(await within(starter).findByRole('button', { name: 'Upgrade to Starter' }));
    await waitFor(() => expect(window.location.hash).toBe('#checkout'));
    expect(fake.to('POST /api/subscription/checkout')[0]?.body).toEqual({ plan: 'starter', interval: 'year' });
    expect(within(await planCard('Free')).queryByRole('button')).not.toBeInTheDocument();
  });

  test.each([
    ['a refused checkout', problem(503, 'BILLING_NOT_CONFIGURED', 'Payments are not set up.'), 'Payments are not set up.'],
    ['an address that is none', ok({ url: 'javascript:alert(1)' }), 'Failed to open the checkout'],
  ])('%s stays on the screen and says why', async (_what, answer, text) => {
    const { user } = open({ ...answers({ paymentsConfigured: true }), 'POST /api/subscription/checkout': answer });
    await user.click(await within(await planCard('Professional')).findByRole('button', { name: 'Upgrade to Professional' }));
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  test('a plan that is no longer sold is kept and named', async () => {
    open(answers({ plan: 'core', planName: 'Core', paymentsConfigured: true, trialAvailable: false }));
    expect(await screen.findByText(/Your plan Core is no longer sold/)).toBeInTheDocument();
  });
});
