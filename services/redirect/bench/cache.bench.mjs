// Memory and time of a million cached links: `node --expose-gc services/redirect/bench/cache.bench.mjs [--json file]`
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadAverage } from '@linqr/testing/accounting';
import { TargetCache } from '../dist/target/target.cache.js';
import { TargetSource } from '../dist/target/target.source.js';
import { linkOf } from './bench.resolver.mjs';

const COUNT = 1_000_000;
const source = new TargetSource(
  {
    // A few thousand owners, as real links have.
    resolveLink: async ({ domain, slug }) => ({
      ...linkOf(domain, slug),
      workspaceId: `ws_01kdg3w5xq${slug.slice(0, 4)}abcdefghjkmn`,
      ownerId: `usr_01kdg3w5xq${slug.slice(0, 4)}abcdefghjkmn`,
    }),
  },
  {},
);
const slugOf = (i) => `s${i.toString(36).padStart(6, '0')}`;
const cache = new TargetCache(256 * 1024 * 1024);
for (let i = 0; i < COUNT; i++) {
  const answer = await source.ask({ domain: 's.example', slug: slugOf(i) }, console.error);
  cache.put(slugOf(i), answer.found, Date.now());
}
globalThis.gc?.();
const keys = Array.from({ length: 100_000 }, (_, i) => Buffer.from(slugOf((i * 7_919) % COUNT)));
let found = 0;
const started = process.cpuUsage();
for (let round = 0; round < 20; round++) for (const key of keys) if (cache.find(key, 0, key.length) >= 0) found++;
const { user } = process.cpuUsage(started);
const { values: options } = parseArgs({ options: { json: { type: 'string' } } });
const figures = {
  links: cache.size,
  evicted: cache.evictions,
  bytesPerLink: Math.round(cache.usedBytes / cache.size),
  residentMb: Math.round(process.memoryUsage().rss / 1024 ** 2),
  lookUpNs: Math.round((user * 1000) / (20 * keys.length)),
  found,
};
console.log(figures);
if (options.json) {
  const { links, evicted, bytesPerLink, residentMb, lookUpNs } = figures;
  const note = `the whole process; ${links} links of ${bytesPerLink} bytes, ${evicted} evicted; a look-up ${lookUpNs} ns`;
  const row = {
    what: 'memory of an edge with a million cached links',
    value: residentMb,
    unit: 'MB',
    most: 300,
    note,
    load: loadAverage(),
  };
  writeFileSync(options.json, JSON.stringify({ rows: [row] }));
}
