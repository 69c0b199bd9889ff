import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { createLogger } from '@linqr/platform/logging';
import { openPostgres } from '@linqr/platform/postgres';
import { callAs } from '@linqr/testing/actor';
import { eventually } from '@linqr/testing/eventually';
import type { DataSource } from 'typeorm';
import { Housekeeping } from '../src/housekeeping.js';
import { create, deliveriesOf, publishLink, startWebhook, type TestWebhook } from './harness.js';
import { Receiver } from './receiver.js';

const DAY_MS = 86_400_000;

let test: TestWebhook;
let database: DataSource;
let housekeeping: Housekeeping;
let receiver: Receiver;
let actor: Actor;
beforeAll(async () => {
  test = await startWebhook();
  const logger = createLogger({ service: 'test', level: 'silent' });
  database = await openPostgres({
    url: test.env['DATABASE_URL']!,
    poolSize: 2,
    applicationName: 'test',
    entities: [],
    migrationsFolder: join(__dirname, '../migrations'),
    logger,
  });
  housekeeping = new Housekeeping(database, 30, test.clock, logger);
  receiver = await new Receiver().listen();
  actor = await test.professional();
}, 60_000);
afterAll(async () => {
  await database?.destroy();
  await test?.stop();
  await receiver?.close();
}, 60_000);

/** A webhook with a delivery that was made. */
async function withDelivery(): Promise<string> {
  const { id } = await create(test, actor, { url: receiver.url() });
  await publishLink(test, actor.workspaceId);
  await eventually(async () => (await deliveriesOf(test, actor, id))[0]?.status === 'succeeded');
  return id;
}
const rowsOf = async (id: string) => {
  const [row] = await test.sql<{ e: string; s: string; d: string }>(
    `select (select count(*) from endpoints where id = $1) as e, (select count(*) from endpoint_secrets where endpoint_id = $1) as s,
            (select count(*) from deliveries where endpoint_id = $1) as d`,
    [id],
  );
  return [Number(row!.e), Number(row!.s), Number(row!.d)];
};

describe('housekeeping', () => {
  it('leaves nothing of a deleted webhook, and everything of the others', async () => {
    const [gone, kept] = [await withDelivery(), await withDelivery()];
    await callAs(actor, () => test.client.deleteWebhook({ id: gone }));
    await housekeeping.round();
    expect(await rowsOf(gone)).toEqual([0, 0, 0]);
    expect((await rowsOf(kept)).slice(0, 2)).toEqual([1, 1]);
    expect((await deliveriesOf(test, actor, kept)).length).toBeGreaterThan(0);
  });

  it('ends what waits for a disabled webhook; enabled again, it can be replayed', async () => {
    receiver.behave = (_, response) => void response.writeHead(500).end();
    const { id } = await create(test, actor, { url: receiver.url() });
    const from = new Date(test.clock.now() - 1_000).toISOString();
    await publishLink(test, actor.workspaceId);
    await eventually(async () => (await deliveriesOf(test, actor, id))[0]?.attempts === 1);
    const update = (enabled: boolean) =>
      callAs(actor, () =>
        test.client.updateWebhook({ id, enabled, url: undefined, events: undefined, includeBots: undefined, batchClicks: undefined }),
      );
    await update(false);
    await eventually(async () => (await deliveriesOf(test, actor, id))[0]?.history.length === 1);
    await housekeeping.round();
    expect((await deliveriesOf(test, actor, id))[0]).toMatchObject({ status: 'failed', error: 'The webhook was disabled.' });
    receiver.behave = (_, response) => void response.end();
    await update(true);
    const to = new Date(test.clock.now() + 1_000).toISOString();
    await callAs(actor, () => test.client.replayDeliveries({ webhookId: id, from, to, includeDelivered: false }));
    await eventually(async () => (await deliveriesOf(test, actor, id))[0]?.status === 'succeeded');
  });

  it('forgets finished deliveries after the retention time, and not a day before', async () => {
    const id = await withDelivery();
    test.clock.forward(29 * DAY_MS);
    await housekeeping.round();
    expect((await rowsOf(id))[2]).toBe(1);
    test.clock.forward(2 * DAY_MS);
    await housekeeping.round();
    expect(await rowsOf(id)).toEqual([1, 1, 0]);
  });

  it('gives up what could not be delivered within three days', async () => {
    const { id } = await create(test, actor, { url: receiver.url() });
    await test.sql(`update endpoints set held_until = now() + interval '1000 days' where id = $1`, [id]);
    await publishLink(test, actor.workspaceId);
    await eventually(async () => (await deliveriesOf(test, actor, id)).length === 1);
    test.clock.forward(2.9 * DAY_MS);
    await housekeeping.round();
    expect((await deliveriesOf(test, actor, id))[0]?.status).toBe('pending');
    test.clock.forward(0.2 * DAY_MS);
    await housekeeping.round();
    expect((await deliveriesOf(test, actor, id))[0]).toMatchObject({ status: 'failed', attempts: 0 });
  });
});
