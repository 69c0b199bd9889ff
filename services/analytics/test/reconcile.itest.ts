import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@linqr/platform/logging';
import { Registry } from '@linqr/platform/management';
import { eventually } from '@linqr/testing/eventually';
import { ReconcileJob } from '../src/reconcile/reconcile.job.js';
import { aBatch, aClick, publishBatches, type Rig, startRig } from './rig.js';

const HOUR_MS = 3_600_000;

describe('reconciliation', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  }, 120_000);
  afterAll(() => rig?.stop());

  it('finds raw clicks and roll-ups of a closed hour equal, and says so when they are not', async () => {
    const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS;
    const clicks = Array.from({ length: 20 }, (_, index) => aClick({ clickedAtMs: hourMs + index * 1_000 }));
    await publishBatches(rig.bus, [aBatch(clicks)]);
    const registry = new Registry();
    const logger = createLogger({ service: 'test', level: 'silent' });
    const job = new ReconcileJob({ warehouse: rig.warehouse, clock: { now: () => Date.now() }, logger, registry });

    await eventually(async () => expect(await job.look()).toEqual([{ hourMs, raw: 20, distinct: 20, rolledUp: 20 }]), {
      timeoutMs: 30_000,
    });
    expect(await registry.metrics()).toMatch(/analytics_reconcile_difference_clicks 0\n/);

    // What must never happen: a roll-up row of its own, as a doubled insert would leave.
    await rig.warehouse.command(
      `INSERT INTO clicks_per_hour_v1 (workspace_id, scope, id, hour, is_bot, clicks, scans, mobile, visitors)
       SELECT workspace_id, scope, id, hour, is_bot, 3, 0, 0, visitors FROM clicks_per_hour_v1 WHERE scope = 'workspace' LIMIT 1`,
    );
    await job.look();
    expect(await registry.metrics()).toMatch(/analytics_reconcile_difference_clicks 3\n/);
  });
});
