// A Chromium for tests: the one of the machine where there is one, else the one out of an npm package.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '@linqr/embedded/process';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** No sandbox: it does not work under root or in most containers. Nothing but the page under test may cause traffic. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
];

/** CHROMIUM_PATH, an installed one, or the package's (unpacked to the temporary folder at first use, Linux x64 only). */
export async function chromiumPath(installed: readonly string[] = INSTALLED): Promise<string> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`);
    return named;
  }
  const found = installed.find((path) => existsSync(path));
  if (found) return found;
  return unpackedChromium();
}

/**
 * The package unpacks to a fixed place in the temporary folder, and takes a half-written file of another worker for a whole
 * one: so one worker at a time, under a lock file that holds its process id.
 */
async function unpackedChromium(): Promise<string> {
  const { default: packaged } = await import('@sparticuz/chromium');
  const lock = join(tmpdir(), 'linqr-chromium.lock');
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (!isAlive(lockHolder(lock))) rmSync(lock, { force: true });
    await sleep(100);
  }
  try {
    return await packaged.executablePath();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Our own id where it cannot be read: its taker may be writing it. */
function lockHolder(lock: string): number {
  try {
    return Number(readFileSync(lock, 'utf8')) || process.pid;
  } catch {
    return process.pid;
  }
}

/** Headless. Close it after the tests; it also ends with this process. */
export async function launchBrowser(executablePath?: string): Promise<Browser> {
  return chromium.launch({ executablePath: executablePath ?? (await chromiumPath()), args: FLAGS, timeout: 60_000 });
}
