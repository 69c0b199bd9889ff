import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '@linqr/platform/logging';
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
});
