// What every adapter of the EventBus port keeps. Run over the real stores by bus-postgres.itest.ts and bus-kafka.itest.ts.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { type IncomingRecord, TOPICS } from '../src/bus/index.js';
import { partitionFor } from '../src/bus/partitioner.js';
import { Buses, type BusTarget, gate, Scenario, Seen, TOPIC } from './bus-fixture.js';

export function deliveryContract(target: BusTarget): void {
  let buses: Buses;
  let scenario: Scenario;
  let seen: Seen;
  beforeEach(() => {
    buses = new Buses(target);
    scenario = new Scenario();
    seen = new Seen(scenario);
  });
  afterEach(() => buses.closeAll());

  it('delivers key, value, headers and time as they were published', async () => {
    const bus = await buses.bus();
    const before = Date.now();
    await bus.subscribe({ group: scenario.group, topics: [TOPIC], from: 'end', handler: seen.handler });
    await bus.publish(TOPIC, [scenario.record('ключ-🔑', 'väärtus', { trace: 'x', name: 'žluťoučký' })]);
    const [record] = await eventually(() => seen.records.length === 1 && seen.records, { timeoutMs: 20_000 });
    expect(record).toMatchObject({ topic: TOPIC, key: 'ключ-🔑', headers: { mark: scenario.mark, trace: 'x', name: 'žluťoučký' } });
    expect(Buffer.from(record!.value).toString()).toBe('väärtus');
    expect(record!.partition).toBe(partitionFor('ключ-🔑', TOPICS[TOPIC].partitions));
    expect(record!.timestampMs).toBeGreaterThanOrEqual(before - 1_000);
    expect(record!.timestampMs).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it('keeps the bytes of values that are empty, binary and 512 kB large', async () => {
    const bus = await buses.bus();
    await bus.subscribe({ group: scenario.group, topics: [TOPIC], from: 'end', handler: seen.handler });
    const large = Buffer.alloc(512 * 1024, 'abcdefg\0\xff', 'latin1');
    const values = [Buffer.alloc(0), Buffer.from([0, 255, 128, 10]), large, new Uint8Array(large.buffer, large.byteOffset + 3, 7)];
    await bus.publish(
      TOPIC,
      values.map((value) => ({ key: 'same', value, headers: { mark: scenario.mark } })),
    );
    await eventually(() => seen.records.length === values.length, { timeoutMs: 20_000 });
    expect(seen.records.map((r, i) => Buffer.compare(r.value, values[i]!))).toEqual([0, 0, 0, 0]);
  });

  it('refuses what it could not keep, before anything is stored', async () => {
    const bus = await buses.bus();
    const bad = [
      { key: 'k', value: Buffer.alloc(1_000_001) },
      { key: 'nul\0', value: Buffer.from('x') },
      { key: 'half \ud83d', value: Buffer.from('x') },
      { key: 'k', value: Buffer.from('x'), headers: { h: 'nul\0' } },
      { key: 'k', value: 'text' as unknown as Uint8Array },
      { key: 7 as unknown as string, value: Buffer.from('x') },
    ];
    for (const record of bad)
      await expect(bus.publish(TOPIC, [scenario.record('k', 'x'), record])).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(bus.publish('no.such.v1' as typeof TOPIC, [scenario.record('k', 'x')])).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    await bus.publish(TOPIC, []);
  });

  it('keeps the order of each key over many calls that do not wait for each other', async () => {
    const bus = await buses.bus();
    await bus.subscribe({ group: scenario.group, topics: [TOPIC], from: 'end', handler: seen.handler });
    const all = scenario.records(600, (i) => `key-${i % 20}`);
    const calls: Promise<void>[] = [];
    for (let i = 0; i < all.length; i += 7) calls.push(bus.publish(TOPIC, all.slice(i, i + 7)));
    await Promise.all(calls);
    await eventually(() => seen.distinct.size === 600, { timeoutMs: 20_000 });
    for (const texts of seen.byKey().values()) expect(texts.map(Number)).toEqual(texts.map(Number).sort((a, b) => a - b));
    expect(seen.records.length).toBe(600);
  });

  it('puts a key where any Kafka client puts it', async () => {
    const bus = await buses.bus();
    await bus.subscribe({ group: scenario.group, topics: [TOPIC], from: 'end', handler: seen.handler });
    await bus.publish(TOPIC, scenario.records(60));
    await eventually(() => seen.records.length === 60, { timeoutMs: 20_000 });
    // Printed by Kafka's own Java client: Utils.toPositive(Utils.murmur2(key)) % 12.
    const java = { 'key-0': 1, 'key-1': 0, 'key-2': 2, 'key-10': 2 };
    const found = Object.fromEntries(seen.records.map((r) => [r.key, r.partition]));
    expect(found).toMatchObject(java);
    expect(seen.partitions.size).toBe(12);
  });

  it('gives at most maxBatch records of one partition, one call at a time per partition', async () => {
    const bus = await buses.bus();
    const running = new Map<number, number>();
    const faults: string[] = [];
    await bus.publish(
      TOPIC,
      scenario.records(400, (i) => `key-${i % 5}`),
    );
    await bus.subscribe({
      group: scenario.group,
      topics: [TOPIC],
      from: 'beginning',
      maxBatch: 16,
      handler: async (records, context) => {
        if (records.length === 0 || records.length > 16) faults.push(`${records.length} records`);
        if (records.some((r) => r.partition !== context.partition || r.topic !== context.topic)) faults.push('mixed partitions');
        running.set(context.partition, (running.get(context.partition) ?? 0) + 1);
        if (running.get(context.partition)! > 1) faults.push('two calls at a time');
        await context.heartbeat();
        await seen.handler(records);
        running.set(context.partition, running.get(context.partition)! - 1);
      },
    });
    await eventually(() => seen.distinct.size === 400, { timeoutMs: 20_000 });
    expect(faults).toEqual([]);
  });

  it('begins at the beginning or at the end as a new group asks, and goes on from its offsets afterwards', async () => {
    const bus = await buses.bus();
    await bus.publish(TOPIC, [scenario.record('a', 'old')]);
    const fromEnd = new Seen(scenario);
    await bus.subscribe({ group: scenario.group, topics: [TOPIC], from: 'beginning', handler: seen.handler });
    const end = await bus.subscribe({ group: `${scenario.group}-end`, topics: [TOPIC], from: 'end', handler: fromEnd.handler });
    await bus.publish(TOPIC, [scenario.record('a', 'new')]);
    await eventually(() => seen.distinct.size === 2 && fromEnd.distinct.size === 1, { timeoutMs: 20_000 });
    expect(seen.texts).toEqual(['old', 'new']);
    expect(fromEnd.texts).toEqual(['new']);
    await end.close();
    await bus.publish(TOPIC, [scenario.record('a', 'meanwhile')]);
    await bus.subscribe({ group: `${scenario.group}-end`, topics: [TOPIC], from: 'end', handler: fromEnd.handler });
    await eventually(() => fromEnd.distinct.has('meanwhile'), { timeoutMs: 20_000 });
    expect(fromEnd.texts).toEqual(['new', 'meanwhile']);
  });

  it('keeps offsets over a close and a reopen: what was handled does not come again, what was not does', async () => {
    const first = await buses.bus();
    await first.publish(TOPIC, scenario.records(50));
    await first.subscribe({ group: scenario.group, topics: [TOPIC], from: 'beginning', handler: seen.handler });
    await eventually(() => seen.distinct.size === 50, { timeoutMs: 20_000 });
    await first.close();
    const second = await buses.bus();
    await second.publish(TOPIC, [scenario.record('late', 'late')]);
    const again = new Seen(scenario);
    await second.subscribe({ group: scenario.group, topics: [TOPIC], from: 'beginning', handler: again.handler });
    await eventually(() => again.distinct.has('late'), { timeoutMs: 20_000 });
    await eventually(async () => (await second.lag(scenario.group, [TOPIC])).every((l) => l.lag === 0), { timeoutMs: 20_000 });
    expect(again.texts).toEqual(['late']);
  });

  it('waits on close for the running handler call and commits it', async () => {
    const bus = await buses.bus();
    const started = gate();
    const release = gate();
    const subscription = await bus.subscribe({
      group: scenario.group,
      topics: [TOPIC],
      from: 'end',
      handler: async (records, context) => {
        if (scenario.mine(records).length === 0) return;
        started.open();
        await release.opened;
        await seen.handler(records, context);
      },
    });
    await bus.publish(TOPIC, [scenario.record('a', '1')]);
    await started.opened;
    let closed = false;
    const closing = subscription.close().then(() => {
      closed = true;
    });
    await bus.ping();
    expect(closed).toBe(false);
    release.open();
    await closing;
    expect(seen.texts).toEqual(['1']);
    const lags = await bus.lag(scenario.group, [TOPIC]);
    expect(lags.find((l) => l.partition === partitionFor('a', 12))?.lag).toBe(0);
  });

  it('counts lag per partition: what is published and not yet committed', async () => {
    const bus = await buses.bus();
    const subscription = await bus.subscribe({ group: scenario.group, topics: [TOPIC], from: 'end', handler: seen.handler });
    await bus.publish(TOPIC, [scenario.record('a', '1')]);
    await eventually(() => seen.records.length === 1, { timeoutMs: 20_000 });
    await subscription.close();
    await bus.publish(TOPIC, [scenario.record('a', '2'), scenario.record('a', '3'), scenario.record('b', '4')]);
    const lags = await bus.lag(scenario.group, [TOPIC]);
    expect(lags.map((l) => l.partition)).toEqual(Array.from({ length: 12 }, (_, i) => i));
    expect(lags.filter((l) => l.lag > 0)).toEqual(
      [
        { topic: TOPIC, partition: partitionFor('a', 12), lag: 2 },
        { topic: TOPIC, partition: partitionFor('b', 12), lag: 1 },
      ].sort((x, y) => x.partition - y.partition),
    );
  });

  it('delivers again, in order, what the handler rejected, while other partitions go on', async () => {
    const bus = await buses.bus();
    const failures: string[][] = [];
    const [bad, good] = ['key-0', 'key-1'];
    await bus.subscribe({
      group: scenario.group,
      topics: [TOPIC],
      from: 'end',
      handler: async (records: IncomingRecord[], context) => {
        const mine = scenario.mine(records);
        const texts = mine.map((r) => Buffer.from(r.value).toString());
        if (mine.some((r) => r.key === bad) && failures.length < 3) {
          failures.push(texts);
          throw new Error('not today');
        }
        await seen.handler(records, context);
      },
    });
    await bus.publish(TOPIC, [scenario.record(bad, 'b1'), scenario.record(bad, 'b2')]);
    await eventually(() => failures.length >= 1, { timeoutMs: 20_000 });
    await bus.publish(TOPIC, [scenario.record(good, 'g1')]);
    await eventually(() => seen.distinct.size === 3, { timeoutMs: 20_000 });
    expect(failures.map((texts) => texts[0])).toEqual(['b1', 'b1', 'b1']);
    expect(seen.byKey().get(bad)).toEqual(['b1', 'b2']);
    expect(seen.byKey().get(good)).toEqual(['g1']);
  });

  it('says how long a partition with work has stood still, and 0 once it moves', async () => {
    const bus = await buses.bus();
    const release = gate();
    await bus.subscribe({
      group: scenario.group,
      topics: [TOPIC],
      from: 'end',
      handler: async (records, context) => {
        if (scenario.mine(records).length > 0) await release.opened;
        await seen.handler(records, context);
      },
    });
    expect(bus.stalledMs()).toBe(0);
    await bus.publish(TOPIC, [scenario.record('a', '1')]);
    await eventually(() => bus.stalledMs() > 300, { timeoutMs: 20_000 });
    release.open();
    await eventually(() => bus.stalledMs() === 0, { timeoutMs: 20_000 });
    expect(seen.texts).toEqual(['1']);
  });

  describe('broadcast', () => {
    it('gives every subscriber everything published after it subscribed, and nothing older', async () => {
      const [one, two] = [await buses.bus('one'), await buses.bus('two')];
      await one.publish('link.changed.v1', [scenario.record('a', 'old')]);
      const other = new Seen(scenario);
      const gaps: string[] = [];
      const handlers = { topics: ['link.changed.v1' as const], onGap: () => gaps.push('gap') };
      const first = await one.broadcast({ ...handlers, handler: seen.handler });
      await two.broadcast({ ...handlers, handler: other.handler });
      await two.publish(
        'link.changed.v1',
        scenario.records(40, (i) => `key-${i % 4}`),
      );
      await eventually(() => seen.distinct.size === 40 && other.distinct.size === 40, { timeoutMs: 20_000 });
      for (const texts of seen.byKey().values()) expect(texts.map(Number)).toEqual(texts.map(Number).sort((a, b) => a - b));
      await first.close();
      await one.publish('link.changed.v1', [scenario.record('a', 'after')]);
      await eventually(() => other.distinct.has('after'), { timeoutMs: 20_000 });
      expect(seen.distinct.has('after')).toBe(false);
      expect(other.distinct.has('old')).toBe(false);
      expect(gaps).toEqual([]);
    });

    it('delivers again what a subscriber rejected', async () => {
      const bus = await buses.bus();
      let failures = 0;
      await bus.broadcast({
        topics: ['link.changed.v1'],
        handler: async (records) => {
          if (scenario.mine(records).length > 0 && failures++ < 2) throw new Error('not now');
          await seen.handler(records);
        },
      });
      await bus.publish('link.changed.v1', [scenario.record('a', '1')]);
      await eventually(() => seen.distinct.size === 1, { timeoutMs: 20_000 });
      expect(failures).toBe(3);
    });
  });
}
