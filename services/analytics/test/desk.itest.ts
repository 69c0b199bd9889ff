import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createGrpcClient, type GrpcClient } from '@linqr/platform/grpc';
import { newId } from '@linqr/platform/ids';
import { AnalyticsDeskServiceService } from '@linqr/proto/analytics/v1/desk';
import { ClickSource } from '@linqr/proto/events/v1/click';
import { callAs, someActor } from '@linqr/testing/actor';
import { eventually } from '@linqr/testing/eventually';
import { AGENTS, aBatch, aClick, publishBatches, type Rig, startAnalytics, startRig, tally } from './rig.js';

const DAY = 86_400_000;
const today = Math.floor(Date.now() / DAY) * DAY;
const noon = (daysAgo: number) => today - daysAgo * DAY + DAY / 2;

let rig: Rig;
let desk: GrpcClient<typeof AnalyticsDeskServiceService>;
beforeAll(async () => {
  rig = await startRig();
  desk = createGrpcClient({ definition: AnalyticsDeskServiceService, target: `127.0.0.1:${rig.service.grpcPort}`, idempotent: [] });
  const clicks = [
    ...Array.from({ length: 7 }, () => aClick({ workspaceId: newId('ws'), clickedAtMs: noon(2) })),
    ...Array.from({ length: 3 }, () => aClick({ workspaceId: newId('ws'), clickedAtMs: noon(2), userAgent: AGENTS.googlebot })),
    ...Array.from({ length: 5 }, () =>
      aClick({ workspaceId: newId('ws'), clickedAtMs: noon(1), source: ClickSource.CLICK_SOURCE_QR, qrId: newId('qr') }),
    ),
    ...Array.from({ length: 4 }, () => aClick({ workspaceId: newId('ws'), clickedAtMs: noon(40) })),
  ];
  const batch = aBatch(clicks);
  // Delivered twice: counted once.
  await publishBatches(rig.bus, [batch, batch]);
  await eventually(async () => expect((await tally(rig.warehouse)).lifetime).toBe(clicks.length), { timeoutMs: 60_000 });
}, 120_000);
afterAll(async () => {
  desk?.$close();
  await rig?.stop();
});

const figures = (client = desk) =>
  callAs(someActor({ role: 'admin' }), () =>
    client.getClickFigures({ from: new Date(today - 6 * DAY).toISOString(), to: new Date(today + DAY).toISOString() }),
  );
const expected = {
  clicks: 12,
  bots: 3,
  scans: 5,
  series: [
    { day: new Date(today - 2 * DAY).toISOString(), clicks: 7, bots: 3 },
    { day: new Date(today - DAY).toISOString(), clicks: 5, bots: 0 },
  ],
};

describe('clicks of all workspaces', () => {
  test('are counted by day, bots apart, each once, for admins only', async () => {
    expect(await figures()).toEqual(expected);
    const window = { from: new Date(today - DAY).toISOString(), to: new Date(today).toISOString() };
    await expect(callAs(someActor(), () => desk.getClickFigures(window))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(desk.getClickFigures(window)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    const wrong = { from: window.to, to: window.from };
    await expect(callAs(someActor({ role: 'admin' }), () => desk.getClickFigures(wrong))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  test('that were counted before there was such a table are in it once, however often the service starts', async () => {
    await rig.service.stop();
    await rig.warehouse.command('DROP TABLE clicks_of_all_per_day_v1_mv');
    await rig.warehouse.command('DROP TABLE clicks_of_all_per_day_v1');
    await rig.warehouse.command(
      `ALTER TABLE schema_migrations_v1 DELETE WHERE name = '0004-clicks-of-all.sql' SETTINGS mutations_sync = 2`,
    );
    for (let start = 0; start < 2; start++) {
      const { service, client } = await startAnalytics(rig.config);
      const again = createGrpcClient({ definition: AnalyticsDeskServiceService, target: `127.0.0.1:${service.grpcPort}`, idempotent: [] });
      await eventually(async () => expect(await figures(again)).toEqual(expected), { timeoutMs: 30_000 });
      again.$close();
      client.$close();
      if (start === 1) rig.service = service;
      else await service.stop();
    }
  }, 60_000);
});
