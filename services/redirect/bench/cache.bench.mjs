// Memory and time of a million cached links: `node services/redirect/bench/cache.bench.mjs`
import { TargetCache } from '../dist/target/target.cache.js';
import { TargetSource } from '../dist/target/target.source.js';

const COUNT = 1_000_000;
const source = new TargetSource(
  {
    resolveLink: async ({ domain, slug }) => ({
      id: `lnk_01kdg3w5xq${slug}abcdefghj`,
      workspaceId: `ws_01kdg3w5xq${slug.slice(0, 4)}abcdefghjkmn`,
      ownerId: `usr_01kdg3w5xq${slug.slice(0, 4)}abcdefghjkmn`,
      domain,
      slug,
      originalUrl: `https://destination.example/some/path/${slug}?campaign=spring`,
      redirectType: 302,
      forwardQuery: false,
      hasPassword: false,
      passwordVersion: 0,
      expiresAtMs: 0,
      startsAtMs: 0,
      maxClicks: 0,
      state: 'LINK_STATE_ACTIVE',
      version: 1,
      title: '',
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
console.log({
  links: cache.size,
  evicted: cache.evictions,
  bytesPerLink: Math.round(cache.usedBytes / cache.size),
  residentMb: Math.round(process.memoryUsage().rss / 1024 ** 2),
  lookUpNs: Math.round((user * 1000) / (20 * keys.length)),
  found,
});
