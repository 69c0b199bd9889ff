import type { EventBus } from '@linqr/platform/bus';
import { SET_ASIDE_TOPIC } from './set-aside.js';

export const REPLAY_GROUP = 'analytics-replay';
const POLL_MS = 200;
/** The group's first look at an empty topic says nothing about records that are not its own yet. */
const IDLE_POLLS = 5;

/** Publishes the records behind the replay group's offsets to click.recorded.v1 again, by their old keys. Answers how many. */
export async function replaySetAside(bus: EventBus): Promise<number> {
  const waiting = async () => (await bus.lag(REPLAY_GROUP, [SET_ASIDE_TOPIC])).reduce((sum, { lag }) => sum + lag, 0);
  let replayed = 0;
  // Records set aside again while this runs are for the next run.
  const startedAtMs = Date.now();
  let reachedNew = false;
  const subscription = await bus.subscribe({
    group: REPLAY_GROUP,
    topics: [SET_ASIDE_TOPIC],
    from: 'beginning',
    handler: async (records, { heartbeat }) => {
      await heartbeat();
      const old = records.filter((record) => record.timestampMs <= startedAtMs);
      if (old.length > 0)
        await bus.publish(
          'click.recorded.v1',
          old.map(({ key, value, headers }) => ({ key, value, headers: { ...headers, 'linqr-replay': '1' } })),
        );
      replayed += old.length;
      // Rejecting keeps the rest for the next run; the old ones before it are known to the ledger when they come again.
      if (old.length < records.length) {
        reachedNew = true;
        throw new Error('the rest was set aside after this replay began');
      }
    },
  });
  try {
    for (let idle = 0; idle < IDLE_POLLS && !reachedNew; ) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      idle = (await waiting()) === 0 ? idle + 1 : 0;
    }
  } finally {
    await subscription.close();
  }
  return replayed;
}
