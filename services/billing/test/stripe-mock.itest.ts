import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requireOrSkip } from '@linqr/testing/requirements';
import { startFakeStripe, startStripeMock, stripeMockMissing } from '@linqr/testing/stripe';
import { Catalogue } from '../src/catalogue/catalogue.js';
import { PriceBook } from '../src/stripe/price-book.js';
import { createStripe } from '../src/stripe/stripe.client.js';
import { StripeProvider } from '../src/stripe/stripe.provider.js';
import type { PaidSubscription } from '../src/subscriptions/paid-subscription.js';

const catalogue = Catalogue.load();
const starter = catalogue.plan('starter');
const professional = catalogue.plan('professional');

const subscription = (id: string, itemId: string): PaidSubscription => ({
  id,
  itemId,
  plan: 'starter',
  interval: 'month',
  status: 'active',
  cancelAtPeriodEnd: false,
  anchorAt: new Date(),
  periodStart: new Date(),
  periodEnd: new Date(Date.now() + 86_400_000),
  trialEnd: null,
  pastDueSince: null,
  endedAt: null,
});

/** Every call that the product makes, with everything it may send. The answers' shapes are read by the real mapping. */
function requestsAreTaken(
  server: () => { url: string; secretKey: string; subscription: () => Promise<{ customerId: string; paid: PaidSubscription }> },
) {
  let stripe: ReturnType<typeof createStripe>;
  let provider: StripeProvider;
  beforeAll(() => {
    stripe = createStripe(server().secretKey, server().url);
    provider = new StripeProvider(stripe, new PriceBook(stripe, catalogue), true);
  });

  it('prices and products are found, made and replaced', async () => {
    const outcomes = await new PriceBook(stripe, catalogue).synchronise();
    expect(outcomes.map(({ key }) => key)).toEqual([
      'linqr_starter_month',
      'linqr_starter_year',
      'linqr_professional_month',
      'linqr_professional_year',
    ]);
    for (const { id } of outcomes) expect(id).toMatch(/^price_/);
  });

  it('customers are made, read and deleted', async () => {
    const id = await provider.createCustomer('ws_1', 'ada@example.com', '');
    expect(id).toMatch(/^cus_/);
    const workspace = await provider.workspaceOf(id);
    expect(workspace === undefined || workspace === 'ws_1').toBe(true);
    await provider.deleteCustomer(id);
  });

  it('checkouts are opened, with and without a trial, and closed', async () => {
    const { customerId } = await server().subscription();
    for (const trialEnd of [null, new Date(Date.now() + 10 * 86_400_000)]) {
      const opened = await provider.openCheckout({
        workspaceId: 'ws_1',
        customerId,
        plan: starter,
        interval: 'year',
        trialEnd,
        successUrl: 'https://app.example.com/ok',
        cancelUrl: 'https://app.example.com/no',
      });
      if (opened === 'missing') throw new Error('the customer is missing');
      expect(opened.id).toMatch(/^cs_/);
      expect(opened.url).toMatch(/^https?:/);
      await provider.closeCheckout(opened.id);
    }
  });

  it('subscriptions are read, changed, cancelled, taken back and ended', async () => {
    const { customerId, paid } = await server().subscription();
    const state = await provider.stateOf(customerId);
    expect(state.exists).toBe(true);
    const change = { customerId, subscription: paid, plan: professional, interval: 'month' as const, prorationAt: new Date() };
    const preview = await provider.previewChange(change);
    expect(preview).toMatchObject({
      amountDue: expect.any(Number),
      credit: expect.any(Number),
      currency: expect.stringMatching(/^[a-z]{3}$/),
    });
    await provider.changePlan(change);
    await provider.cancelAtPeriodEnd(paid.id, true);
    await provider.cancelAtPeriodEnd(paid.id, false);
    await provider.endNow(paid.id);
  });

  it('invoices are listed and the portal is opened', async () => {
    const { customerId } = await server().subscription();
    const invoices = await provider.invoices(customerId, 50);
    expect(invoices.length).toBeGreaterThan(0);
    expect(invoices[0]).toMatchObject({ id: expect.stringMatching(/^in_/), amount: expect.any(Number), createdAt: expect.any(Date) });
    expect(await provider.openPortal(customerId, 'https://app.example.com/billing')).toMatch(/^https?:/);
  });
}

const missing = stripeMockMissing();
requireOrSkip("what is asked of Stripe, by Stripe's own stripe-mock", missing === undefined, missing ?? '', () => {
  let mock: Awaited<ReturnType<typeof startStripeMock>>;
  beforeAll(async () => {
    mock = await startStripeMock();
  }, 60_000);
  afterAll(() => mock?.stop());

  requestsAreTaken(() => ({
    url: mock.url,
    secretKey: 'sk_test_mock',
    subscription: async () => ({ customerId: 'cus_1', paid: subscription('sub_1', 'si_1') }),
  }));

  it('is refused there when a parameter is unknown or missing, so that the suite can fail', async () => {
    const stripe = createStripe('sk_test_mock', mock.url);
    await expect(stripe.customers.create({ nonsense: 1 } as object)).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.checkout.sessions.create({ mode: 'no such mode' } as object)).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('what is asked of Stripe, by the Stripe of our own', () => {
  let fake: Awaited<ReturnType<typeof startFakeStripe>>;
  beforeAll(async () => {
    fake = await startFakeStripe();
  });
  afterAll(() => fake?.stop());

  requestsAreTaken(() => ({
    url: fake.url,
    secretKey: fake.secretKey,
    subscription: async () => {
      const { account } = fake;
      account.addPrice({ id: 'price_own', lookupKey: 'linqr_own', plan: 'starter', interval: 'month', amount: 900 });
      const customer = account.addCustomer(account.id('cus'), 'ws_1');
      const bought = account.subscription(account.complete(account.addSession(customer.id, 'price_own').id).subscription!);
      return { customerId: customer.id, paid: subscription(bought.id, bought.items.data[0]!.id) };
    },
  }));
});
