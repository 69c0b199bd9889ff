// Consumers that come and go.
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@linqr/testing/eventually';
import { watchIdle } from './idle-watch.js';
import { HostProcess } from './process.js';
import type { Row } from './report.js';
import type { Stage } from './stage.js';
import { part } from './topology.js';
import { underLoad } from './under-load.js';

const ROUNDS = 4;
/** design/reliability.md, F6. */
const IDLE_LIMIT_MS = 30_000;

/** F6: a third writer on host c joins and leaves, and one of the two others is taken away every other round; half by kill -9. */
export function f6MembersComeAndGo(stage: Stage): Promise<Row> {
  const { network, facts, logs, processes, kafka } = stage;
  const third = new HostProcess({ ...part('analytics'), hosts: ['c'] }, 'c', network, facts, logs);
  const standing = processes.filter((each) => each.part.name === 'analytics');
  return underLoad(stage, {
    id: 'F6',
    fault: 'analytics replicas added and removed every few seconds',
    async disturb() {
      const stop = await watchIdle(kafka);
      let kills = 0;
      try {
        await delay(2_000);
        for (let round = 0; round < ROUNDS; round++) {
          await third.start();
          await delay(3_000);
          const killed = round % 2 === 1;
          if (killed) kills++;
          const leaving = round % 3 === 2 ? standing[round % 2]! : third;
          if (killed) await leaving.kill();
          else await leaving.stop();
          await delay(3_000);
          if (leaving !== third) {
            await leaving.start();
            await third.stop();
          }
        }
      } finally {
        await third.kill();
        for (const each of standing) if (!(await each.isReady())) await eventually(() => each.start(), { timeoutMs: 240_000 });
      }
      // The last one that was killed is missed after its session: that standstill counts as well.
      await delay(15_000);
      const { longestMs, looks } = await stop();
      return {
        told: `${ROUNDS} times a replica joined and one left, ${kills} of them by kill -9; no partition stood idle longer than ${(longestMs / 1_000).toFixed(1)} s (limit 30 s, ${looks} looks)`,
        held: longestMs <= IDLE_LIMIT_MS && looks > ROUNDS && third.troubles.length === 0,
      };
    },
  });
}
