// What every adapter keeps when members and the bus itself come and go.
import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { endProcess } from '@linqr/embedded/process';
import { eventually } from '@linqr/testing/eventually';
import type { EventBus, IncomingRecord, Subscription } from '../src/bus/index.js';
import { Buses, type BusTarget, gate, Scenario, Seen, TOPIC } from './bus-fixture.js';

export function groupContract(target: BusTarget): void {
  let buses: Buses;
  let scenario: Scenario;
  let seen: Seen;
  beforeEach(() => {
    buses = new Buses(target);
    scenario = new Scenario();
    seen = new Seen(scenario);
  });
  afterEach(() => buses.closeAll());

  const member = (bus: EventBus, own: Seen): Promise<Subscription> =>
    bus.subscribe({
      group: scenario.group,
      topics: [TOPIC],
      from: 'beginning',
      handler: async (records) => {
        await own.handler(records);
        await seen.handler(records);
      },
    });

  it('shares the partitions fairly between two members, and gives all to the one that stays', async () => {
    const [one, two] = [new Seen(scenario), new Seen(scenario)];
    const [first, second] = [await buses.bus('one'), await buses.bus('two')];
    await member(first, one);
    const leaving = await member(second, two);
    let round = 0;
    // Every round has a record for each partition; shared once each member got half of one round's partitions.
    await eventually(
      async () => {
        one.records.length = 0;
        two.records.length = 0;
        const name = `${round++}`;
        await first.publish(
          TOPIC,
          scenario.records(60).map((r) => ({ ...r, value: Buffer.from(`${name}/${r.key}`) })),
        );
        await eventually(() => [...seen.distinct].filter((t) => t.startsWith(`${name}/`)).length === 60, { timeoutMs: 20_000 });
        return one.partitions.size === 6 && two.partitions.size === 6;
      },
      { timeoutMs: 40_000, intervalMs: 200 },
    );
    await leaving.close();
    one.records.length = 0;
    await first.publish(TOPIC, scenario.records(60));
    await eventually(() => one.distinct.size === 60, { timeoutMs: target.takeOverMs });
    expect(one.partitions.size).toBe(12);
  });

  it('gives what a killed member held to another one', async () => {
    const bus = await buses.bus();
    await bus.publish(TOPIC, scenario.records(100));
    const child = await killableMember(target.url(), scenario);
    try {
      await child.holding;
      await endProcess(child.process.pid!, 'SIGKILL', 5_000);
      await member(bus, new Seen(scenario));
      await eventually(() => seen.distinct.size === 100, { timeoutMs: target.takeOverMs });
    } finally {
      child.process.kill('SIGKILL');
    }
  });

  it('gives what a frozen member held to another one within 30 s', async () => {
    const bus = await buses.bus();
    await bus.publish(TOPIC, scenario.records(100));
    const child = await killableMember(target.url(), scenario);
    try {
      await child.holding;
      child.process.kill('SIGSTOP');
      await member(bus, new Seen(scenario));
      await eventually(() => seen.distinct.size === 100, { timeoutMs: 30_000 });
    } finally {
      child.process.kill('SIGKILL');
    }
  });

  it('loses nothing while members come and go under load', async () => {
    const bus = await buses.bus('steady');
    await member(bus, new Seen(scenario));
    let published = 0;
    let running = true;
    const publisher = (async () => {
      while (running) {
        const batch = Array.from({ length: 25 }, (_, i) => scenario.record(`key-${(published + i) % 60}`, String(published + i)));
        await bus.publish(TOPIC, batch);
        published += 25;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    for (let round = 0; round < 4; round++) {
      const passing = await buses.bus(`passing-${round}`);
      const own = new Seen(scenario);
      await member(passing, own);
      await eventually(() => own.records.length > 0, { timeoutMs: 30_000 });
      await passing.close();
    }
    running = false;
    await publisher;
    await eventually(() => seen.distinct.size === published, { timeoutMs: target.takeOverMs });
    expect(published).toBeGreaterThan(100);
    // First deliveries of a key come in order; a repetition after a change of owner may follow.
    for (const texts of seen.byKey().values()) {
      const firsts = [...new Set(texts.map(Number))];
      expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
    }
  });

  it('tells a handler whose partition was taken away, and delivers the records to the new owner', async () => {
    const first = await buses.bus('first');
    const release = gate();
    const inactive: boolean[] = [];
    const started = gate();
    await first.subscribe({
      group: scenario.group,
      topics: [TOPIC],
      from: 'beginning',
      handler: async (records, context) => {
        if (scenario.mine(records).length === 0) return;
        started.open();
        await release.opened;
        inactive.push(!context.isActive());
        throw new Error('given up');
      },
    });
    await first.publish(TOPIC, scenario.records(60));
    await started.opened;
    const closing = first.close();
    const second = await buses.bus('second');
    await member(second, new Seen(scenario));
    release.open();
    await closing;
    await eventually(() => seen.distinct.size === 60, { timeoutMs: target.takeOverMs });
    expect(inactive.length).toBeGreaterThan(0);
    expect(inactive).not.toContain(false);
  });
}

/** The bus is away: at the start, and in the middle. */
export function outageContract(target: BusTarget & { outage: NonNullable<BusTarget['outage']> }): void {
  let buses: Buses;
  let scenario: Scenario;
  beforeEach(() => {
    buses = new Buses(target);
    scenario = new Scenario();
  });
  afterEach(() => buses.closeAll());

  it('opens without the bus, refuses to publish with PART_UNAVAILABLE, and works once it is there', async () => {
    await target.outage.begin();
    const seen = new Seen(scenario);
    const heard = new Seen(scenario);
    let gaps = 0;
    const bus = await buses.bus();
    await expect(bus.ping()).rejects.toThrow();
    await expect(bus.publish(TOPIC, [scenario.record('a', 'lost')])).rejects.toMatchObject({ code: 'PART_UNAVAILABLE' });
    await bus.subscribe({ group: scenario.group, topics: [TOPIC], from: 'beginning', handler: seen.handler });
    const news = await bus.broadcast({ topics: [TOPIC], handler: heard.handler, onGap: () => gaps++ });
    expect(news.silentMs()).toBe(Number.POSITIVE_INFINITY);
    await target.outage.end();
    await eventually(() => bus.ping().then(() => true), { timeoutMs: 30_000 });
    await eventually(() => gaps === 1, { timeoutMs: 30_000 });
    await eventually(() => bus.publish(TOPIC, [scenario.record('a', 'kept')]).then(() => true), { timeoutMs: 30_000 });
    await eventually(() => seen.distinct.has('kept') && heard.distinct.has('kept'), { timeoutMs: 40_000 });
    await eventually(() => bus.stalledMs() === 0);
    await eventually(() => news.silentMs() < 5_000, { timeoutMs: 20_000 });
  });

  it('goes on after an outage without losing a record, neither for a group nor for a broadcast subscriber', async () => {
    const seen = new Seen(scenario);
    const heard = new Seen(scenario);
    const started = gate();
    const handling = gate();
    const bus = await buses.bus();
    const slow = async (records: IncomingRecord[]) => {
      if (scenario.mine(records).some((r) => r.headers['during'])) {
        started.open();
        await handling.opened;
      }
      await seen.handler(records);
    };
    await bus.subscribe({ group: scenario.group, topics: [TOPIC], from: 'end', handler: slow });
    const news = await bus.broadcast({ topics: [TOPIC], handler: heard.handler });
    await bus.publish(TOPIC, scenario.records(20));
    await eventually(() => seen.distinct.size === 20 && heard.distinct.size === 20, { timeoutMs: 20_000 });
    // One handler call spans the outage.
    await bus.publish(TOPIC, [scenario.record('key-1', 'during', { during: 'yes' })]);
    await started.opened;
    await target.outage.begin();
    handling.open();
    await eventually(() => seen.distinct.has('during'));
    await expect(bus.publish(TOPIC, [scenario.record('a', 'refused')])).rejects.toMatchObject({ code: 'PART_UNAVAILABLE' });
    await eventually(() => news.silentMs() > 2_500);
    await target.outage.end();
    await eventually(() => bus.publish(TOPIC, [scenario.record('key-1', 'after')]).then(() => true), { timeoutMs: 30_000 });
    await eventually(() => seen.distinct.has('after') && heard.distinct.has('after'), { timeoutMs: 40_000 });
    await eventually(async () => (await bus.lag(scenario.group, [TOPIC])).every((l) => l.lag === 0), { timeoutMs: 20_000 });
  });
}

/** A member in a process of its own that takes what it gets and never finishes its first call. */
async function killableMember(url: string, scenario: Scenario): Promise<{ process: ChildProcess; holding: Promise<void> }> {
  const built = join(import.meta.dirname, '../dist/bus/index.js');
  if (!statSync(built, { throwIfNoEntry: false })) throw new Error('packages/platform is not built: run npx tsc -b packages/platform');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stuck-member.mjs'), url, scenario.group, TOPIC, scenario.mark], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const holding = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'holding') resolve();
    });
    child.once('exit', (code) => reject(new Error(`the member ended with ${code}`)));
  });
  holding.catch(() => {});
  return { process: child, holding };
}
