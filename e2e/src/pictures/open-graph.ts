import { readFileSync } from 'node:fs';
import { sourcePath } from '@linqr/testing/typescript';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';

/** The picture that messengers and networks show beside a link to the site: 1200 × 630. */
export async function drawOpenGraph(browser: Browser): Promise<Buffer> {
  const font = readFileSync(sourcePath('node_modules/@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2')).toString('base64');
  const mark = readFileSync(sourcePath('frontend/public/favicon.svg'), 'utf8');
  const modules = readFileSync(sourcePath('frontend/src/features/marketing/modules.svg')).toString('base64');
  const context = await browser.newContext({ viewport: { width: 1200, height: 630 } });
  const page = await context.newPage();
  await page.setContent(`<!doctype html><style>
    @font-face { font-family: Inter; src: url(data:font/woff2;base64,${font}); font-weight: 100 900 }
    body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 88px 96px; position: relative; overflow: hidden;
      background: #0b3b2d; color: #fff; font-family: Inter, sans-serif; display: flex; flex-direction: column; justify-content: space-between }
    body::before { content: ''; position: absolute; inset: 0; background: #14513f;
      mask: url(data:image/svg+xml;base64,${modules}), linear-gradient(100deg, transparent 35%, #000 110%); mask-composite: intersect }
    div, h1, p { position: relative; margin: 0 }
    div { display: flex; align-items: center; gap: 20px; font-size: 44px; font-weight: 680; letter-spacing: -0.02em }
    svg { width: 72px; height: 72px }
    h1 { font-size: 80px; line-height: 1.04; letter-spacing: -0.04em; font-weight: 700; max-width: 900px }
    p { font-size: 34px; color: #bfe3d3 }
  </style><div>${mark}Linqr</div><h1>Short links and QR codes you can measure.</h1><p>Free to start. Open source.</p>`);
  await page.evaluate(() => document.fonts.ready);
  const shot = await page.screenshot();
  await context.close();
  return sharp(shot).png({ palette: true, compressionLevel: 9 }).toBuffer();
}
