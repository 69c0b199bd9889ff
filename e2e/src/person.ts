import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A public address (documentation range of a real network in the geo database is not possible, so a well-known resolver's). */
export const PUBLIC_ADDRESS = '8.8.8.8';
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';

export interface Person {
  name: string;
  email: string;
  password: string;
}

/** Meets every rule of the register form. */
export const PASSWORD = 'Analytical!1843';

let counter = 0;

/** Somebody new each time. */
export function somebody(): Person {
  counter++;
  return { name: 'Ada Lovelace', email: `ada.${Date.now()}.${counter}@example.com`, password: PASSWORD };
}

export interface Watched {
  context: BrowserContext;
  page: Page;
  /** Console errors and failed requests since the last look. */
  troubles: string[];
}

/** A fresh browser profile that notes everything a developer would see in red. */
export async function openWatched(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()} (${page.url()})`);
  });
  page.on('pageerror', (error) => troubles.push(`exception: ${error.message} (${page.url()})`));
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  return { context, page, troubles };
}

/** Fills the register form of the page it is on. */
export async function register(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('checkbox', { name: /I agree to the/ }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Fills the form on /login and sends it; what comes next is the caller's to wait for. */
export async function sendLogin(
  page: Page,
  appUrl: string,
  { email, password = PASSWORD }: { email: string; password?: string },
): Promise<void> {
  await page.goto(`${appUrl}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Signs in through the screen, and answers on the dashboard. */
export async function logIn(page: Page, appUrl: string, who: { email: string; password?: string }): Promise<void> {
  await sendLogin(page, appUrl, who);
  await page.waitForURL('**/dashboard');
}
