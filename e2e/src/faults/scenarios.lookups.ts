// F10: what the stores behind the edge are asked when it starts cold, and when a link goes viral.
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@linqr/testing/eventually';
import { quantile } from './load.js';
import { metricOf } from './part.js';
import { noRefusals, type Row, type Stage, underLoad, warm } from './scenarios.js';

const EDGE_PROCESSES = 2;
const VISITORS = 600;
/** The longest that a visitor waits for an address nobody knows yet (the edge's own limit of a look-up). */
const MAX_P99_MS = 2_000;

/** One visit on a connection of its own: status and milliseconds. */
function visit(url: string): Promise<{ status: number; ms: number }> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false, timeout: 30_000 }, (answer) => {
      answer.resume();
      answer.once('close', () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - started }));
    });
    asked.once('timeout', () => asked.destroy(new Error('no answer within 30 s')));
    asked.once('error', reject);
    asked.end();
  });
}

/** F10: the edge starts with an empty cache under load; then a link that nobody has opened gets all its visitors at once. */
export async function f10ColdAndViral(stage: Stage): Promise<Row> {
  const { product } = stage;
  const asked = () => metricOf(product, 'link', 'grpc_server_duration_seconds_count', '/resolveLink"');
  let cold = 0;
  const { text, exact, journal } = await underLoad(stage, async () => {
    await delay(2_000);
    const before = await asked();
    const pid = product.processes()['redirect'];
    await product.killPart('redirect');
    await eventually(() => product.processes()['redirect'] !== undefined && product.processes()['redirect'] !== pid, { timeoutMs: 60_000 });
    // Every link asked for from every process.
    await warm(stage.urls);
    cold = (await asked()) - before;
    return `cold start: ${cold} look-ups for ${stage.urls.length} links in ${EDGE_PROCESSES} processes`;
  });
  await warm(stage.urls);
  const { body } = await stage.account.call<{ shortUrl: string }>('POST', '/urls/shorten', { originalUrl: 'https://example.com/viral' });
  const before = await asked();
  const visits = await Promise.all(Array.from({ length: VISITORS }, () => visit(body.data.shortUrl)));
  const viral = (await asked()) - before;
  const p99 = quantile(
    visits.map(({ ms }) => ms),
    0.99,
  );
  const good = visits.filter(({ status }) => status === 302).length;
  return {
    id: 'F10',
    fault: 'cold start and one viral link',
    result: `${text}; then ${VISITORS} visitors at once to a link nobody had opened: ${viral} look-ups in ${EDGE_PROCESSES} processes, ${good} redirected, p99 ${p99.toFixed(0)} ms`,
    passed:
      exact &&
      noRefusals(journal) &&
      cold > 0 &&
      cold <= stage.urls.length * EDGE_PROCESSES &&
      viral > 0 &&
      viral <= EDGE_PROCESSES &&
      good === VISITORS &&
      p99 <= MAX_P99_MS,
  };
}
