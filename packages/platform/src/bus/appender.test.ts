import { describe, expect, it } from '@jest/globals';
import { Appender } from './appender.js';
import type { OutgoingRecord } from './port.js';

const record = (text: string): OutgoingRecord => ({ key: 'k', value: Buffer.from(text) });
const TOPIC = 'link.changed.v1';

describe('calls to publish', () => {
  it('share the next write while one is under way, in their order', async () => {
    const writes: string[][] = [];
    let release = () => {};
    const first = new Promise<void>((resolve) => {
      release = resolve;
    });
    const appender = new Appender(TOPIC, { records: 100, bytes: 1_000 }, async (records) => {
      writes.push(records.map((r) => Buffer.from(r.value).toString()));
      if (writes.length === 1) await first;
    });
    const one = appender.append([record('1')]);
    await Promise.resolve();
    await Promise.resolve();
    const rest = ['2', '3', '4'].map((text) => appender.append([record(text)]));
    release();
    await Promise.all([one, ...rest]);
    expect(writes).toEqual([['1'], ['2', '3', '4']]);
  });

  it('become several writes when they are larger than one may be', async () => {
    const sizes: number[] = [];
    const appender = new Appender(TOPIC, { records: 3, bytes: 1_000 }, async (records) => {
      sizes.push(records.length);
    });
    await appender.append(Array.from({ length: 8 }, () => record('x')));
    expect(sizes).toEqual([3, 3, 2]);
    sizes.length = 0;
    await appender.append([record('x'.repeat(900)), record('y'.repeat(900)), record('z')]);
    expect(sizes).toEqual([1, 2]);
  });

  it('are rejected together with the write they shared, and do not keep later ones', async () => {
    let fail = true;
    const appender = new Appender(TOPIC, { records: 100, bytes: 1_000 }, async () => {
      if (fail) throw new Error('down');
    });
    const results = await Promise.allSettled([appender.append([record('1')]), appender.append([record('2')])]);
    expect(results.map((r) => r.status)).toEqual(['rejected', 'rejected']);
    fail = false;
    await appender.append([record('3')]);
    await appender.idle();
  });

  it('are told to come back when too much waits already', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const appender = new Appender(TOPIC, { records: 1_000, bytes: 1_000_000 }, () => held);
    const large = Array.from({ length: 260 }, () => ({ key: 'k', value: Buffer.alloc(900_000) }));
    const first = appender.append(large);
    await expect(appender.append(large)).rejects.toMatchObject({ code: 'PART_UNAVAILABLE', retryAfterSeconds: 1 });
    release();
    await first;
    await appender.append([record('x')]);
  });
});
