import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchBrowser } from '@linqr/testing/browser';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import { type FakeStripe, startFakeStripe } from '@linqr/testing/stripe';
import type { Browser, Page } from 'playwright-core';
import { openAccount } from './account.js';
import { openWatched, PHONE, register, somebody, type Watched } from './person.js';

let stripe: FakeStripe;
let product: Product;
let browser: Browser;
beforeAll(async () => {
  stripe = await startFakeStripe({ webhookUrl: () => `${product.appUrl}/api/subscription/stripe-webhook` });
  product = await startProduct({
    environment: {
      THROTTLE_FACTOR: '100',
      SIGN_IN_CALLS_PER_MINUTE: '10000',
      REQUESTS_PER_MINUTE: '100000',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.url,
    },
  });
  browser = await launchBrowser();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await stripe?.stop();
}, 60_000);

/** The one who has paid last. */
const customer = () => [...stripe.account.customers.values()].at(-1)!;

/** The subscription of who is signed in there. */
const statusIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answer = await fetch('/api/subscription/current');
    return ((await answer.json()) as { data: { subscription: { status: string } } }).data.subscription.status;
  });

describe('paying for a plan', () => {
  let watched: Watched;
  beforeAll(async () => {
    watched = await openWatched(browser);
  });
  afterAll(async () => {
    await watched?.context.close();
  });

  it('goes from the pricing page over registering and the checkout to the plan, which is cancelled, kept and changed', async () => {
    const { page, troubles } = watched;
    await page.goto(`${product.appUrl}/pricing`, { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: 'Choose Starter' }).click();
    await page.waitForURL('**/register');
    await register(page, somebody());
    await page.waitForURL('**/dashboard/subscription?plan=starter&interval=month');
    await page.getByText('You chose Starter').waitFor();

    // Left at first, and nothing was charged.
    await page.getByRole('button', { name: 'Continue to checkout' }).click();
    await page.getByRole('link', { name: 'Back to Linqr' }).click();
    await page.getByText('You left the checkout. Nothing was charged.').waitFor();
    expect(stripe.account.invoices.size).toBe(0);

    await page.getByRole('button', { name: 'Continue to checkout' }).click();
    await page.getByText('Starter, by the month: 9.00').waitFor();
    await page.getByRole('button', { name: 'Pay and subscribe' }).click();
    await page.getByText('Thank you! You are on Starter now.').waitFor();
    await page.waitForURL('**/dashboard/subscription');

    await page.goto(`${product.appUrl}/billing`);
    await page.getByText('$9 a month').waitFor();
    await page.getByText(/^Renews on/).waitFor();
    const invoices = page.getByRole('table', { name: 'Your invoices' });
    await invoices.getByText('$9').waitFor();
    expect(await invoices.getByRole('row').count()).toBe(2);

    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByText('Ends soon').waitFor();
    expect([...stripe.account.subscriptions.values()].at(-1)).toMatchObject({ cancel_at_period_end: true, status: 'active' });
    await page.getByRole('button', { name: 'Keep the plan' }).click();
    await page.getByText(/^Renews on/).waitFor();
    expect([...stripe.account.subscriptions.values()].at(-1)).toMatchObject({ cancel_at_period_end: false });

    await page.getByRole('button', { name: 'Upgrade to Professional' }).click();
    const pay = page.getByRole('dialog').getByRole('button', { name: /^Pay \$\d+(\.\d\d)? and change$/ });
    await pay.waitFor();
    const shown = /\$([\d.]+)/.exec((await pay.textContent()) ?? '')?.[1];
    await pay.click();
    await page.getByText('You are on Professional now.').waitFor();
    await page.getByText('$29 a month').first().waitFor();
    expect([...stripe.account.invoices.values()].at(-1)).toMatchObject({ total: Math.round(Number(shown) * 100), status: 'paid' });

    await page.getByRole('button', { name: 'Payment method' }).click();
    await page.getByRole('link', { name: 'Return to Linqr' }).click();
    await page.waitForURL('**/billing');
    expect(troubles).toEqual([]);
  }, 240_000);

  it('that fails at the renewal is shown with the way to mend it, and mending it is seen at once', async () => {
    const { page } = watched;
    const subscription = [...stripe.account.subscriptions.values()].at(-1)!;
    stripe.account.declined.add(customer().id);
    stripe.account.failRenewal(subscription.id);
    await eventually(async () => expect(await statusIn(page)).toBe('past_due'), { timeoutMs: 60_000 });
    await page.goto(`${product.appUrl}/billing`);
    await page.getByText('Your last payment did not go through').waitFor();
    await page.getByText('Payment overdue').waitFor();
    await page.getByRole('button', { name: 'Update payment method' }).click();
    await page.getByRole('button', { name: 'Save new card' }).click();
    await page.waitForURL('**/billing');
    await eventually(async () => expect(await statusIn(page)).toBe('active'), { timeoutMs: 60_000 });
    await page.reload();
    await page.getByText('Active', { exact: true }).waitFor();
  }, 180_000);
});

