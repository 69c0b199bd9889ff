import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '@linqr/platform/logging';
import { Quarantine } from './quarantine.js';
import { SpoolReader } from './spool.reader.js';
import { SpoolWriter } from './spool.writer.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spool-writer-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const RECORD = 1_000;

function setUp(maxBytes: number) {
  const held = { bytes: 0 };
  const logger = createLogger({ service: 'test', level: 'silent' });
  const writer = new SpoolWriter({ folder, maxBytes, heldBytes: () => held.bytes, sync: false, logger, onWritten: () => {} });
  let nowMs = 1_000_000;
  /** A click a turn. */
  const write = (times = 1) => {
    for (let i = 0; i < times; i++) {
      writer.commit(writer.reserve(nowMs) + RECORD);
      writer.flush(nowMs);
    }
  };
  /** A second goes by in which nobody comes. */
  const quietSecond = () => {
    nowMs += 1_000;
    writer.tick(nowMs);
  };
  return { writer, held, write, quietSecond };
}

describe('a spool that dropped a click', () => {
  test('because it was full works again, without a visitor to show it, once there is room', () => {
    const { writer, held, write, quietSecond } = setUp(1024 * 1024);
    write();
    held.bytes = 1024 * 1024;
    write();
    expect([writer.failing, writer.dropped]).toEqual(['full', 1]);
    quietSecond();
    expect(writer.failing).toBe('full');
    held.bytes = 0;
    const before = writer.position;
    quietSecond();
    expect(writer.failing).toBeUndefined();
    // Nothing of the attempt is left where the next click will stand.
    expect(writer.position).toEqual(before);
    expect(statSync(join(folder, readdirSync(folder)[0]!)).size).toBe(before.offset);
    write();
    expect([writer.appended, writer.dropped]).toEqual([2, 1]);
    writer.close();
  });

  test('because the disk was full works again, without a visitor to show it, once the disk is not', () => {
    const { writer, write, quietSecond } = setUp(1024 * 1024);
    // Writing to this device fails as writing to a full disk does.
    const next = join(folder, '0000000002.seg');
    symlinkSync('/dev/full', next);
    write(200);
    expect(writer.failing).toBe('segment not created');
    expect(writer.appended + writer.dropped).toBe(200);
    quietSecond();
    expect(writer.failing).toBe('segment not created');
    unlinkSync(next);
    quietSecond();
    expect(writer.failing).toBeUndefined();
    const { appended } = writer;
    write();
    expect(writer.appended).toBe(appended + 1);
    writer.close();
  });

  test('because its own segment, long acknowledged, fills the disk gives that back and works again', async () => {
    const { writer, write, quietSecond } = setUp(1024 * 1024);
    const [first, next] = ['0000000001.seg', '0000000002.seg'].map((name) => join(folder, name)) as [string, string];
    // No next segment can be made, ever: what is here has to do.
    symlinkSync('/dev/full', next);
    write(200);
    expect(writer.failing).toBe('segment not created');
    const { appended, position, dropped } = writer;
    expect(statSync(first).size).toBe(position.offset);
    writer.releaseBehind({ segment: 1, offset: position.offset - 1 });
    expect(statSync(first).size).toBe(position.offset);
    writer.releaseBehind(position);
    expect([statSync(first).size, writer.bytes, writer.position]).toEqual([0, 0, position]);

    // The disk has room again, and so has the spool: the next clicks go on behind the acknowledged ones.
    unlinkSync(next);
    quietSecond();
    expect(writer.failing).toBeUndefined();
    write(3);
    expect([writer.appended, writer.dropped]).toEqual([appended + 3, dropped]);
    const logger = createLogger({ service: 'test', level: 'silent' });
    const reader = new SpoolReader(folder, new Quarantine(folder, 'edge', logger));
    const stretch = await reader.next(position);
    expect(stretch?.frames).toHaveLength(3);
    // Acknowledged in part: the segment stays.
    writer.releaseBehind({ segment: stretch!.segment, offset: stretch!.to - 1 });
    expect(await reader.next({ segment: stretch!.segment, offset: stretch!.from })).toMatchObject({ to: stretch!.to });
    writer.close();
  });

  test('goes on in its emptied segment where no other can be made, and what stands there is kept until it is acknowledged', async () => {
    const { writer, write } = setUp(1024 * 1024);
    write(10);
    const before = writer.position;
    const next = join(folder, '0000000002.seg');
    symlinkSync('/dev/full', next);
    // As after a write that failed: the segment is small, but it is all there is.
    writer.failing = 'ENOSPC';
    writer.releaseBehind(before);
    write(5);
    unlinkSync(next);
    expect(writer.position.segment).toBe(1);
    expect(writer.bytes).toBe(writer.position.offset - before.offset);
    const reader = new SpoolReader(folder, new Quarantine(folder, 'edge', createLogger({ service: 'test', level: 'silent' })));
    // As large as what was emptied: by size alone it would look done.
    expect((await reader.next(before))?.frames).toHaveLength(5);
    write(140);
    expect(writer.position.segment).toBe(2);
    writer.releaseBehind({ segment: 1, offset: writer.position.offset });
    expect(readdirSync(folder)).toContain('0000000001.seg');
    writer.releaseBehind({ segment: 2, offset: writer.position.offset });
    expect(readdirSync(folder)).not.toContain('0000000001.seg');
    writer.close();
  });
});
