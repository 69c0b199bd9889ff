// `npm run pictures`: the screenshots on the public pages, out of the running product with its demo data. Starts a product of
// its own (short links under go.example.com), fills it, photographs it in both themes and writes AVIF and WebP.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from '@linqr/testing/browser';
import { type Product, startProduct } from '@linqr/testing/product';
import { sourcePath } from '@linqr/testing/typescript';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { logIn } from '../person.js';
import { fillWithDemo } from './demo.js';
import { drawOpenGraph } from './open-graph.js';

const FOLDER = sourcePath('frontend/src/features/marketing/pictures');
const THEMES = ['light', 'dark'] as const;
/** CSS pixels of the window; the files are wider, for dense screens. */
const SIZES = {
  wide: { width: 1280, height: 800, scale: 1.5, files: [960, 1920] },
  phone: { width: 390, height: 560, scale: 2, files: [780] },
} as const;

interface Subject {
  name: string;
  path: string;
  /** What has to be there before the picture is taken. */
  ready: (page: Page) => Promise<unknown>;
  /** What stands at the top of the phone's picture, when that is not the top of the page. */
  phoneTop?: (page: Page) => Locator;
}

/** Gives the newest code a design worth looking at, and its id back. */
async function designOne(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const cookie = (name: string) => new RegExp(`${name}=([^;]+)`).exec(document.cookie)?.[1] ?? '';
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${decodeURIComponent(cookie('accessToken'))}`,
      'x-xsrf-token': decodeURIComponent(cookie('XSRF-TOKEN')),
    };
    const list = (await (await fetch('/api/qrcodes?limit=1', { headers })).json()) as { data: { qrCodes: { id: string }[] } };
    const { id } = list.data.qrCodes[0]!;
    const customization = {
      errorCorrectionLevel: 'Q',
      frontendCustomization: {
        style: 'rounded',
        cornerStyle: 'extra-round',
        foregroundColor: '#0b6b4f',
        cornersUseCodeColor: true,
        frame: 'none',
      },
    };
    const answer = await fetch(`/api/qrcodes/${id}`, { method: 'PUT', headers, body: JSON.stringify({ customization }) });
    if (!answer.ok) throw new Error(`the design was refused: ${await answer.text()}`);
    return id;
  });
}

async function photograph(browser: Browser, product: Product, subjects: readonly Subject[], account: { email: string; password: string }) {
  for (const [form, size] of Object.entries(SIZES)) {
    for (const theme of THEMES) {
      const context = await browser.newContext({
        viewport: { width: size.width, height: size.height },
        deviceScaleFactor: size.scale,
        colorScheme: theme,
        reducedMotion: 'reduce',
        // For the style below; nothing of the product is changed.
        bypassCSP: true,
      });
      const page = await context.newPage();
      await logIn(page, product.appUrl, account);
      for (const subject of subjects) {
        await page.goto(product.appUrl + subject.path, { waitUntil: 'networkidle' });
        await subject.ready(page);
        await page.addStyleTag({ content: 'html { scrollbar-gutter: auto !important; scrollbar-width: none !important }' });
        if (form === 'phone' && subject.phoneTop)
          await subject.phoneTop(page).evaluate((element) => element.scrollIntoView({ block: 'start' }));
        // Nothing tells when a chart has drawn its last frame.
        await page.waitForTimeout(1_500);
        const shot = await page.screenshot();
        for (const width of size.files) {
          const name = join(FOLDER, `${subject.name}-${form}-${theme}-${width}`);
          const small = sharp(shot).resize({ width });
          await small.clone().avif({ quality: 58, effort: 6 }).toFile(`${name}.avif`);
          if (width === Math.max(...size.files)) await small.clone().webp({ quality: 78, effort: 6 }).toFile(`${name}.webp`);
        }
      }
      await context.close();
    }
  }
}

const [product, browser] = await Promise.all([startProduct({ environment: { SHORT_ORIGIN: 'https://go.example.com' } }), launchBrowser()]);
try {
  const account = await fillWithDemo(product);
  const first = await browser.newPage();
  await logIn(first, product.appUrl, account);
  const code = await designOne(first);
  await first.close();
  await mkdir(FOLDER, { recursive: true });
  const subjects: Subject[] = [
    {
      name: 'overview',
      path: '/analytics?range=30d',
      ready: (page) => page.getByText('Total Clicks').waitFor(),
      phoneTop: (page) => page.getByText('Total Clicks'),
    },
    {
      name: 'links',
      path: '/dashboard',
      ready: (page) => page.getByText('go.example.com').first().waitFor(),
      phoneTop: (page) => page.getByRole('searchbox'),
    },
    { name: 'designer', path: `/qr-customize/${code}`, ready: (page) => page.getByText('Save changes').first().waitFor() },
  ];
  await photograph(browser, product, subjects, account);
  await writeFile(sourcePath('frontend/public/og.png'), await drawOpenGraph(browser));
} finally {
  await browser.close();
  await product.stop();
}
