// Rolling everything, and killing everything, one after the other.
import { setTimeout as delay } from 'node:timers/promises';
import type { HostProcess } from './process.js';
import type { Row } from './report.js';
import type { Stage } from './stage.js';
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

/** F13: every process of every host, and every broker, restarted one after the other. */
export function f13RollingRestart(stage: Stage): Promise<Row> {
  return underLoad(stage, {
    id: 'F13',
    fault: 'rolling restart of every process of every host, brokers included',
    async disturb() {
      await delay(2_000);
      const stops: [string, number][] = [];
      for (const process of stage.processes) {
        stops.push([process.name, await restart(stage, process)]);
        await delay(500);
      }
      for (const broker of stage.kafka.brokers) {
        await broker.stop();
        broker.start();
        await stage.kafka.whole();
      }
      await delay(2_000);
      const slowest = stops.sort((x, y) => y[1] - x[1])[0]!;
      return {
        told: `${stage.processes.length} processes and ${stage.kafka.brokers.length} brokers restarted one by one, the slowest stop ${slowest[0]} in ${(slowest[1] / 1_000).toFixed(1)} s`,
      };
    },
  });
}

/** Every replica killed with -9 in turn, and each broker. */
export function killedInTurn(stage: Stage): Promise<Row> {
  return underLoad(stage, {
    id: 'kill',
    fault: 'kill -9 of every process of every host in turn, brokers included',
    async disturb() {
      await delay(2_000);
      for (const process of stage.processes) {
        await process.kill();
        await process.start();
        await delay(500);
      }
      for (const broker of stage.kafka.brokers) {
        await broker.kill();
        broker.start();
        await stage.kafka.whole();
      }
      await delay(2_000);
      return { told: `${stage.processes.length} processes and ${stage.kafka.brokers.length} brokers killed with -9 and started again` };
    },
  });
}
