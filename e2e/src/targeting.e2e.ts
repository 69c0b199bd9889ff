import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchBrowser } from '@linqr/testing/browser';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import type { Browser, Page } from 'playwright-core';
import { type Account, openAccount } from './account.js';
import { logIn, openWatched, PHONE, PUBLIC_ADDRESS } from './person.js';

const COMPUTER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

let product: Product;
let browser: Browser;
let account: Account;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  account = await openAccount(product, { trial: true });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

const visit = async (url: string, agent: string) => {
  const headers = { 'user-agent': agent, 'x-forwarded-for': PUBLIC_ADDRESS };
  const answer = await fetch(url, { redirect: 'manual', headers });
  return { status: answer.status, location: answer.headers.get('location') };
};

async function openDashboard(): Promise<{ page: Page; troubles: string[]; close: () => Promise<void> }> {
  const { page, context, troubles } = await openWatched(browser);
  page.setDefaultTimeout(90_000);
  await logIn(page, product.appUrl, account);
  return { page, troubles, close: () => context.close() };
}

describe('targeting', () => {
  it('made in the editor sends a phone elsewhere, and everybody else where they went before', async () => {
    const { page, troubles, close } = await openDashboard();
    const { body } = await account.call<{ id: string; shortUrl: string }>('POST', '/urls/shorten', {
      originalUrl: 'https://example.com/all',
    });
    const { shortUrl } = body.data;
    expect(await visit(shortUrl, PHONE)).toEqual({ status: 302, location: 'https://example.com/all' });

    await page.reload();
    await page
      .getByRole('button', { name: /^Edit: / })
      .first()
      .click();
    await page.getByRole('button', { name: 'Show targeting' }).click();
    await page.getByRole('button', { name: 'Add rule' }).click();
    const rule = page.getByRole('region', { name: 'Rule 1' });
    await rule.getByText('Phone', { exact: true }).click();
    await rule.getByLabel('Send them to').fill('https://phones.example.com/');
    await page.getByText('Goes to https://phones.example.com/, by rule 1.').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Link updated successfully!').waitFor();

    await eventually(async () => (await visit(shortUrl, PHONE)).location === 'https://phones.example.com/', {
      timeoutMs: 5_000,
      intervalMs: 20,
    });
    expect(await visit(shortUrl, COMPUTER)).toEqual({ status: 302, location: 'https://example.com/all' });
    await page.getByText('Targeting', { exact: true }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  }, 240_000);

  it('with a cap of 3 lets three people through and ends the link, as list and screen say', async () => {
    const { body } = await account.call<{ id: string; shortUrl: string; clicksLeft: number }>('POST', '/urls/shorten', {
      originalUrl: 'https://example.com/three',
      maxClicks: 3,
    });
    expect(body.data.clicksLeft).toBe(3);
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push((await visit(body.data.shortUrl, PHONE)).status);
    expect(answers).toEqual([302, 302, 302, 410, 410]);
    await eventually(async () => (await account.call<{ clicksLeft: number }>('GET', `/urls/${body.data.id}`)).body.data.clicksLeft === 0, {
      timeoutMs: 60_000,
    });
    const expired = await account.call<{ urls: { id: string }[] }>('GET', '/urls?filter=expired');
    expect(expired.body.data.urls.map(({ id }) => id)).toContain(body.data.id);

    const { page, troubles, close } = await openDashboard();
    await page.goto(`${product.appUrl}/dashboard?filter=expired`);
    await page.getByRole('listitem').getByText('Expired', { exact: true }).first().waitFor();
    expect(troubles).toEqual([]);
    await close();

    // Raised, the link goes on.
    await account.call('PUT', `/urls/${body.data.id}`, { maxClicks: 4 });
    await eventually(async () => (await visit(body.data.shortUrl, PHONE)).status === 302, { timeoutMs: 20_000 });
    expect((await visit(body.data.shortUrl, PHONE)).status).toBe(410);
  }, 240_000);
});
