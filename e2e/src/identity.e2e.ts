import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchBrowser } from '@linqr/testing/browser';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import { CLIENT_ID, CLIENT_SECRET, SignInProvider } from '@linqr/testing/sign-in-provider';
import type { Browser, Page } from 'playwright-core';
import { openAccount } from './account.js';
import { authenticatorApp } from './authenticator-app.js';
import { openWatched, type Person, register, sendLogin, somebody } from './person.js';

let product: Product;
let browser: Browser;
let provider: SignInProvider;
beforeAll(async () => {
  provider = await new SignInProvider().listen();
  [product, browser] = await Promise.all([
    startProduct({
      environment: {
        THROTTLE_FACTOR: '100',
        SIGN_IN_CALLS_PER_MINUTE: '10000',
        REQUESTS_PER_MINUTE: '100000',
        GITHUB_CLIENT_ID: CLIENT_ID,
        GITHUB_CLIENT_SECRET: CLIENT_SECRET,
        GITHUB_ORIGIN: provider.origin,
        GITHUB_API_URL: provider.origin,
      },
    }),
    launchBrowser(),
  ]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await provider?.close();
}, 60_000);

/** The first link to `path` in a mail that fits. */
const mailed = (to: string, subject: RegExp, path: string): Promise<string> =>
  eventually(async () => {
    const mail = (await product.mailbox()).find((m) => JSON.stringify(m.to).includes(to) && subject.test(m.subject));
    return (mail && new RegExp(`https?://\\S*${path}\\S*`).exec(mail.text)?.[0]) ?? false;
  });

async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto(`${product.appUrl}/register`);
  await register(page, person);
  await page.waitForURL('**/dashboard');
  await page.goto(await mailed(person.email, /verify/i, '/verify-email'));
  await page.getByText('Email verified').first().waitFor();
  await page.goto(`${product.appUrl}/settings?tab=security`);
}

async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Account menu|Ada Lovelace/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('Logged out successfully').waitFor();
}

describe('two-factor authentication', () => {
  it('is turned on in the settings; then a code or a recovery code is needed, each once', async () => {
    const person = somebody();
    const { page, context, troubles } = await openWatched(browser, { acceptDownloads: true });
    await signUp(page, person);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByLabel('Your password').fill(person.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '');
    const enabledAtMs = Date.now();
    await page.getByLabel('Code of the app').fill(authenticatorApp(secret, enabledAtMs));
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const codes = readFileSync(await (await download).path(), 'utf8').match(/^\S{4}(-\S{4}){3}$/gm)!;
    expect(codes).toHaveLength(10);
    await page.getByLabel('I have saved these codes').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/10 recovery codes left/).waitFor();
    expect(troubles).toEqual([]);

    await signOut(page);
    await sendLogin(page, product.appUrl, person);
    // The code that turned it on is used up; the next one of the clock, or the one beside it, is not.
    await page.getByLabel('Authentication code').fill(authenticatorApp(secret, enabledAtMs + 30_000));
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL('**/dashboard');

    await signOut(page);
    await sendLogin(page, product.appUrl, person);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill(codes[0]!);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL('**/dashboard');
    await page.goto(`${product.appUrl}/settings?tab=security`);
    await page.getByText(/9 recovery codes left/).waitFor();
    await page.getByRole('list', { name: 'Recent security activity' }).getByText('Recovery code used').waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  }, 120_000);
});

