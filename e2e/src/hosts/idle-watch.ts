// How long a partition of the clicks stood idle: records waited in it and its group committed nothing.
import { eventually } from '@linqr/testing/eventually';
import type { Admin } from 'kafkajs';
import type { KafkaCluster } from './brokers.js';

const GROUP = 'analytics';
const TOPIC = 'click.recorded.v1';
const LOOK_MS = 500;

export interface IdleFigures {
  /** Longest standstill of any partition with records waiting, milliseconds; at most one look (0.5 s) too long. */
  longestMs: number;
  /** How often the group could be looked at. */
  looks: number;
}

/** Looks at the committed offsets of the clicks' consumers until it is stopped. */
export async function watchIdle(kafka: KafkaCluster): Promise<() => Promise<IdleFigures>> {
  const figures: IdleFigures = { longestMs: 0, looks: 0 };
  const partitions = new Map<number, { committed: number; sinceMs: number }>();
  let admin: Admin | undefined;
  let stopping = false;

  const look = async (): Promise<void> => {
    if (!admin) {
      admin = kafka.admin();
      await admin.connect();
    }
    const heads = await admin.fetchTopicOffsets(TOPIC);
    const [group] = await admin.fetchOffsets({ groupId: GROUP, topics: [TOPIC] });
    const nowMs = performance.now();
    figures.looks++;
    for (const { partition, offset } of group?.partitions ?? []) {
      const high = Number(heads.find((head) => head.partition === partition)?.high ?? 0);
      const committed = Math.max(0, Number(offset));
      const known = partitions.get(partition);
      // All was done, or something was: the clock starts anew.
      if (!known || committed > known.committed || committed >= high) partitions.set(partition, { committed, sinceMs: nowMs });
      else figures.longestMs = Math.max(figures.longestMs, nowMs - known.sinceMs);
    }
  };
  const running = (async () => {
    while (!stopping) {
      await look().catch(async () => {
        await admin?.disconnect().catch(() => {});
        admin = undefined;
      });
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    await admin?.disconnect().catch(() => {});
  })();
  await eventually(() => figures.looks > 0, { timeoutMs: 30_000 });
  return async () => {
    stopping = true;
    await running;
    return figures;
  };
}
