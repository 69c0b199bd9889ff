import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { Subscription } from '../../api/types';
import { aPlan, aUsage, aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import type { Invoice, Preview } from './billing.api';
import { BillingPage } from './billing-page';
import { SubscriptionPage } from './subscription-page';

const plans = [
  aPlan(),
  aPlan({ key: 'starter', name: 'Starter', monthlyPrice: 900, yearlyPrice: 8640, mostPopular: true }),
  aPlan({ key: 'professional', name: 'Professional', monthlyPrice: 2900, yearlyPrice: 27840 }),
];
const paid: Subscription = {
  plan: 'starter',
  planName: 'Starter',
  status: 'active',
  periodStart: '2026-11-21T10:00:00.000Z',
  periodEnd: '2026-12-21T10:00:00.000Z',
  trialEnd: null,
  cancelAtPeriodEnd: false,
  interval: 'month',
  paymentsConfigured: true,
  trialAvailable: false,
  billedPlan: 'starter',
  billedPlanName: 'Starter',
  graceEndsAt: null,
  endedAt: null,
  renewsAt: '2026-12-21T10:00:00.000Z',
};
const free: Partial<Subscription> = {
  plan: 'free',
  planName: 'Free',
  interval: null,
  billedPlan: null,
  billedPlanName: null,
  renewsAt: null,
  trialAvailable: true,
};
const invoice: Invoice = {
  id: 'in_1',
  number: 'LQ-0001',
  createdAt: '2026-11-21T10:00:00.000Z',
  amount: 900,
  currency: 'usd',
  status: 'paid',
  hostedUrl: 'https://pay.example.com/i/in_1',
  pdfUrl: 'https://pay.example.com/i/in_1/pdf',
};
const preview: Preview = {
  plan: 'professional',
  planName: 'Professional',
  interval: 'month',
  kind: 'change',
  amountDue: 1333,
  credit: 0,
  currency: 'usd',
  recurring: 2900,
  renewsAt: '2026-12-21T10:00:00.000Z',
  prorationAt: '2026-12-01T10:00:00.000Z',
};

function open(over: Partial<Subscription> = {}, handlers: ConstructorParameters<typeof FakeApi>[0] = {}, entry = '/billing') {
  const subscription = { ...paid, ...over };
  const fake = new FakeApi({
    'GET /api/subscription/current': ok({ subscription }),
    'GET /api/subscription/plans': ok({ plans, paymentsConfigured: true }),
    'GET /api/subscription/usage': ok(aUsage()),
    'GET /api/subscription/invoices': ok({ invoices: [invoice] }),
    ...handlers,
  });
  const page = entry.startsWith('/billing') ? <BillingPage /> : <SubscriptionPage />;
  return { fake, subscription, ...renderWithStore(page, { entry, signedInAs: aUser() }) };
}
const planCard = async (name: string) => (await screen.findByRole('heading', { name, level: 3 })).closest('article') as HTMLElement;

afterEach(() => {
  jest.useRealTimers();
  window.location.hash = '';
});

describe('a paid plan', () => {
  test('shows price, renewal and invoices, without accessibility problems', async () => {
    const { container } = open();
    expect(await screen.findByText('$9 a month')).toBeInTheDocument();
    expect(screen.getByText('Renews on Dec 21, 2026.')).toBeInTheDocument();
    const table = await screen.findByRole('table', { name: 'Your invoices' });
    expect(within(table).getByText('Paid')).toBeInTheDocument();
    expect(within(table).getByRole('link', { name: 'View invoice LQ-0001' })).toHaveAttribute('href', invoice.hostedUrl);
    expect(within(table).getByRole('link', { name: 'Invoice LQ-0001 as PDF' })).toHaveAttribute('rel', 'noreferrer');
    expect(await axe(container)).toHaveNoViolations();
  });

  test('by the year shows the day of the next payment, not of the month that is counted', async () => {
    open({ interval: 'year', renewsAt: '2027-11-21T10:00:00.000Z' });
    expect(await screen.findByText('$86.40 a year')).toBeInTheDocument();
    expect(screen.getByText('Renews on Nov 21, 2027.')).toBeInTheDocument();
  });

  test('an invoice never leads anywhere but to a web address', async () => {
    open({}, { 'GET /api/subscription/invoices': ok({ invoices: [{ ...invoice, hostedUrl: 'javascript:alert(1)', pdfUrl: null }] }) });
    const table = await screen.findByRole('table', { name: 'Your invoices' });
    expect(within(table).queryByRole('link')).not.toBeInTheDocument();
  });

  test('is cancelled after a question and kept until its end', async () => {
    const canceled = { ...paid, cancelAtPeriodEnd: true, endedAt: paid.renewsAt };
    const { fake, user } = open({}, { 'POST /api/subscription/cancel': ok({ subscription: canceled }) });
    await user.click(await screen.findByRole('button', { name: 'Cancel plan' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Cancel Starter?' });
    fake.on('GET /api/subscription/current', ok({ subscription: canceled }));
    await user.click(within(dialog).getByRole('button', { name: 'Cancel plan' }));
    expect(await screen.findByText('Plan cancelled. It stays until Dec 21, 2026.')).toBeInTheDocument();
    expect(await screen.findByText('Ends soon')).toBeInTheDocument();
    expect(within(await planCard('Starter')).getByText('Until Dec 21, 2026')).toBeInTheDocument();
  });

  test('a cancellation can be taken back', async () => {
    const { fake, user } = open(
      { cancelAtPeriodEnd: true, endedAt: paid.renewsAt },
      { 'POST /api/subscription/reactivate': ok({ subscription: paid }) },
    );
    const keep = await screen.findByRole('button', { name: 'Keep the plan' });
    fake.on('GET /api/subscription/current', ok({ subscription: paid }));
    await user.click(keep);
    expect(await screen.findByText('Good to have you back: the plan goes on.')).toBeInTheDocument();
    expect(await screen.findByText('Active')).toBeInTheDocument();
  });

  test('the payment method is a page of the provider; a refusal is said here', async () => {
    const { user } = open({}, { 'POST /api/subscription/portal': problem(503, 'PART_UNAVAILABLE', 'The payment provider is away.') });
    await user.click(await screen.findByRole('button', { name: 'Payment method' }));
    expect(await screen.findByText('The payment provider is away.')).toBeInTheDocument();
  });

  test('that ended says what holds now and lets it be bought again', async () => {
    open({ ...free, status: 'canceled', billedPlan: 'starter', billedPlanName: 'Starter', endedAt: '2026-12-21T10:00:00.000Z' });
    expect(await screen.findByText('Your Starter plan ended on Dec 21, 2026. Everything you made keeps working.')).toBeInTheDocument();
    expect(await within(await planCard('Starter')).findByRole('button', { name: 'Upgrade to Starter' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).not.toBeInTheDocument();
  });
});

describe('changing the plan', () => {
  test('shows to the cent what is due, and charges exactly that', async () => {
    const changed = { ...paid, plan: 'professional', planName: 'Professional' };
    const { fake, user, baseElement } = open(
      {},
      { 'GET /api/subscription/preview': ok(preview), 'POST /api/subscription/change': ok({ subscription: changed }) },
    );
    await user.click(await within(await planCard('Professional')).findByRole('button', { name: 'Upgrade to Professional' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change to Professional?' });
    expect(await within(dialog).findByText('$13.33')).toBeInTheDocument();
    expect(within(dialog).getByText('$29 a month')).toBeInTheDocument();
    expect(within(dialog).getByText('Dec 21, 2026')).toBeInTheDocument();
    expect(await axe(baseElement)).toHaveNoViolations();
    expect(fake.to('GET /api/subscription/preview')[0]?.params).toEqual({ plan: 'professional', interval: 'month' });
    await user.click(within(dialog).getByRole('button', { name: 'Pay $13.33 and change' }));
    expect(await screen.findByText('You are on Professional now.')).toBeInTheDocument();
    expect(fake.to('POST /api/subscription/change')[0]?.body).toEqual({
      plan: 'professional',
      interval: 'month',
      prorationAt: preview.prorationAt,
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('a smaller plan says what is credited and that nothing breaks', async () => {
    const { user } = open(
      { plan: 'professional', planName: 'Professional', billedPlan: 'professional', billedPlanName: 'Professional' },
      { 'GET /api/subscription/preview': ok({ ...preview, plan: 'starter', planName: 'Starter', amountDue: 0, credit: 1000 }) },
    );
    const starter = await within(await planCard('Starter')).findByRole('button', { name: 'Switch to Starter' });
    expect(within(await planCard('Free')).queryByRole('button')).not.toBeInTheDocument();
    await user.click(starter);
    const dialog = await screen.findByRole('dialog', { name: 'Change to Starter?' });
    expect(await within(dialog).findByText('$10')).toBeInTheDocument();
    expect(within(dialog).getByText(/stays and keeps working; only new ones wait/)).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Change plan' })).toBeEnabled();
  });

  test('the own plan can be paid by the year instead', async () => {
    open({}, {}, '/billing?interval=year');
    expect(await within(await planCard('Starter')).findByRole('button', { name: 'Switch to yearly' })).toBeInTheDocument();
  });

  test('a card that is refused changes nothing and says so; a preview that does not load can be tried again', async () => {
    const message = 'The payment did not go through. Please update the payment method and try again.';
    const { fake, user } = open(
      {},
      {
        'GET /api/subscription/preview': problem(503, 'PART_UNAVAILABLE', 'The payment provider is away.'),
        'POST /api/subscription/change': problem(402, 'PAYMENT_FAILED', message),
      },
    );
    await user.click(await within(await planCard('Professional')).findByRole('button', { name: 'Upgrade to Professional' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change to Professional?' });
    expect(await within(dialog).findByText('The payment provider is away.')).toBeInTheDocument();
    fake.on('GET /api/subscription/preview', ok(preview));
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
    await user.click(await within(dialog).findByRole('button', { name: 'Pay $13.33 and change' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(dialog).toBeInTheDocument();
  });
});

describe('an open payment', () => {
  const overdue: Partial<Subscription> = { status: 'past_due', graceEndsAt: '2026-12-28T10:00:00.000Z' };
  const openInvoice = { ...invoice, status: 'open', hostedUrl: `${window.location.origin}/#pay-in_1` };

  test('says until when the plan is kept, and leads to the card and to the invoice', async () => {
    const { user, container } = open(overdue, {
      'GET /api/subscription/invoices': ok({ invoices: [openInvoice] }),
      'POST /api/subscription/portal': ok({ url: `${window.location.origin}/#portal` }),
    });
    expect(await screen.findByText('Your last payment did not go through')).toBeInTheDocument();
    expect(screen.getByText(/You keep Starter until Dec 28, 2026/)).toBeInTheDocument();
    expect(within(await planCard('Professional')).queryByRole('button')).not.toBeInTheDocument();
    expect(await axe(container)).toHaveNoViolations();
    await user.click(await screen.findByRole('button', { name: 'Pay the open invoice' }));
    expect(window.location.hash).toBe('#pay-in_1');
    await user.click(screen.getByRole('button', { name: 'Update payment method' }));
    await waitFor(() => expect(window.location.hash).toBe('#portal'));
  });

  test('after the grace says that the plan is on hold and what that means', async () => {
    const { user } = open({
      ...free,
      status: 'unpaid',
      interval: 'month',
      billedPlan: 'starter',
      billedPlanName: 'Starter',
      trialAvailable: false,
    });
    expect((await screen.findByText('Starter is on hold until it is paid')).closest('[role=alert]')).toBeInTheDocument();
    expect(screen.getByText('Unpaid')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel plan' }));
    expect(screen.getByRole('alertdialog', { name: 'Cancel Starter?' })).toHaveTextContent('It ends at once');
  });
});

describe('coming back from the checkout', () => {
  const entry = '/dashboard/subscription?plan=starter&interval=month&checkout=success';

  test('asks until the plan is there, says thank you and cleans the address', async () => {
    jest.useFakeTimers();
    let asked = 0;
    const { fake, where } = open(
      free,
      { 'POST /api/subscription/refresh': () => ok({ subscription: ++asked < 3 ? { ...paid, ...free } : paid }) },
      entry,
    );
    expect(await screen.findByText('Confirming your payment')).toBeInTheDocument();
    fake.on('GET /api/subscription/current', ok({ subscription: paid }));
    for (let i = 0; i < 4; i++) await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(screen.getByText('Thank you! You are on Starter now.')).toBeInTheDocument();
    expect(asked).toBe(3);
    expect(where.search).toBe('');
    expect(screen.queryByText('Confirming your payment')).not.toBeInTheDocument();
  });

  test('that takes longer says so and asks again when told to; a failed question is not the end', async () => {
    jest.useFakeTimers();
    const { fake } = open(free, { 'POST /api/subscription/refresh': problem(503, 'PART_UNAVAILABLE', 'Away.') }, entry);
    for (let i = 0; i < 200 && !screen.queryByText('Your payment is still being confirmed'); i++)
      await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(screen.getByText('Your payment is still being confirmed')).toBeInTheDocument();
    expect(fake.to('POST /api/subscription/refresh').length).toBeGreaterThanOrEqual(30);
    fake.on('POST /api/subscription/refresh', ok({ subscription: paid }));
    act(() => screen.getByRole('button', { name: 'Check again' }).click());
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    expect(screen.getByText('Thank you! You are on Starter now.')).toBeInTheDocument();
  });

  test('without paying says that nothing was charged and offers the way back', async () => {
    const { user, where } = open(free, {}, '/dashboard/subscription?plan=starter&interval=month&checkout=canceled');
    const banner = (await screen.findByText('You left the checkout. Nothing was charged.')).closest('[role=status]') as HTMLElement;
    expect(await screen.findByRole('button', { name: 'Continue to checkout' })).toBeInTheDocument();
    await user.click(within(banner).getByRole('button', { name: 'Dismiss' }));
    expect(where.search).toBe('?plan=starter&interval=month');
  });
});

describe('a plan chosen on the pricing page', () => {
  test('is one press from its checkout', async () => {
    const { fake, user } = open(
      free,
      { 'POST /api/subscription/checkout': ok({ url: `${window.location.origin}/#checkout` }) },
      '/dashboard/subscription?plan=professional&interval=year',
    );
    expect(await screen.findByText('You chose Professional')).toBeInTheDocument();
    expect(screen.getByText(/^\$278\.40 a year\./)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Continue to checkout' }));
    await waitFor(() => expect(window.location.hash).toBe('#checkout'));
    expect(fake.to('POST /api/subscription/checkout')[0]?.body).toEqual({ plan: 'professional', interval: 'year' });
  });

  test.each([
    ['nothing is to be paid for it', 'plan=free', free],
    ['there is no such plan', 'plan=nonsense', free],
    ['a plan is paid for already', 'plan=professional', {}],
  ])('is not offered where %s', async (_why, query, over) => {
    open(over, {}, `/dashboard/subscription?${query}`);
    await planCard('Starter');
    await screen.findAllByText('Your plan');
    expect(screen.queryByRole('button', { name: 'Continue to checkout' })).not.toBeInTheDocument();
  });
});
