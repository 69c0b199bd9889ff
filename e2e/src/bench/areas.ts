// What `npm run bench` can measure, in the order in which it does.
import { measureProduct } from './product.js';
import { runScript } from './scripts.js';
import type { Outcome, Settings } from './settings.js';

export interface Area {
  name: string;
  about: string;
  measure: (settings: Settings) => Promise<Outcome>;
}

/** Seconds; far above what any takes on a machine of its own: a bound, not an expectation. */
const MOST_SECONDS = 600;
const MOST_SECONDS_LARGE = 3_600;

export const AREAS: Area[] = [
  {
    name: 'redirect',
    about: 'the built edge, click on disk before the answer, beside nginx (and Kutt, YOURLS) on the same core under the same load',
    measure: ({ folder, quick, kutt, yourls }) =>
      runScript(
        folder,
        [
          'services/redirect/bench/redirect.bench.mjs',
          ...[
            '--rounds',
            quick ? '2' : '5',
            '--seconds',
            quick ? '2' : '3',
            ...(kutt ? ['--kutt', kutt] : []),
            ...(yourls ? ['--yourls', yourls] : []),
          ],
        ],
        MOST_SECONDS,
      ),
  },
  {
    name: 'memory',
    about: 'an edge process with a million links in its cache',
    measure: ({ folder }) => runScript(folder, ['--expose-gc', 'services/redirect/bench/cache.bench.mjs'], MOST_SECONDS),
  },
  {
    name: 'product',
    about: 'the whole product as `npm start` runs it: life of a click, creation through the gateway, ResolveLink, freshness',
    measure: measureProduct,
  },
  {
    name: 'ingestion',
    about: 'a backlog of clicks from bus to warehouse',
    measure: ({ folder, quick }) =>
      runScript(folder, ['services/analytics/bench/ingest.mjs', '--clicks', quick ? '60000' : '200000'], MOST_SECONDS),
  },
  {
    name: 'dashboards',
    about: 'whole analytics answers over gRPC from a warehouse filled through the same materialized views as production',
    measure: ({ folder, quick, large }) =>
      runScript(
        folder,
        [
          'services/analytics/bench/dashboard.mjs',
          ...['--millions', quick ? '1' : large ? '1,10,100' : '1,10', '--runs', quick ? '11' : '21'],
        ],
        large ? MOST_SECONDS_LARGE : MOST_SECONDS,
      ),
  },
  {
    name: 'qr',
    about: 'drawing in one process, without the pool',
    measure: ({ folder }) =>
      runScript(
        folder,
        ['--import', './packages/testing/bin/register-typescript.mjs', 'services/qr/test/measure-rendering.ts'],
        MOST_SECONDS,
      ),
  },
];
