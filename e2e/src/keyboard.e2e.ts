// The main jobs by keyboard alone: nothing here uses a pointer, and nothing is focused from outside.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchBrowser } from '@linqr/testing/browser';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import type { Browser, Locator, Page } from 'playwright-core';
import { type Account, openAccount } from './account.js';
import { openWatched, PASSWORD, type Watched } from './person.js';

/** More stops than the longest screen of these has; then what was looked for is out of reach. */
const MOST_STOPS = 90;
/** For a machine that does everything else at the same time. */
const PATIENCE = { timeoutMs: 60_000 };

let product: Product;
let browser: Browser;
let account: Account;
let watched: Watched;
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  account = await openAccount(product, { trial: true });
  watched = await openWatched(browser, {
    acceptDownloads: true,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  page = watched.page;
  page.setDefaultTimeout(PATIENCE.timeoutMs);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

interface Stop {
  name: string;
  /** An outline, or the ring of a field's box, in the colour of the focus. */
  isSeen: boolean;
}

/** What has the focus now, and whether one sees it. */
const focused = (): Promise<Stop> =>
  page.evaluate(async () => {
    // A ring is there with the next frame.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const element = document.activeElement as HTMLElement | null;
    if (!element || element === document.body) return { name: 'nothing', isSeen: false };
    const probe = document.createElement('span');
    probe.style.color = 'var(--focus)';
    document.body.append(probe);
    const colour = getComputedStyle(probe).color;
    probe.remove();
    const around = [element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement];
    const isSeen = around.some((one) => {
      if (!one) return false;
      const style = getComputedStyle(one);
      const isOutlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
      return isOutlined || ((style.borderTopColor === colour || one.hasAttribute('data-invalid')) && style.boxShadow !== 'none');
    });
    const box = element.getBoundingClientRect();
    const name = `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40) ?? ''}`;
    return { name, isSeen: isSeen && box.width > 0 };
  });

const hasFocus = (wanted: Locator): Promise<boolean> =>
  wanted.evaluateAll((elements) => elements.length === 1 && elements[0] === document.activeElement);

/** Tab until `wanted` has the focus; every stop on the way has to be seen. */
async function tabTo(wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await wanted.waitFor();
  const stops: string[] = [];
  while (!(await hasFocus(wanted))) {
    if (stops.length === MOST_STOPS) throw new Error(`${String(wanted)} is out of reach; Tab came by ${stops.join(' · ')}`);
    await page.keyboard.press(key);
    const stop = await focused();
    stops.push(stop.name);
    // The end of the page is the browser's own.
    if (stop.name !== 'nothing' && !stop.isSeen) throw new Error(`the focus is not seen at ${stop.name}, after ${stops.join(' · ')}`);
  }
}

/** Tab to it and press a key there: Enter for links and buttons, Space for boxes. */
async function use(wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(wanted);
  await page.keyboard.press(key);
}

async function typeInto(wanted: Locator, text: string): Promise<void> {
  await tabTo(wanted);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });

/** Once what the key leads to is there: a key that comes before the screen listens is lost. */
async function pressUntil(key: string, done: () => Promise<boolean>): Promise<void> {
  const reached = await eventually(
    async () => {
      if (await done()) return true;
      await page.keyboard.press(key);
      return done();
    },
    { ...PATIENCE, intervalMs: 300 },
  );
  expect(reached).toBe(true);
}

const commands = () => page.getByRole('combobox', { name: 'Type a command or a screen' });

async function openCommands(): Promise<void> {
  await page.keyboard.press('Control+k');
  await commands().waitFor();
  await eventually(() => hasFocus(commands()), PATIENCE);
}

describe('by keyboard alone', () => {
  it('one signs in', async () => {
    await page.goto(`${product.appUrl}/login`);
    await typeInto(page.getByLabel('Email'), account.email);
    await typeInto(page.getByLabel('Password', { exact: true }), PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
    await page.getByText('No links yet').waitFor();
  }, 240_000);

  it('c and / lead to creating and searching, Ctrl-K and ? open their lists, Escape closes them', async () => {
    const destination = page.getByRole('textbox', { name: 'Destination URL' });
    await pressUntil('c', () => hasFocus(destination));
    expect(await focused()).toMatchObject({ isSeen: true });
    await page.keyboard.press('Tab');
    await pressUntil('/', () => hasFocus(page.getByRole('searchbox', { name: 'Search links' })));
    expect(await focused()).toMatchObject({ isSeen: true });
    // Leaves the empty box, so that keys are keys again.
    await page.keyboard.press('Escape');

    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await pressUntil('?', () => keys.isVisible());
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'hidden' });

    await tabTo(page.getByRole('link', { name: 'QR Codes' }).first());
    const before = (await focused()).name;
    await openCommands();
    await page.keyboard.press('Escape');
    await commands().waitFor({ state: 'hidden' });
    // Back where one was.
    expect((await focused()).name).toBe(before);
    await openCommands();
    await page.keyboard.type('settings');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings');
  }, 240_000);

  it('the tabs of the settings change with the arrows', async () => {
    await tabTo(page.getByRole('tab', { name: 'Profile' }));
    await page.keyboard.press('ArrowRight');
    await page.waitForURL('**/settings?tab=security');
    expect(await hasFocus(page.getByRole('tab', { name: 'Security' }))).toBe(true);
    await typeInto(page.getByLabel('Current Password'), 'something');
  }, 240_000);

  it('a link is shortened, copied, protected with a password, and deleted after a question', async () => {
    await tabTo(page.getByRole('tab', { name: 'Security' }), 'Shift+Tab');
    await pressUntil('c', () => hasFocus(page.getByRole('textbox', { name: 'Destination URL' })));
    await page.keyboard.type('https://example.com/by-keyboard');
    await page.keyboard.press('Enter');
    await page.getByText('URL shortened successfully!').waitFor();
    const made = page.getByRole('status').filter({ hasText: 'Your new short link' });
    await use(button('Copy short link', made));
    await page.getByText('Copied to clipboard!').waitFor();
    const shortUrl = await page.evaluate(() => navigator.clipboard.readText());
    expect(shortUrl.startsWith(product.shortUrl)).toBe(true);

    const list = page.getByRole('region', { name: 'Your links' });
    const edit = button(/^Edit: /, list);
    await use(edit);
    const editor = page.getByRole('dialog', { name: 'Edit link' });
    await typeInto(editor.getByLabel(/^Password/), 'open sesame');
    await use(button('Save changes', editor));
    await page.getByText('Link updated successfully!').waitFor();
    await list.getByText('Protected', { exact: true }).waitFor();
    await eventually(async () => hasFocus(edit), PATIENCE);
    expect((await fetch(shortUrl, { redirect: 'manual' })).headers.get('location')).toBeNull();

    const actions = button(/^Actions for /, list);
    const question = page.getByRole('alertdialog');
    for (const answer of ['Cancel', 'Delete']) {
      await use(actions);
      await page.getByRole('menuitem', { name: 'Open short link' }).waitFor();
      // The first letter finds it, as in every menu.
      await pressUntil('d', () => hasFocus(page.getByRole('menuitem', { name: 'Delete' })));
      await page.keyboard.press('Enter');
      await question.waitFor();
      await use(button(answer, question));
      await question.waitFor({ state: 'hidden' });
      if (answer === 'Cancel') await eventually(() => hasFocus(actions), PATIENCE);
    }
    await page.getByText('Link deleted successfully').waitFor();
    await page.getByText('No links yet').waitFor();
    // What was deleted cannot take the focus back; the screen it was on does, and Tab goes on from there.
    await eventually(async () => (await focused()).name !== 'nothing', PATIENCE);
  }, 240_000);

  it('a QR code is made, designed and downloaded', async () => {
    await openCommands();
    await page.keyboard.type('create a qr');
    await page.keyboard.press('Enter');
    await eventually(() => hasFocus(page.getByRole('textbox', { name: 'Content' })), PATIENCE);
    await page.keyboard.type('https://example.com/menu');
    await page.keyboard.press('Enter');
    await page.getByText('QR Code generated successfully!').waitFor();
    await use(page.getByRole('link', { name: 'Customize design' }));
    await page.waitForURL('**/qr-customize/qr_*');

    const patterns = page.getByRole('group', { name: 'Pattern' });
    await tabTo(patterns.getByRole('radio', { name: 'Square', exact: true }));
    await page.keyboard.press('ArrowRight');
    expect(await patterns.getByRole('radio', { name: 'Round', exact: true }).isChecked()).toBe(true);
    await use(button('Save changes'));
    await page.getByText('QR code customization saved!').waitFor();
    await page.waitForURL('**/qr-codes');

    await use(page.getByRole('link', { name: /^Customize/ }));
    await page.waitForURL('**/qr-customize/qr_*');
    await use(button('Download'));
    const dialog = page.getByRole('dialog', { name: 'Download this code' });
    const downloading = page.waitForEvent('download');
    await use(button('Download', dialog));
    const file = readFileSync(await (await downloading).path());
    expect(file.subarray(1, 4).toString()).toBe('PNG');
    await dialog.waitFor({ state: 'hidden' });
    await eventually(() => hasFocus(button('Download')), PATIENCE);
  }, 240_000);

  it('one signs out', async () => {
    await tabTo(button('Account of Ada Lovelace'));
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
    await page.keyboard.press('End');
    await eventually(() => hasFocus(page.getByRole('menuitem', { name: 'Sign out' })), PATIENCE);
    await page.keyboard.press('Enter');
    await page.getByText('Logged out successfully').waitFor();
    expect((await watched.context.cookies()).some(({ name }) => name === 'accessToken')).toBe(false);
    expect(watched.troubles).toEqual([]);
  }, 240_000);
});
