// What only the log in PostgreSQL has: its schema, its locks, its retention, and what it costs while nothing happens.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import pg from 'pg';
import { TOPICS } from '../src/bus/index.js';
import { partitionFor } from '../src/bus/partitioner.js';
import { LogStore } from '../src/bus/postgres/log-store.js';
import { Retention } from '../src/bus/postgres/retention.js';
import { Buses, gate, Scenario, Seen, silent, TOPIC } from './bus-fixture.js';
import { OutageProxy } from './outage-proxy.js';

jest.setTimeout(60_000);
const DAY_MS = 86_400_000;

describe('the log in PostgreSQL', () => {
  let database: TestDatabase;
  let admin: pg.Client;
  let buses: Buses;
  let scenario: Scenario;
  let seen: Seen;

  beforeEach(async () => {
    database = await testDatabase();
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    buses = new Buses({ url: () => database.url, takeOverMs: 10_000 });
    scenario = new Scenario();
    seen = new Seen(scenario);
  });
  afterEach(async () => {
    await buses.closeAll();
    await admin.end();
    await database.drop();
  });

  const number = async (sql: string): Promise<number> => Number((await admin.query<{ n: string }>(sql)).rows[0]!.n);
  const cutSession = (clientId: string) =>
    admin.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [`${clientId} bus session`]);
  /** Deletes as if that many days had passed. */
  const sweepAfter = async (days: number): Promise<number> => {
    const store = new LogStore(database.url, 'retention', silent);
    try {
      return await new Retention(store, silent, () => Date.now() + days * DAY_MS).sweep();
    } finally {
      await store.close();
    }
  };

  it('is made once by many processes that begin at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, (_, i) => buses.bus(`process-${i}`)));
    await Promise.all(all.map((bus, i) => bus.publish(TOPIC, [scenario.record(`key-${i}`, String(i))])));
    const partitions = Object.values(TOPICS).reduce((sum, t) => sum + t.partitions, 0);
    expect(await number('select count(*) as n from bus.partition')).toBe(partitions);
    expect(await number('select count(*) as n from bus.log')).toBe(8);
  });

  it('gets a partition that a later version adds', async () => {
    await (await buses.bus()).publish(TOPIC, [scenario.record('a', '1')]);
    await admin.query(`delete from bus.partition where topic = 'plan.changed.v1'`);
    await (await buses.bus()).publish('plan.changed.v1', [scenario.record('a', '1')]);
    expect(await number(`select next_off as n from bus.partition where topic = 'plan.changed.v1'`)).toBe(1);
  });

  it('fences a member that lost its session: the new owner goes on, the old one cannot commit over it', async () => {
    const [old, fresh] = [await buses.bus('old'), await buses.bus('fresh')];
    const started = gate();
    const release = gate();
    const activity: boolean[] = [];
    await old.subscribe({
      group: scenario.group,
      topics: ['plan.changed.v1'],
      from: 'beginning',
      maxBatch: 2,
      handler: async (_records, context) => {
        if (activity.length > 0) return;
        started.open();
        await release.opened;
        activity.push(context.isActive());
      },
    });
    await old.publish('plan.changed.v1', scenario.records(5));
    await started.opened;
    await fresh.subscribe({
      group: scenario.group,
      topics: ['plan.changed.v1'],
      from: 'beginning',
      maxBatch: 1,
      handler: async (records) => {
        await seen.handler(records);
        if (seen.records.length === 1) await eventually(() => activity.length === 1);
      },
    });
    await cutSession('old');
    // Its lock is free now: the other member gets everything from the first record on.
    await eventually(() => seen.records.length === 1);
    release.open();
    await eventually(() => seen.records.length === 5);
    expect(activity).toEqual([false]);
    expect(seen.texts).toEqual(['0', '1', '2', '3', '4']);
    await eventually(async () => (await fresh.lag(scenario.group, ['plan.changed.v1']))[0]!.lag === 0);
  });

  it('gives a member its partitions back after its session was cut', async () => {
    const bus = await buses.bus('cut');
    await bus.subscribe({ group: scenario.group, topics: [TOPIC], from: 'beginning', handler: seen.handler });
    for (let round = 0; round < 3; round++) {
      await cutSession('cut');
      await bus.publish(
        TOPIC,
        scenario.records(60).map((r) => ({ ...r, value: Buffer.from(`${round}/${r.key}`) })),
      );
      await eventually(() => seen.distinct.size === 60 * (round + 1));
    }
  });

  it('tells members of one process apart: they share too', async () => {
    const bus = await buses.bus('both');
    const parts = await Promise.all(
      [new Seen(scenario), new Seen(scenario)].map(async (own) => {
        await bus.subscribe({ group: scenario.group, topics: [TOPIC], from: 'beginning', handler: own.handler });
        return own;
      }),
    );
    await eventually(async () => {
      for (const own of parts) own.records.length = 0;
      await bus.publish(TOPIC, scenario.records(60));
      await eventually(() => parts[0]!.records.length + parts[1]!.records.length === 60);
      return parts.every((own) => own.partitions.size === 6);
    });
  });

  it('deletes by time, oldest first, and only what is old; a group that was behind goes on with what is kept', async () => {
    const bus = await buses.bus();
    const keep = TOPICS[TOPIC].retentionDays;
    await bus.publish(
      TOPIC,
      scenario.records(30, () => 'same'),
    );
    const subscription = await bus.subscribe({ group: scenario.group, topics: [TOPIC], from: 'beginning', handler: async () => {} });
    await subscription.close();
    await admin.query('update bus.group_offset set committed = 0');
    await admin.query(`update bus.log set ts = ts - interval '${keep} days' where off < 20`);
    expect(await sweepAfter(0)).toBe(20);
    expect(await sweepAfter(0)).toBe(0);
    const part = partitionFor('same', TOPICS[TOPIC].partitions);
    expect((await bus.lag(scenario.group, [TOPIC])).find((l) => l.partition === part)?.lag).toBe(10);
    await bus.subscribe({ group: scenario.group, topics: [TOPIC], from: 'beginning', handler: seen.handler });
    await eventually(() => seen.records.length === 10);
    expect(seen.texts[0]).toBe('20');
    await eventually(async () => (await bus.lag(scenario.group, [TOPIC])).every((l) => l.lag === 0));
    expect(await sweepAfter(keep + 1)).toBe(10);
  });

  it('is swept by one process at a time', async () => {
    await (await buses.bus()).publish(TOPIC, scenario.records(30));
    const swept = await Promise.all([sweepAfter(8), sweepAfter(8), sweepAfter(8)]);
    expect(swept.reduce((a, b) => a + b)).toBe(30);
  });

  it('says onGap to a broadcast subscriber that was away until its records were deleted, and goes on', async () => {
    const { proxy, url } = await OutageProxy.before(database.url);
    try {
      const [near, far] = [await buses.bus('near'), await buses.bus('far', url)];
      let gaps = 0;
      await far.broadcast({ topics: ['plan.changed.v1'], handler: seen.handler, onGap: () => gaps++ });
      await near.publish('plan.changed.v1', [scenario.record('a', 'before')]);
      await eventually(() => seen.distinct.has('before'));
      await proxy.begin();
      await near.publish('plan.changed.v1', scenario.records(3));
      expect(await sweepAfter(8)).toBe(4);
      await near.publish('plan.changed.v1', [scenario.record('a', 'after')]);
      await proxy.end();
      await eventually(() => seen.distinct.has('after'), { timeoutMs: 20_000 });
      expect(gaps).toBe(1);
      expect(seen.texts).toEqual(['before', 'after']);
    } finally {
      await buses.closeAll();
      await proxy.begin();
    }
  });

  it('says onGap when the log was made anew behind a broadcast subscriber', async () => {
    const bus = await buses.bus();
    let gaps = 0;
    await bus.broadcast({ topics: ['plan.changed.v1'], handler: seen.handler, onGap: () => gaps++ });
    await bus.publish('plan.changed.v1', scenario.records(3));
    await eventually(() => seen.records.length === 3);
    await admin.query(`delete from bus.log; update bus.partition set next_off = 0, first_off = 0`);
    await eventually(() => gaps === 1);
    await bus.publish('plan.changed.v1', [scenario.record('a', 'anew')]);
    await eventually(() => seen.distinct.has('anew'));
  });

  it('goes on for a group whose log was made anew behind it', async () => {
    const bus = await buses.bus();
    await bus.subscribe({ group: scenario.group, topics: ['plan.changed.v1'], from: 'beginning', handler: seen.handler });
    await bus.publish('plan.changed.v1', scenario.records(3));
    await eventually(() => seen.records.length === 3);
    await admin.query('delete from bus.log; update bus.partition set next_off = 0, first_off = 0');
    await eventually(async () => (await number(`select committed as n from bus.group_offset where topic = 'plan.changed.v1'`)) === 0);
    await bus.publish('plan.changed.v1', [scenario.record('a', 'anew')]);
    await eventually(() => seen.distinct.has('anew'));
  });

  it('is made again when it was dropped behind an open bus', async () => {
    const bus = await buses.bus();
    await bus.subscribe({ group: scenario.group, topics: ['plan.changed.v1'], from: 'beginning', handler: seen.handler });
    await bus.publish('plan.changed.v1', scenario.records(3));
    await eventually(() => seen.records.length === 3);
    await admin.query('drop schema bus cascade');
    await eventually(() => bus.publish('plan.changed.v1', [scenario.record('a', 'anew')]).then(() => true));
    await eventually(() => seen.distinct.has('anew'));
  });

  it('forgets members whose process is gone', async () => {
    const bus = await buses.bus('alive');
    await bus.subscribe({ group: scenario.group, topics: [TOPIC], from: 'end', handler: seen.handler });
    await admin.query(`insert into bus.member (grp, topics) values ('ghosts', '{${TOPIC}}')`);
    await sweepAfter(0);
    expect(await number('select count(*) as n from bus.member')).toBe(1);
  });

  it('asks PostgreSQL about once a second per process while nothing happens, however much is subscribed', async () => {
    const { proxy, url } = await OutageProxy.before(database.url);
    try {
      for (let i = 0; i < 4; i++) {
        const bus = await buses.bus(`idle-${i}`, url);
        await bus.subscribe({ group: `idle-${i}`, topics: [TOPIC, 'link.changed.v1'], from: 'end', handler: async () => {} });
        await bus.broadcast({ topics: ['qr.changed.v1', 'link.changed.v1'], handler: () => {} });
      }
      /** Queries of the four together in three seconds. */
      const measured = async (): Promise<number> => {
        const before = proxy.packets;
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        return proxy.packets - before;
      };
      // The first seconds still share out partitions.
      const queries = await eventually(async () => (await measured()) < 3 * 4 * 1.5 && 'calm', { timeoutMs: 15_000 });
      expect(queries).toBe('calm');
      expect(await measured()).toBeGreaterThan(0);
    } finally {
      await buses.closeAll();
      await proxy.begin();
    }
  });
});
