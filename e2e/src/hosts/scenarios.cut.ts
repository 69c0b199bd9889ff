// A whole host off the network and back.
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { visitor } from './load.js';
import type { Row } from './report.js';
import { pidsOn, type Stage } from './stage.js';
import { type HostName, part } from './topology.js';
import { underLoad } from './under-load.js';

const CUT_SECONDS = 25;
const INSIDE_VISITS = 60;

/** Visits on the cut host itself: what somebody beside it sees. Prints a JSON line of [status, click id]. */
const VISITS = `
const [origin, count, headers, paths] = JSON.parse(process.argv[1]);
const { request } = require('node:http');
const visit = (path) => new Promise((resolve) => {
  const r = request(origin + path, { headers, timeout: 5000 }, (a) => { a.resume(); a.on('end', () => resolve([a.statusCode, a.headers['x-click-id']])); });
  r.on('error', (e) => resolve([0, e.code])); r.on('timeout', () => r.destroy()); r.end();
});
(async () => {
  const seen = [];
  for (let i = 0; i < count; i++) { seen.push(await visit(paths[i % paths.length])); await new Promise((r) => setTimeout(r, 100)); }
  console.log(JSON.stringify(seen));
})();`;

async function visitInside({ network, links }: Stage, host: HostName): Promise<[number, string][]> {
  const origin = `http://${network.address(host)}:${part('redirect').port}`;
  const argument = JSON.stringify([origin, INSIDE_VISITS, visitor(7), links.map(({ path }) => path)]);
  const [file, args] = network.command(host, process.execPath, ['-e', VISITS, argument]);
  const { stdout } = await promisify(execFile)(file, args, { timeout: 60_000 });
  return JSON.parse(stdout) as [number, string][];
}

/** One of everything on host a: its clients elsewhere notice nothing, and nothing that it answered is lost. */
export function hostCut(stage: Stage): Promise<Row> {
  const host: HostName = 'a';
  return underLoad(stage, {
    id: 'cut',
    fault: 'host a (gateway, edge, a replica of every service, a broker) cut from all others',
    async disturb(journal) {
      await delay(2_000);
      const pids = pidsOn(stage, host);
      let inside: [number, string][] | undefined;
      stage.network.cut(host, pids);
      const cutMs = performance.now();
      try {
        // Frozen processes answer nobody, so there is an inside only where there are namespaces.
        if (stage.network.kind === 'network namespaces') inside = await visitInside(stage, host);
        await delay(Math.max(0, CUT_SECONDS * 1_000 - (performance.now() - cutMs)));
      } finally {
        stage.network.heal(host, pids);
      }
      for (const [status, id] of inside ?? []) if (status === 302) journal.answered.add(id);
      await stage.kafka.whole();
      await delay(5_000);
      const served = inside?.filter(([status]) => status === 302).length;
      return {
        told: `${pids.length} processes cut off for ${CUT_SECONDS} s${inside ? `; inside, its edge answered ${served} of ${inside.length} redirects` : ''}`,
        held: inside === undefined || served === inside.length,
      };
    },
  });
}
