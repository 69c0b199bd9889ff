// Demo clicks onto the bus, as fast as analytics takes them in.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EventBus, openBus } from '@linqr/platform/bus';
import { createLogger } from '@linqr/platform/logging';
import { ClickBatch, type RecordedClick } from '@linqr/proto/events/v1/click';
import { BUS_DATABASE } from '../manifest.js';
import { secretsAt } from '../secrets/secrets.js';
import { databaseUrl } from '../stores/stores.js';
import type { Running } from '../tools/running.js';
import { ToolError } from '../tools/running.js';
import { ClickMaker } from './click-maker.js';
import { Progress } from './progress.js';
import { type DemoRun, type DemoState, writeState } from './state.js';
import { campaignsOf, type TrafficOptions, trafficPlan } from './traffic-plan.js';

const TOPIC = 'click.recorded.v1';
/** The consumer group of the analytics service. */
const GROUP = 'analytics';
const BATCH_CLICKS = 1_000;
const AT_ONCE = 4;
/** Batches that may wait in the bus: real clicks must not queue behind the whole demo. */
const MOST_WAITING = 48;
const STALLED_AFTER_MS = 120_000;

export async function openDemoBus({ data, file }: Running): Promise<EventBus> {
  const ports = { postgres: file.postgresPort, clickhouse: file.clickhousePort };
  const url = databaseUrl(secretsAt(data), ports)(BUS_DATABASE);
  return openBus({ url, clientId: 'demo', logger: createLogger({ service: 'demo', level: 'silent' }) });
}

/**
 * Publishes the run's clicks; what the bus already has from a run that was broken off is left out. A batch that was published
 * but not noted before a crash goes out again under the same id, and analytics takes it in once.
 */
export async function publishClicks(
  running: Running,
  bus: EventBus,
  state: DemoState,
  run: DemoRun,
  key: string,
  options: TrafficOptions,
): Promise<void> {
  const links = state.links.slice(0, options.links);
  const maker = new ClickMaker(options.seed, links, campaignsOf(options));
  const progress = new Progress('Clicks', options.clicks);
  const name = createHash('sha256').update(`${links[0]!.workspaceId} ${key}`).digest('hex').slice(0, 16);
  let cut = 0;
  let published = 0;
  let waiting: { value: Uint8Array; clicks: number }[] = [];
  let pending: RecordedClick[] = [];

  const send = async () => {
    if (waiting.length === 0) return;
    const first = cut - waiting.length;
    await bus.publish(
      TOPIC,
      waiting.map(({ value }, index) => ({ key: `demo-${(first + index) % 12}`, value })),
    );
    published += waiting.reduce((sum, batch) => sum + batch.clicks, 0);
    run.batches = cut;
    run.clicks = published;
    writeState(running.data.path, state);
    waiting = [];
    progress.show(published);
    await room(bus, MOST_WAITING);
  };
  const cutBatch = async (clicks: RecordedClick[]) => {
    cut++;
    if (cut <= run.batches) {
      published += clicks.length;
      return;
    }
    const value = ClickBatch.encode({ batchId: `bat_demo_${name}_${cut}`, edgeId: 'demo', clicks }).finish();
    waiting.push({ value, clicks: clicks.length });
    if (waiting.length >= AT_ONCE) await send();
  };

  for (const hour of trafficPlan(options)) {
    pending.push(...maker.clicksOf(hour));
    while (pending.length >= BATCH_CLICKS) await cutBatch(pending.splice(0, BATCH_CLICKS));
  }
  if (pending.length > 0) await cutBatch(pending);
  pending = [];
  await send();
  await room(bus, 0);
  run.done = true;
  writeState(running.data.path, state);
}

/** Until at most so many batches wait; fails when analytics takes none for two minutes. */
async function room(bus: EventBus, most: number): Promise<void> {
  let last = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  for (;;) {
    const waiting = (await bus.lag(GROUP, [TOPIC])).reduce((sum, { lag }) => sum + lag, 0);
    if (waiting <= most) return;
    if (waiting < last) {
      last = waiting;
      movedAt = Date.now();
    }
    if (Date.now() - movedAt > STALLED_AFTER_MS)
      throw new ToolError('Analytics takes no clicks in. What was handed over is safe; run the same command again once it is well.');
    await sleep(100);
  }
}
