// One page through Lighthouse: as a phone unless it is told otherwise, simulated throttling (the network and processor it reckons with do not
// depend on how busy this machine is; the times it reckons from still do).
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '@linqr/testing/browser';
import { eventually } from '@linqr/testing/eventually';
import lighthouse, { desktopConfig, type Result } from 'lighthouse';
import { chromium } from 'playwright-core';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Audit {
  /** 0 to 100. */
  scores: Record<Category, number>;
  /** Milliseconds, and no unit for cls. */
  figures: { fcp: number; lcp: number; tbt: number; cls: number; speedIndex: number };
  /** What a browser fetched: bytes as they travelled. */
  weight: { requests: number; bytes: number; scriptBytes: number; styleBytes: number; renderBlocking: string[] };
  /** Audits of the categories besides performance that did not pass: id and title. */
  failed: string[];
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** What Lighthouse says when the browser lost the recording, on a busy machine; it asks to be run again. */
const LOST = new Set(['NO_NAVSTART', 'NO_FCP', 'NO_SCREENSHOTS', 'NO_TRACING_STARTED', 'PROTOCOL_TIMEOUT', 'INVALID_SPEEDLINE']);
const MOST_ATTEMPTS = 3;

/** Lighthouse's own two: a phone on slow 4G with a fourth of the processor; a computer on 10 Mbit/s. */
export type Form = 'mobile' | 'desktop';

export interface Cookie {
  name: string;
  value: string;
  url: string;
}

/** The audit of a page; recordings that were lost are made again, three times at most. With cookies, of who they belong to. */
export async function audit(url: string, cookies: readonly Cookie[] = [], form: Form = 'mobile'): Promise<Audit> {
  for (let attempt = 1; ; attempt++) {
    const result = await record(url, cookies, form);
    const code = result.runtimeError?.code;
    if (!code || code === 'NO_ERROR') return summary(result);
    if (attempt === MOST_ATTEMPTS || !LOST.has(code)) throw new Error(`Lighthouse: ${result.runtimeError?.message}`);
  }
}

/** A browser of its own for each: nothing cached, nobody signed in but by the cookies. */
async function record(url: string, cookies: readonly Cookie[], form: Form): Promise<Result> {
  const [port, profile, path] = await Promise.all([freePort(), mkdtemp(join(tmpdir(), 'linqr-lighthouse-')), chromiumPath()]);
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-dev-shm-usage',
  ];
  const browser = spawn(path, [...flags, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: 'ignore',
  });
  try {
    const isUp = await eventually(() => fetch(`http://127.0.0.1:${port}/json/version`).then((answer) => answer.ok), { timeoutMs: 30_000 });
    if (!isUp) throw new Error('the browser did not open its port');
    if (cookies.length > 0) {
      const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      await connected.contexts()[0]?.addCookies([...cookies]);
      await connected.close();
    }
    const run = await lighthouse(
      url,
      {
        port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: [...CATEGORIES],
        maxWaitForLoad: 60_000,
        disableStorageReset: cookies.length > 0,
      },
      form === 'desktop' ? desktopConfig : undefined,
    );
    if (!run) throw new Error('Lighthouse gave no result');
    return run.lhr;
  } finally {
    browser.kill('SIGKILL');
    await eventually(() => rm(profile, { recursive: true, force: true }), { timeoutMs: 10_000 });
  }
}

interface Item {
  url?: string;
  resourceType?: string;
  transferSize?: number;
  totalBytes?: number;
}

const itemsOf = (lhr: Result, id: string): Item[] => ((lhr.audits[id]?.details as { items?: Item[] } | undefined)?.items ?? []) as Item[];

function summary(lhr: Result): Audit {
  const value = (id: string) => Math.round(lhr.audits[id]?.numericValue ?? Number.NaN);
  const requests = itemsOf(lhr, 'network-requests');
  const bytes = (wanted: (item: Item) => boolean) => requests.filter(wanted).reduce((sum, item) => sum + (item.transferSize ?? 0), 0);
  const failed = CATEGORIES.filter((category) => category !== 'performance').flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? [])
      .map(({ id, weight }) => ({ weight, audit: lhr.audits[id] }))
      .filter(({ weight, audit: one }) => weight > 0 && one && one.score !== null && one.score < 1)
      .map(({ audit: one }) => `${category}: ${one?.id} (${one?.title})`),
  );
  return {
    scores: Object.fromEntries(CATEGORIES.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)])) as Audit['scores'],
    figures: {
      fcp: value('first-contentful-paint'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: Math.round((lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN) * 1_000) / 1_000,
      speedIndex: value('speed-index'),
    },
    weight: {
      requests: requests.length,
      bytes: bytes(() => true),
      scriptBytes: bytes((item) => item.resourceType === 'Script'),
      styleBytes: bytes((item) => item.resourceType === 'Stylesheet'),
      renderBlocking: itemsOf(lhr, 'render-blocking-resources').flatMap((item) => (item.url ? [new URL(item.url).pathname] : [])),
    },
    failed,
  };
}

/** The one in the middle by performance. */
export function median(audits: readonly Audit[]): Audit {
  const sorted = [...audits].sort((a, b) => a.scores.performance - b.scores.performance);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('no audit to take the median of');
  return middle;
}
