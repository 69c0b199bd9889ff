// Rolling everything, and killing everything, host by host.
import { setTimeout as delay } from 'node:timers/promises';
import type { HostProcess } from './process.js';
import type { Row } from './report.js';
import type { Stage } from './stage.js';
import { HOSTS } from './topology.js';
import { underLoad } from './under-load.js';

/** How long a load balancer goes on after a process was told to leave: the manifests wait 10 s, which a test need not. */
const LEAVE_MS = 1_500;

const balancerOf = (stage: Stage, { part }: HostProcess) =>
  part.name === 'gateway' ? stage.gateways : part.name === 'redirect' ? stage.edges : undefined;

/** As a cluster does it: out of the balancer, SIGTERM, its end, its start, readiness, back in. */
async function restart(stage: Stage, process: HostProcess): Promise<number> {
  const balancer = balancerOf(stage, process);
  balancer?.drain(process.host);
  if (balancer) await delay(LEAVE_MS);
  const stopMs = await process.stop();
  await process.start();
  balancer?.admit(process.host);
  return stopMs;
}

/** F13: host by host, as nodes are drained: every process of the host leaves and comes back, then its broker. */
export function f13RollingRestart(stage: Stage): Promise<Row> {
  return underLoad(stage, {
    id: 'F13',
    fault: 'rolling restart of every process and broker, host by host',
    async disturb() {
      await delay(2_000);
      const stops: [string, number][] = [];
      for (const host of HOSTS) {
        const processes = stage.processes.filter((each) => each.host === host);
        await Promise.all(processes.map(async (each) => stops.push([each.name, await restart(stage, each)])));
        for (const broker of stage.kafka.brokers.filter((each) => each.host === host)) {
          await broker.stop();
          broker.start();
        }
        await stage.kafka.whole();
        stage.say(`F13: host ${host} was rolled`);
      }
      await delay(2_000);
      const slowest = stops.sort((x, y) => y[1] - x[1])[0]!;
      return {
        told: `${stops.length} processes and ${stage.kafka.brokers.length} brokers restarted, a host at a time, the slowest stop ${slowest[0]} in ${(slowest[1] / 1_000).toFixed(1)} s`,
      };
    },
  });
}

/** Everything on a host killed with -9 at once and started again, host after host. */
export function killedInTurn(stage: Stage): Promise<Row> {
  return underLoad(stage, {
    id: 'kill',
    fault: 'kill -9 of every process and broker, host by host',
    async disturb() {
      await delay(2_000);
      let kills = 0;
      for (const host of HOSTS) {
        const broker = stage.kafka.brokers.find((each) => each.host === host)!;
        const processes = stage.processes.filter((each) => each.host === host);
        await Promise.all([broker.kill(), ...processes.map((each) => each.kill())]);
        kills += processes.length + 1;
        await delay(3_000);
        broker.start();
        await Promise.all(processes.map((each) => each.start()));
        await stage.kafka.whole();
        stage.say(`kill: host ${host} is back`);
      }
      await delay(2_000);
      return { told: `${kills} processes killed, a host at a time, each back after 3 s` };
    },
  });
}
