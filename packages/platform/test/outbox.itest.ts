import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import { type DataSource, EntitySchema } from 'typeorm';
import type { EventBus, IncomingRecord, OutgoingRecord, Topic } from '../src/bus/index.js';
import { newContext, runInContext } from '../src/context/index.js';
import { InboxRetention, processOnce } from '../src/inbox/index.js';
import { Registry } from '../src/management/index.js';
import { appendToOutbox, OutboxRelay } from '../src/outbox/index.js';
import { openPostgres } from '../src/postgres/index.js';
import { Buses, gate, Scenario, Seen, silent } from './bus-fixture.js';
import { OutageProxy } from './outage-proxy.js';

jest.setTimeout(60_000);
const TOPIC = 'link.changed.v1' as const;
const Nothing = new EntitySchema<{ id: number }>({ name: 'nothing', columns: { id: { type: Number, primary: true } } });

describe('events in the business transaction', () => {
  let database: TestDatabase;
  let source: DataSource;
  let migrations: string;
  let buses: Buses;
  let scenario: Scenario;
  let seen: Seen;
  const relays: OutboxRelay[] = [];

  beforeEach(async () => {
    database = await testDatabase();
    migrations = mkdtempSync(join(tmpdir(), 'linqr-outbox-'));
    source = await openPostgres({
      url: database.url,
      poolSize: 4,
      applicationName: 'test',
      entities: [Nothing],
      migrationsFolder: migrations,
      logger: silent,
    });
    buses = new Buses({ url: () => database.url, takeOverMs: 10_000 });
    scenario = new Scenario();
    seen = new Seen(scenario);
  });
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((r) => r.stop()));
    await buses.closeAll();
    await source.destroy();
    await database.drop();
    rmSync(migrations, { recursive: true });
  });

  const relay = (bus: EventBus, registry = new Registry(), pollMs?: number): OutboxRelay => {
    const started = new OutboxRelay({ databaseUrl: database.url, bus, logger: silent, registry, ...(pollMs ? { pollMs } : {}) });
    relays.push(started);
    started.start();
    return started;
  };
  const append = (...events: OutgoingRecord[]) =>
    source.transaction((manager) =>
      appendToOutbox(
        manager,
        events.map((e) => ({ ...e, topic: TOPIC })),
      ),
    );
  const pending = async (): Promise<number> => ((await source.query('select count(*)::int as n from outbox')) as { n: number }[])[0]!.n;
  const consume = async (bus: EventBus) =>
    bus.subscribe({ group: scenario.group, topics: [TOPIC], from: 'beginning', handler: seen.handler });

  it('exist if the transaction commits, and do not if it rolls back', async () => {
    const bus = await buses.bus();
    await consume(bus);
    relay(bus);
    await append(scenario.record('a', 'committed'));
    const rolledBack = source.transaction(async (manager) => {
      await appendToOutbox(manager, [{ ...scenario.record('a', 'rolled back'), topic: TOPIC }]);
      throw new Error('business failure');
    });
    await expect(rolledBack).rejects.toThrow('business failure');
    await append(scenario.record('a', 'second'));
    await eventually(() => seen.texts.includes('second'));
    await eventually(async () => (await pending()) === 0);
    expect(seen.texts).toEqual(['committed', 'second']);
  });

  it('refuse the whole transaction when the bus could never take one of them', async () => {
    const unknown = { ...scenario.record('a', 'x'), topic: 'no.such.v1' as Topic };
    await expect(source.transaction((m) => appendToOutbox(m, [unknown]))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(append({ key: 'a', value: Buffer.alloc(1_000_001) })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await pending()).toBe(0);
  });

  it('carry the trace of the call that made them', async () => {
    const bus = await buses.bus();
    await consume(bus);
    relay(bus);
    const context = newContext();
    await runInContext(context, () => append(scenario.record('a', '1')));
    await eventually(() => seen.records.length === 1);
    expect(seen.records[0]!.headers).toEqual({ mark: scenario.mark, traceparent: context.traceparent });
  });

  it('come in order per key with two relays at once, once each', async () => {
    const [one, two] = [await buses.bus('one'), await buses.bus('two')];
    await consume(one);
    relay(one);
    relay(two);
    for (let i = 0; i < 40; i++) await append(...Array.from({ length: 30 }, (_, j) => scenario.record(`key-${j}`, String(i))));
    await eventually(() => seen.records.length >= 1_200);
    await eventually(async () => (await pending()) === 0);
    const inOrder = Array.from({ length: 40 }, (_, i) => String(i));
    for (const texts of seen.byKey().values()) expect(texts).toEqual(inOrder);
  });

  it('are taken up by a standby when the relay in charge ends', async () => {
    const bus = await buses.bus();
    await consume(bus);
    const first = relay(bus);
    await append(scenario.record('a', '1'));
    await eventually(() => seen.records.length === 1);
    relay(bus);
    await first.stop();
    await append(scenario.record('a', '2'));
    await eventually(() => seen.texts.join() === '1,2');
  });

  it('are published again, and none is lost, when the relay dies between publish and delete', async () => {
    const bus = await buses.bus();
    await consume(bus);
    const published = gate();
    const never = gate();
    // The connection of the relay is cut at the worst moment: the bus has the events, their rows are still there.
    const cutting: EventBus = {
      ...bus,
      publish: async (topic, records) => {
        await bus.publish(topic, records);
        if (!scenarioCut) {
          scenarioCut = true;
          published.open();
          await never.opened;
        }
      },
    } as EventBus;
    let scenarioCut = false;
    relay(cutting);
    await append(...scenario.records(10, () => 'same'));
    await published.opened;
    await source.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'outbox-relay' and datname = current_database()`,
    );
    never.open();
    await eventually(() => seen.records.length === 20);
    await eventually(async () => (await pending()) === 0);
    const once = Array.from({ length: 10 }, (_, i) => String(i));
    expect(seen.texts).toEqual([...once, ...once]);
  });

  it('stay while the bus is down, are counted and aged meanwhile, and go out in order afterwards', async () => {
    const bus = await buses.bus();
    await consume(bus);
    const { proxy, url } = await OutageProxy.before(database.url);
    await proxy.begin();
    const behind = await buses.bus('behind', url);
    await append(...scenario.records(30, () => 'same'));
    const registry = new Registry();
    relay(behind, registry);
    const gauge = async (name: string) =>
      Number(/ ([\d.e-]+)$/m.exec((await registry.getSingleMetricAsString(name)).split('\n').at(-1)!)?.[1]);
    await eventually(async () => (await gauge('outbox_pending_events')) === 30);
    await eventually(async () => (await gauge('outbox_oldest_event_age_seconds')) > 0.2);
    expect(await pending()).toBe(30);
    await proxy.end();
    await eventually(() => seen.records.length === 30, { timeoutMs: 20_000 });
    await eventually(async () => (await gauge('outbox_pending_events')) === 0 && (await gauge('outbox_oldest_event_age_seconds')) === 0);
    expect(seen.texts).toEqual(Array.from({ length: 30 }, (_, i) => String(i)));
    await buses.closeAll();
    await proxy.begin();
  });

  it('do not wait for others whose topic is refused', async () => {
    const bus = await buses.bus();
    await consume(bus);
    const partly = {
      publish: async (topic: Topic, records: OutgoingRecord[]) => {
        if (topic !== TOPIC) throw new Error('refused');
        await bus.publish(topic, records);
      },
    } as EventBus;
    relay(partly);
    await source.transaction((m) => appendToOutbox(m, [{ ...scenario.record('a', 'stuck'), topic: 'plan.changed.v1' }]));
    await append(scenario.record('a', 'moves'));
    await eventually(() => seen.texts.includes('moves'));
    expect(await pending()).toBe(1);
  });

  it('go out when their transaction commits, not when the next poll is due', async () => {
    const bus = await buses.bus();
    await consume(bus);
    relay(bus, new Registry(), 3_600_000);
    await append(scenario.record('a', 'first'));
    await eventually(() => seen.records.length === 1);
    await append(scenario.record('a', 'second'));
    await eventually(() => seen.records.length === 2);
  });

  describe('and their effects', () => {
    const once = (event: IncomingRecord, work: (run: (sql: string) => Promise<unknown>) => Promise<void>) =>
      source.transaction((manager) => processOnce(manager, 'ledger', event.headers['id']!, () => work((sql) => manager.query(sql))));
    const count = async () => ((await source.query('select n from ledger')) as { n: number }[])[0]!.n;
    const event = (id: string) => ({ headers: { id } }) as unknown as IncomingRecord;
    beforeEach(async () => {
      await source.query('create table ledger (n int not null)');
      await source.query('insert into ledger values (0)');
    });
    const add = async (run: (sql: string) => Promise<unknown>) => {
      await run('update ledger set n = n + 1');
    };

    it('happen once however often the event is delivered, also at the same time', async () => {
      const ran = await Promise.all(Array.from({ length: 8 }, () => once(event('evt_1'), add)));
      expect(ran.filter(Boolean)).toHaveLength(1);
      expect(await once(event('evt_1'), add)).toBe(false);
      expect(await once(event('evt_2'), add)).toBe(true);
      expect(await count()).toBe(2);
    });

    it('happen again when the transaction in which they were made failed', async () => {
      const failing = once(event('evt_1'), async (run) => {
        await add(run);
        throw new Error('after the effect');
      });
      await expect(failing).rejects.toThrow('after the effect');
      expect(await once(event('evt_1'), add)).toBe(true);
      expect(await count()).toBe(1);
    });

    it('cannot be asked for outside a transaction', async () => {
      await expect(processOnce(source.manager, 'ledger', 'evt_1', async () => {})).rejects.toThrow('open transaction');
    });

    it('are remembered longer than any topic keeps its events, then forgotten', async () => {
      await once(event('evt_1'), add);
      const sweepAfter = (days: number) => new InboxRetention(source, silent, () => Date.now() + days * 86_400_000).sweep();
      expect(await sweepAfter(31)).toBe(0);
      expect(await sweepAfter(40)).toBe(1);
    });
  });
});
