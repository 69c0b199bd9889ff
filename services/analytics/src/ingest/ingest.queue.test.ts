import { describe, expect, test } from '@jest/globals';
import type { BatchContext, IncomingRecord } from '@linqr/platform/bus';
import { INSERT_BYTES, INSERT_RECORDS, slices } from './ingest.plan.js';
import { IngestQueue, type Submission } from './ingest.queue.js';

const context: BatchContext = { topic: 'click.recorded.v1', partition: 0, isActive: () => true, heartbeat: async () => undefined };
const record = (bytes: number): IncomingRecord => ({
  topic: 'click.recorded.v1',
  partition: 0,
  offset: '0',
  key: '',
  value: Buffer.alloc(bytes),
  headers: {},
  timestampMs: 0,
});

/** Work that ends when told to, and remembers what it got. */
function heldWork() {
  const calls: { submissions: Submission[]; end: () => void; fail: (error: Error) => void }[] = [];
  const work = (submissions: Submission[]) =>
    new Promise<void>((resolve, reject) => {
      calls.push({ submissions, end: resolve, fail: reject });
    });
  return { calls, work };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('IngestQueue', () => {
  test('what waits while an insert runs shares the next one', async () => {
    const { calls, work } = heldWork();
    const queue = new IngestQueue(work, { concurrency: 2, intervalMs: 0 });
    const first = queue.submit([record(10)], context);
    const others = [queue.submit([record(10)], context), queue.submit([record(10), record(10)], context)];
    await turn();
    expect(calls).toHaveLength(1);
    calls[0]!.end();
    await first;
    await turn();
    expect(calls[1]!.submissions.map(({ records }) => records.length)).toEqual([1, 2]);
    calls[1]!.end();
    await Promise.all(others);
  });

  test('a failed insert rejects those it carried and the queue goes on', async () => {
    const { calls, work } = heldWork();
    const queue = new IngestQueue(work, { concurrency: 1, intervalMs: 0 });
    const first = queue.submit([record(10)], context);
    const second = queue.submit([record(10)], context);
    await turn();
    calls[0]!.fail(new Error('down'));
    await expect(first).rejects.toThrow('down');
    await turn();
    calls[1]!.end();
    await second;
  });

  test('a second insert starts beside the first only over work for half an insert', async () => {
    const { calls, work } = heldWork();
    const queue = new IngestQueue(work, { concurrency: 2, intervalMs: 60_000 });
    const all = [queue.submit([record(10)], context), queue.submit([record(INSERT_BYTES / 4)], context)];
    await turn();
    expect(calls).toHaveLength(1);
    all.push(queue.submit([record(INSERT_BYTES / 4)], context));
    await turn();
    expect(calls).toHaveLength(2);
    for (const call of calls) call.end();
    await Promise.all(all);
  });

  test('small inserts keep their distance', async () => {
    const starts: number[] = [];
    const queue = new IngestQueue(
      async () => {
        starts.push(performance.now());
      },
      { concurrency: 2, intervalMs: 80 },
    );
    for (let i = 0; i < 4; i++) await queue.submit([record(10)], context);
    for (let i = 1; i < starts.length; i++) expect(starts[i]! - starts[i - 1]!).toBeGreaterThan(70);
  });
});

test('slices keep order, lose nothing and stay within an insert', () => {
  const records = [10, INSERT_BYTES + 5, 20, INSERT_BYTES - 20, 1, ...new Array(INSERT_RECORDS + 3).fill(2)].map(record);
  const runs = slices(records);
  expect(runs.flat()).toEqual(records);
  for (const run of runs) {
    expect(run.length).toBeLessThanOrEqual(INSERT_RECORDS);
    if (run.length > 1) expect(run.reduce((sum, { value }) => sum + value.length, 0)).toBeLessThanOrEqual(INSERT_BYTES);
  }
});
