// Links of a running product: made through the gateway, and looked up as an edge looks them up.
import { createGrpcClient } from '@linqr/platform/grpc-client';
import { LinkServiceService } from '@linqr/proto/link/v1/link';
import { cpuOf, loadAverage } from '@linqr/testing/accounting';
import { quantile } from '../faults/load.js';
import { postmasterOf } from '../faults/process-tree.js';
import type { Row } from './row.js';
import { type Stage, startAccounting } from './stage.js';

const CALLERS = 8;

/** Calls `work` from several callers at once for some seconds; milliseconds of each call. */
async function repeat(seconds: number, callers: number, work: (n: number) => Promise<void>): Promise<{ times: number[]; seconds: number }> {
  const times: number[] = [];
  const started = performance.now();
  let n = 0;
  const caller = async () => {
    while (performance.now() - started < seconds * 1_000) {
      const at = performance.now();
      await work(n++);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { times, seconds: (performance.now() - started) / 1_000 };
}

const ms = (value: number) => Number(value.toFixed(1));

export async function creation({ product, account, quick }: Stage): Promise<{ rows: Row[]; urls: string[] }> {
  const urls: string[] = [];
  const create = async (n: number) => {
    const { status, body } = await account.call<{ shortUrl: string }>('POST', '/urls/shorten', {
      originalUrl: `https://destination.example/some/path/${n}?campaign=spring`,
    });
    if (status >= 300) throw new Error(`no link was created: ${status} ${body.code} ${body.message}`);
    urls.push(body.data.shortUrl);
  };
  await repeat(1, CALLERS, create);
  const spent = startAccounting(product);
  const { times, seconds } = await repeat(quick ? 2 : 6, CALLERS, create);
  const cpu = spent();
  const each = (name: string) => ms((cpu[name] ?? 0) / times.length / 1_000);
  const parts = ['gateway', 'link', 'auth', 'billing', 'postgres'].map((name) => `${name} ${each(name)}`).join(', ');
  const rows: Row[] = [
    {
      what: 'link creation through the gateway',
      value: Math.round(times.length / seconds),
      unit: 'links/s',
      note: `${CALLERS} callers, generator on the same cores; p50 ${ms(quantile(times, 0.5))} ms, p99 ${ms(quantile(times, 0.99))} ms`,
      load: loadAverage(),
    },
    {
      what: 'link creation: CPU a link, whole product',
      value: each('all'),
      unit: 'ms',
      note: `quota, checks, outbox and events included; ${parts}`,
      load: loadAverage(),
    },
  ];
  return { rows, urls };
}

/** What an edge asks once for a link it does not know. */
export async function resolving({ product, quick }: Stage, urls: string[]): Promise<Row> {
  const client = createGrpcClient({
    definition: LinkServiceService,
    target: `127.0.0.1:${product.ports['link']}`,
    idempotent: ['resolveLink'],
  });
  try {
    const { host: domain } = new URL(product.shortUrl);
    const slugs = urls.map((url) => new URL(url).pathname.slice(1));
    const resolve = async (n: number) => {
      await client.resolveLink({ domain, slug: slugs[n % slugs.length]! });
    };
    await repeat(0.5, CALLERS, resolve);
    const pids = [product.processes()['link']!, postmasterOf(product)];
    const before = pids.map((pid) => cpuOf(pid).all);
    const { times, seconds } = await repeat(quick ? 1 : 3, CALLERS, resolve);
    const [link, postgres] = pids.map((pid, i) => (cpuOf(pid).all - before[i]!) / times.length) as [number, number];
    return {
      what: 'ResolveLink: CPU a call',
      value: Math.round(link + postgres),
      unit: 'µs',
      note: `link service ${Math.round(link)}, PostgreSQL ${Math.round(postgres)}; ${Math.round(times.length / seconds)} calls/s from ${CALLERS} callers; p99 ${ms(quantile(times, 0.99))} ms`,
      load: loadAverage(),
    };
  } finally {
    client.$close();
  }
}
