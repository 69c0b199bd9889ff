import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@linqr/platform/ids';
import { createLogger } from '@linqr/platform/logging';
import { Registry } from '@linqr/platform/management';
import { openPostgres } from '@linqr/platform/postgres';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import type { DataSource } from 'typeorm';
import { Catalogue } from '../src/catalogue/catalogue.js';
import { SubscriptionRepository } from '../src/subscriptions/subscription.repository.js';
import { SubscriptionService } from '../src/subscriptions/subscription.service.js';
import { Housekeeping } from '../src/usage/housekeeping.js';
import { UsageMetrics } from '../src/usage/usage.metrics.js';
import { UsageRepository } from '../src/usage/usage.repository.js';
import { UsageService } from '../src/usage/usage.service.js';
import { newActor, TestClock } from './harness.js';

const HOUR_MS = 3_600_000;
const logger = createLogger({ service: 'test', level: 'silent' });

let own: TestDatabase;
let database: DataSource;
let clock: TestClock;
let caughtUp: boolean;
let usage: UsageService;
let subscriptions: SubscriptionService;
let housekeeping: Housekeeping;

beforeAll(async () => {
  own = await testDatabase();
  database = await openPostgres({
    url: own.url,
    poolSize: 4,
    applicationName: 'test',
    entities: [],
    migrationsFolder: join(import.meta.dirname, '../migrations'),
    logger,
  });
}, 60_000);
afterAll(async () => {
  await database?.destroy();
  await own?.drop();
});
beforeEach(() => {
  clock = new TestClock();
  caughtUp = true;
  const catalogue = Catalogue.load();
  const repository = new UsageRepository();
  subscriptions = new SubscriptionService(
    database,
    new SubscriptionRepository(),
    catalogue,
    clock,
    (manager, workspaceId, from, to) => repository.movePeriod(manager, workspaceId, from, to),
    7,
  );
  usage = new UsageService(database, repository, subscriptions, catalogue, clock, new UsageMetrics(new Registry()));
  housekeeping = new Housekeeping({
    database,
    usage: repository,
    subscriptions,
    caughtUp: async () => caughtUp,
    clock,
    logger,
    registry: new Registry(),
    reservationTimeoutMs: HOUR_MS,
  });
});

const usedLinks = async (workspaceId: string) => (await usage.usage(workspaceId)).used.links;
const reserve = (workspaceId: string, reservationId = newId('lnk')) =>
  usage.reserve({ workspaceId, resource: 'links', amount: 1, reservationId });

describe('abandoned reservations', () => {
  it('are given back after an hour without their event, confirmed ones never', async () => {
    const { workspaceId } = newActor();
    const confirmed = newId('lnk');
    await reserve(workspaceId);
    await reserve(workspaceId, confirmed);
    await database.transaction((manager) => new UsageRepository().confirm(manager, [confirmed], new Date(clock.now())));
    clock.forward(HOUR_MS);
    await housekeeping.round();
    expect(await usedLinks(workspaceId)).toBe(2);
    clock.forward(1);
    await housekeeping.round();
    await housekeeping.round();
    expect(await usedLinks(workspaceId)).toBe(1);
  });

  it('are kept while events are waiting to be read', async () => {
    const { workspaceId } = newActor();
    await reserve(workspaceId);
    clock.forward(2 * HOUR_MS);
    caughtUp = false;
    await housekeeping.round();
    expect(await usedLinks(workspaceId)).toBe(1);
  });

  it('are forgotten a month after they were settled, and what they cost stays', async () => {
    const { workspaceId } = newActor();
    const id = newId('lnk');
    await reserve(workspaceId, id);
    await database.transaction((manager) => new UsageRepository().confirm(manager, [id], new Date(clock.now())));
    const period = (await subscriptions.current(workspaceId)).periodStart;
    clock.forward(31 * 24 * HOUR_MS);
    await housekeeping.round();
    expect(await new UsageRepository().findReservation(database.manager, id)).toBeUndefined();
    expect(await new UsageRepository().used(database.manager, workspaceId, period)).toEqual({ links: 1, qr_codes: 0 });
  });
});

describe('trials', () => {
  it('that ran out end without anybody asking, and say so once', async () => {
    const actor = newActor();
    await subscriptions.startTrial(actor);
    clock.forward(15 * 24 * HOUR_MS);
    await housekeeping.round();
    await housekeeping.round();
    const stored = await new SubscriptionRepository().find(database.manager, actor.workspaceId, 'free');
    expect(stored).toMatchObject({ plan: 'free', status: 'active' });
    const events = await database.query('select 1 from outbox where key = $1', [actor.workspaceId]);
    expect(events).toHaveLength(2);
  });
});
