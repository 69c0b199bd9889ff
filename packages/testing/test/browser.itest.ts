import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromiumPath, launchBrowser } from '@linqr/testing/browser';
import type { Browser } from 'playwright-core';

const named = process.env['CHROMIUM_PATH'];

describe.each([
  ["the machine's own or the package's", () => chromiumPath()],
  ["the package's", () => (named ? chromiumPath() : chromiumPath([]))],
])('launchBrowser with %s Chromium', (_, path) => {
  let browser: Browser;
  let server: Server;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<button onclick="this.textContent = 'clicked'">click me</button>`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Two at once, as two workers would.
    const [executable, same] = await Promise.all([path(), path()]);
    expect(executable).toBe(same);
    browser = await launchBrowser(executable);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  });

  it('drives a page and takes a picture of it', async () => {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.getByRole('button').click();
    expect(await page.getByRole('button').textContent()).toBe('clicked');
    const picture = await page.screenshot();
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
  });
});