describe('redirects', () => {
  it('go on when the plan has ended over its quota, and when billing is not there at all', async () => {
    const account = await openAccount(product);
    const { body } = await account.call<{ url: string }>('POST', '/subscription/checkout', { plan: 'starter', interval: 'month' });
    const session = stripe.account.complete(new URL(body.data.url).pathname.split('/').at(-1)!);
    const plan = async () =>
      (await account.call<{ subscription: { plan: string; status: string } }>('GET', '/subscription/current')).body.data.subscription;
    await eventually(async () => expect(await plan()).toMatchObject({ plan: 'starter' }));
    const links: string[] = [];
    for (let i = 0; i < 51; i++) {
      const made = await account.call<{ shortUrl: string }>('POST', '/urls/shorten', {
        originalUrl: `https://example.com/${i}`,
        ...(i === 0 ? { expiresAt: '2999-01-01T00:00:00Z' } : {}),
      });
      expect(made.status).toBe(201);
      links.push(made.body.data.shortUrl);
    }
    stripe.account.end(stripe.account.subscription(session.subscription!), false);
    await eventually(async () => expect(await plan()).toMatchObject({ plan: 'free', status: 'canceled' }));
    const refused = await account.call('POST', '/urls/shorten', { originalUrl: 'https://example.com/more' });
    expect([refused.status, refused.body.code]).toEqual([403, 'PLAN_LIMIT_REACHED']);
    const statuses = () =>
      Promise.all(links.map(async (link) => (await fetch(link, { redirect: 'manual', headers: { 'user-agent': PHONE } })).status));
    expect(new Set(await statuses())).toEqual(new Set([302]));
    await product.killPart('billing');
    expect(new Set(await statuses())).toEqual(new Set([302]));
    await eventually(async () => expect(await plan()).toMatchObject({ plan: 'free' }), { timeoutMs: 60_000 });
  }, 240_000);
});

describe("the provider's events", () => {
  it('are refused over HTTP when forged or old, and taken once when genuine', async () => {
    const event = { ...stripe.account.events[0]!, id: 'evt_over_http' };
    const send = (body: string, signature: string) =>
      fetch(`${product.appUrl}/api/v1/subscription/stripe-webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body,
      });
    const good = stripe.sign(event);
    expect((await send(good.body, good.signature)).status).toBe(200);
    expect(await (await send(good.body, good.signature)).json()).toEqual({ success: true, data: { received: true } });
    const old = stripe.sign(event, { at: Date.now() - 600_000 });
    for (const [body, signature] of [
      [good.body.replace('evt_', 'evx_'), good.signature],
      [` ${good.body}`, good.signature],
      [old.body, old.signature],
      [good.body, ''],
    ] as const) {
      const answer = await send(body, signature);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'WEBHOOK_SIGNATURE_INVALID']);
    }
  });

  it('are not waited for: asking brings the plan, its invoice and the price of another', async () => {
    const account = await openAccount(product);
    const { body } = await account.call<{ url: string }>('POST', '/subscription/checkout', { plan: 'starter', interval: 'year' });
    stripe.account.complete(new URL(body.data.url).pathname.split('/').at(-1)!);
    // Within two seconds of the last question, its answer is given again.
    await eventually(async () => {
      const { body: refreshed } = await account.call<{ subscription: object }>('POST', '/subscription/refresh');
      expect(refreshed.data.subscription).toMatchObject({ plan: 'starter', interval: 'year', billedPlan: 'starter' });
    });
    const invoices = await account.call<{ invoices: unknown[] }>('GET', '/subscription/invoices');
    expect(invoices.body.data.invoices).toMatchObject([{ amount: 8_640, currency: 'usd', status: 'paid' }]);
    const preview = await account.call<{ amountDue: number }>('GET', '/subscription/preview?plan=professional&interval=year');
    expect(preview.body.data).toMatchObject({ kind: 'change', amountDue: 27_840 - 8_640, recurring: 27_840 });
    expect((await account.call('GET', '/subscription/preview?plan=free')).status).toBe(400);
    expect((await account.call('POST', '/subscription/change', { plan: 'starter', interval: 'week' })).status).toBe(400);
  });
});