describe('a passkey', () => {
  it('is added, signs in with nothing typed, and is removed', async () => {
    const person = somebody();
    const { page, context, troubles } = await openWatched(browser);
    await signUp(page, person);
    // Once the page is at the product's address: the authenticator belongs to its process.
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Test machine');
    await page.getByLabel('Your password').fill(person.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Passkey added').first().waitFor();
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Test machine').waitFor();

    await signOut(page);
    await page.goto(`${product.appUrl}/login`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto(`${product.appUrl}/settings?tab=security`);
    await page.getByRole('list', { name: 'Recent security activity' }).getByText('Logged in with a passkey').waitFor();
    await page.getByRole('button', { name: 'Remove Test machine' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Passkey removed').first().waitFor();
    expect(troubles).toEqual([]);

    await signOut(page);
    await page.goto(`${product.appUrl}/login`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('This passkey could not be verified. Please try again.').waitFor();
    await context.close();
  }, 120_000);
});

describe('a provider', () => {
  it('makes an account, connects one that exists after its own sign-in, and is only coming soon where it is not configured', async () => {
    const fresh = { subject: '501', email: somebody().email, emailVerified: true, name: 'Ada Lovelace' };
    const { page, context, troubles } = await openWatched(browser);
    await page.goto(`${product.appUrl}/login`);
    await page.getByRole('button', { name: 'Google' }).click();
    await page.getByText('Google sign-in is coming soon').waitFor();
    provider.person = fresh;
    await page.getByRole('button', { name: 'GitHub' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto(`${product.appUrl}/settings?tab=security`);
    await page.getByRole('list', { name: 'Connected accounts' }).getByText(fresh.email).waitFor();
    await page.getByRole('link', { name: 'Set a password' }).waitFor();
    await signOut(page);

    // Somebody who has an account of that address already.
    const person = somebody();
    await signUp(page, person);
    await signOut(page);
    provider.person = { subject: '502', email: person.email, emailVerified: true, name: 'Ada Lovelace' };
    await page.goto(`${product.appUrl}/login`);
    await page.getByRole('button', { name: 'GitHub' }).click();
    await page.getByText('You have an account already').waitFor();
    expect(page.url()).toBe(`${product.appUrl}/login`);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL('**/dashboard');
    await signOut(page);
    await page.goto(`${product.appUrl}/login`);
    await page.getByRole('button', { name: 'GitHub' }).click();
    await page.waitForURL('**/dashboard');

    // What is connected elsewhere is said where one asked for it.
    provider.person = fresh;
    await page.goto(`${product.appUrl}/settings?tab=security`);
    await page.getByRole('button', { name: 'Disconnect GitHub' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('button', { name: 'Connect GitHub' }).click();
    await page.getByLabel('Your password').fill(person.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('That GitHub account is connected to another Linqr account.').waitFor();
    await page.getByRole('heading', { name: 'Connected accounts' }).waitFor();
    expect(troubles).toEqual([]);

    // A crafted way back without the browser's own cookie.
    const forged = await fetch(`${product.appUrl}/api/auth/oauth/github/callback?code=x&state=${'y'.repeat(43)}`, { redirect: 'manual' });
    expect([forged.status, forged.headers.get('location')]).toEqual([
      302,
      `${product.appUrl}/login?problem=PROVIDER_SIGN_IN_FAILED&provider=github`,
    ]);
    await context.close();
  }, 180_000);
});

describe('a change of address', () => {
  it('happens when the links of both mailboxes were opened', async () => {
    const [person, newAddress] = [somebody(), somebody().email];
    const { page, context, troubles } = await openWatched(browser);
    await signUp(page, person);
    await page.goto(`${product.appUrl}/settings`);
    await page.getByRole('button', { name: 'Change address' }).click();
    await page.getByLabel('New email address').fill(newAddress);
    await page.getByLabel('Your password').fill(person.password);
    await page.getByRole('button', { name: 'Send links' }).click();
    await page.getByText(`Changing to ${newAddress}`).waitFor();
    await page.goto(await mailed(newAddress, /confirm your new/i, '/confirm-email\\?token='));
    await page.getByText(/open the link in the email to your present address/).waitFor();
    await page.goto(await mailed(person.email, /confirm the change/i, '/confirm-email\\?token='));
    await page.getByRole('heading', { name: 'Email address changed' }).waitFor();
    await page.goto(`${product.appUrl}/settings`);
    await eventually(async () => (await page.getByLabel('Email Address').inputValue()) === newAddress);
    expect(troubles).toEqual([]);
    await signOut(page);
    await sendLogin(page, product.appUrl, { ...person, email: newAddress });
    await page.waitForURL('**/dashboard');
    await context.close();
  }, 120_000);
});

describe('a role and an account', () => {
  const operator = (...words: string[]) => {
    const done = spawnSync(process.execPath, [join(import.meta.dirname, '../../deploy/local/bin/admin.mjs'), ...words], {
      env: { ...process.env, LINQR_DATA_DIR: product.dataDir },
      encoding: 'utf8',
    });
    expect(`${done.status} ${done.stderr}`).toMatch(/^0/);
  };

  it('are lost within five seconds, with the very access token that had them', async () => {
    const [admin, user] = [await openAccount(product), await openAccount(product)];
    operator('grant', admin.email);
    // Granting is felt as fast, without a new sign-in.
    await eventually(async () => (await admin.call('GET', '/admin/users')).status === 200, { timeoutMs: 5_000 });
    const closed = await admin.call('POST', `/admin/users/${user.userId}/disable`, { reason: 'Phishing' });
    expect(closed.status).toBe(200);
    await eventually(async () => (await user.call('GET', '/urls')).body.code === 'SESSION_EXPIRED', { timeoutMs: 5_000 });
    operator('revoke', admin.email);
    await eventually(async () => (await admin.call('GET', '/admin/users')).status === 403, { timeoutMs: 5_000 });
    expect((await admin.call('GET', '/urls')).status).toBe(200);
  }, 60_000);
});
