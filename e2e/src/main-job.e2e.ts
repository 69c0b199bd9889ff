import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchBrowser } from '@linqr/testing/browser';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import type { Browser } from 'playwright-core';
import { openWatched, PHONE, PUBLIC_ADDRESS, register, somebody } from './person.js';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

interface Mail {
  to: string | string[];
  subject: string;
  text: string;
}

/** The link out of the newest mail to somebody. */
async function mailedLink(address: string, path: string): Promise<string> {
  return eventually(async () => {
    const { messages } = (await (await fetch(`${product.appUrl}/mailbox.json`)).json()) as { messages: Mail[] };
    const mail = messages.find((m) => JSON.stringify(m.to).includes(address));
    const link = mail && new RegExp(`https?://\\S*${path}\\S*`).exec(mail.text)?.[0];
    return link ?? false;
  });
}

describe('the main job', () => {
  it('takes a visitor from a URL on the landing page to a click seen within 2 s in the list and on the analytics screen', async () => {
    const person = somebody();
    const destination = `${product.appUrl}/features?from=e2e`.replace(product.appUrl, 'https://example.com');
    const { page, context, troubles } = await openWatched(browser);

    // The landing page's tool; signed out, so it leads to sign-up.
    await page.goto(product.appUrl);
    await page.getByRole('textbox', { name: 'Long URL' }).fill(destination);
    await page.getByRole('button', { name: 'Shorten' }).click();
    await page.waitForURL('**/register');

    await register(page, person);
    await page.waitForURL('**/dashboard');
    await page.getByText('Registration successful! Please check your email to verify your account.').waitFor();

    // The carried URL was shortened on the way.
    const row = page.getByRole('list', { name: '' }).or(page.locator('section[aria-label="Your links"]')).getByRole('listitem').first();
    await row.getByText(destination).waitFor();
    const shortUrl = await page.locator('section[aria-label="Your links"] a[href^="http"]').first().getAttribute('href');
    expect(shortUrl).toMatch(new RegExp(`^${product.shortUrl}/[A-Za-z0-9]{7}$`));
    await page.locator('section[aria-label="Your links"]').getByText('0 clicks').waitFor();

    // The mailed link verifies the address.
    const verifyPage = await context.newPage();
    await verifyPage.goto(await mailedLink(person.email, '/verify-email'));
    await verifyPage.getByText('Email verified').first().waitFor();
    await verifyPage.close();

    // Somebody on a phone opens the short link, through a proxy that tells the address.
    const answered = await fetch(shortUrl!, {
      redirect: 'manual',
      headers: {
        'user-agent': PHONE,
        'x-forwarded-for': PUBLIC_ADDRESS,
        referer: 'https://news.ycombinator.com/item?id=1',
        'accept-language': 'de-DE,de;q=0.9',
      },
    });
    const clickedAt = Date.now();
    expect([answered.status, answered.headers.get('location')]).toEqual([302, destination]);

    // The counter in the list moves by itself.
    await page.locator('section[aria-label="Your links"]').getByText('1 click', { exact: true }).waitFor({ timeout: 10_000 });
    const listSeconds = (Date.now() - clickedAt) / 1_000;

    // So does the analytics screen: who came, from where, on what, through whom.
    await page
      .getByRole('link', { name: /^Analytics: / })
      .first()
      .click();
    await page.waitForURL('**/analytics/lnk_*');
    const recent = page.getByRole('table', { name: 'Recent Clicks' });
    await recent.getByText(/United States/).waitFor();
    await recent.getByText(/Mobile/i).waitFor();
    await recent.getByText('news.ycombinator.com').waitFor();
    await page.getByRole('list', { name: 'Clicks by Countries' }).getByText('United States').waitFor();

    // A second click while the screen is open shows up within the promise.
    await page.getByText('Live', { exact: true }).waitFor();
    await fetch(shortUrl!, { redirect: 'manual', headers: { 'user-agent': PHONE, 'x-forwarded-for': '1.1.1.1' } });
    const secondAt = Date.now();
    await eventually(async () => (await recent.getByRole('row').count()) === 3);
    const screenSeconds = (Date.now() - secondAt) / 1_000;

    expect(listSeconds).toBeLessThan(2);
    expect(screenSeconds).toBeLessThan(2);
    expect(troubles).toEqual([]);
    await context.close();
  }, 120_000);

  it('brings a person whose session ended back to where they were', async () => {
    const person = somebody();
    const { page, context } = await openWatched(browser);
    await page.goto(`${product.appUrl}/register`);
    await register(page, person);
    await page.waitForURL('**/dashboard');
    await context.clearCookies();
    await page.goto(`${product.appUrl}/analytics`);
    await page.waitForURL('**/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/analytics');
    await context.close();
  }, 60_000);

  it('edits and deletes a link, and the edge knows within a second', async () => {
    const person = somebody();
    const { page, context, troubles } = await openWatched(browser);
    await page.goto(`${product.appUrl}/register`);
    await register(page, person);
    await page.waitForURL('**/dashboard');
    await page.getByRole('textbox', { name: 'Destination URL' }).fill('https://example.com/before');
    await page.getByRole('button', { name: 'Shorten' }).click();
    await page.getByText('URL shortened successfully!').waitFor();
    const list = page.locator('section[aria-label="Your links"]');
    const shortUrl = (await list.locator('a[href^="http"]').first().getAttribute('href'))!;
    const follow = async () => (await fetch(shortUrl, { redirect: 'manual' })).headers.get('location');
    expect(await follow()).toBe('https://example.com/before');

    await list.getByRole('button', { name: /^Edit: / }).click();
    await page.getByRole('dialog').getByLabel('Destination URL').fill('https://example.com/after');
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Link updated successfully!').waitFor();
    await eventually(async () => (await follow()) === 'https://example.com/after', { timeoutMs: 1_000 });

    await list.getByRole('button', { name: /^Actions for / }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Link deleted successfully').waitFor();
    await page.getByText('No links yet').waitFor();
    await eventually(async () => (await fetch(shortUrl, { redirect: 'manual' })).status === 410, { timeoutMs: 1_000 });
    expect(troubles).toEqual([]);
    await context.close();
  }, 60_000);
});
