import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchBrowser } from '@linqr/testing/browser';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import type { Browser } from 'playwright-core';
import { type Account, callApi, openAccount } from './account.js';
import { logIn, openWatched, PHONE, PUBLIC_ADDRESS, register, somebody, type Watched } from './person.js';

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

async function signedIn(account: Account): Promise<Watched> {
  const watched = await openWatched(browser);
  await logIn(watched.page, product.appUrl, account);
  return watched;
}

describe('a link with conditions', () => {
  it('is protected in the editor, opens with its password only, and ends at the time its owner sets', async () => {
    const account = await openAccount(product, { trial: true });
    const destination = 'https://example.com/members';
    const { shortUrl } = (await account.call<{ shortUrl: string }>('POST', '/urls/shorten', { originalUrl: destination })).body.data;
    const owner = await signedIn(account);
    const list = owner.page.getByRole('region', { name: 'Your links' });
    const editor = owner.page.getByRole('dialog', { name: 'Edit link' });
    const change = async (label: RegExp, value: string) => {
      await list.getByRole('button', { name: /^Edit: / }).click();
      await editor.getByLabel(label).fill(value);
      await editor.getByRole('button', { name: 'Save changes' }).click();
      await owner.page.getByText('Link updated successfully!').first().waitFor();
      await editor.waitFor({ state: 'hidden' });
    };
    await change(/^Password/, 'open sesame');
    await list.getByText('Protected', { exact: true }).waitFor();

    const visitor = await openWatched(browser, { userAgent: PHONE });
    await visitor.page.goto(shortUrl);
    await visitor.page.getByRole('heading', { name: 'This link is protected' }).waitFor();
    expect(await visitor.page.content()).not.toContain(destination);
    const enter = async (password: string) => {
      await visitor.page.locator('input[type=password]').fill(password);
      await visitor.page.getByRole('button', { name: 'Open the link' }).click();
    };
    await enter('open barley');
    await visitor.page.getByRole('alert').waitFor();
    // Where it leads is not on this machine: that the browser goes there is what counts.
    const gone = visitor.page.waitForRequest(destination);
    await enter('open sesame');
    expect((await gone).method()).toBe('GET');
    await visitor.context.close();

    await change(/^Expires/, '2020-01-01T00:00');
    await list.getByRole('listitem').getByText('Expired', { exact: true }).waitFor();
    await owner.page.getByLabel('Show', { exact: true }).selectOption('expired');
    await owner.page.waitForURL('**/dashboard?filter=expired');
    await list.getByRole('button', { name: /^Edit: / }).waitFor();
    const late = await openWatched(browser, { userAgent: PHONE });
    await eventually(async () => expect((await late.page.goto(shortUrl))?.status()).toBe(410));
    await late.page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    await late.context.close();
    expect(owner.troubles).toEqual([]);
    await owner.context.close();
  }, 180_000);
});

describe('the API key', () => {
  it('of the screen makes calls, and the regenerated one takes its place', async () => {
    const { page, context, troubles } = await signedIn(await openAccount(product));
    await page.goto(`${product.appUrl}/api-keys`);
    const key = async () => {
      await page.getByRole('button', { name: 'Show API key' }).click();
      const shown = await page.getByRole('group', { name: 'API key' }).innerText();
      return /lq_live_[\w-]{10,}/.exec(shown)![0];
    };
    const make = (of: string, title: string) =>
      callApi(product, 'POST', '/v1/urls/shorten', { originalUrl: 'https://example.com/', title }, { authorization: `Bearer ${of}` });
    const first = await key();
    expect((await make(first, 'By a script')).status).toBe(201);

    await page.getByRole('button', { name: 'Regenerate API Key' }).click();
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to regenerate your API key?' });
    await question.getByRole('button', { name: 'Regenerate API Key' }).click();
    await page.getByText('API key regenerated. The old one has stopped working.').waitFor();
    await eventually(async () => expect((await make(first, 'Too late')).body.code).toBe('API_KEY_INVALID'));
    const second = await page.getByRole('group', { name: 'API key' }).innerText();
    const next = /lq_live_[\w-]{10,}/.exec(second)?.[0] ?? (await key());
    expect(next).not.toBe(first);
    expect((await make(next, 'By the new key')).status).toBe(201);

    await page.goto(`${product.appUrl}/dashboard`);
    const list = page.getByRole('region', { name: 'Your links' });
    await list.getByText('By the new key').waitFor();
    await list.getByText('By a script').waitFor();
    expect(await list.getByText('Too late').count()).toBe(0);
    expect(troubles).toEqual([]);
    await context.close();
  }, 120_000);
});
