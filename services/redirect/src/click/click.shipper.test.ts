import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { EventBus, OutgoingRecord } from '@linqr/platform/bus';
import { createLogger } from '@linqr/platform/logging';
import { ClickBatch } from '@linqr/proto/events/v1/click';
import { eventually } from '@linqr/testing/eventually';
import { CutJournal } from '../spool/cut.journal.js';
import { Quarantine } from '../spool/quarantine.js';
import { SpoolReader } from '../spool/spool.reader.js';
import { SpoolWriter } from '../spool/spool.writer.js';
import { CLICK_FIELD, textField } from './click.fields.js';
import { ClickShipper } from './click.shipper.js';

const logger = createLogger({ service: 'test', level: 'silent' });
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shipper-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The end of a bus that counts here: it stores what it is told to store, then answers or does not. */
class Log {
  readonly stored: OutgoingRecord[][] = [];
  answer: (records: OutgoingRecord[]) => Promise<void> = async () => {};
  readonly bus = {
    publish: async (_topic: string, records: OutgoingRecord[]) => {
      this.stored.push(records);
      await this.answer(records);
    },
  } as unknown as EventBus;

  clicks(): string[] {
    const seen = new Set<string>();
    const ids: string[] = [];
    for (const { value } of this.stored.flat()) {
      const batch = ClickBatch.decode(value);
      if (seen.has(batch.batchId)) continue;
      seen.add(batch.batchId);
      ids.push(...batch.clicks.map((c) => c.id));
    }
    return ids.sort();
  }
}

function openWriter(maxBytes = 64 * 1024 * 1024, onWritten = () => {}): SpoolWriter {
  return new SpoolWriter({ folder, maxBytes, heldBytes: () => 0, sync: false, logger, onWritten });
}
let numbers = 0;
function append(writer: SpoolWriter, count: number): string[] {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const id = `click-${String(++numbers).padStart(9, '0')}`;
    const bytes = textField(CLICK_FIELD.id, id);
    const at = writer.reserve(Date.now());
    writer.buffer[at] = numbers % 12;
    writer.buffer.writeUInt16LE(bytes.length, at + 1);
    bytes.copy(writer.buffer, at + 3);
    writer.commit(at + 3 + bytes.length);
    ids.push(id);
  }
  writer.flush(Date.now());
  return ids;
}
async function ship(log: Log, writer?: SpoolWriter) {
  const journal = await CutJournal.open(folder, false);
  const quarantine = new Quarantine(folder, 'edge-0.ab', logger);
  const shipper = new ClickShipper({
    edgeId: 'edge-0.ab',
    journal,
    reader: new SpoolReader(folder, quarantine),
    bus: log.bus,
    logger,
    end: () => writer?.position,
    release: (acknowledged) => writer?.releaseBehind(acknowledged),
  });
  shipper.start();
  return { shipper, journal, quarantine };
}

describe('shipping', () => {
  test('a batch whose answer was lost goes out again with the same id and the same bytes, by this process and by the next', async () => {
    const writer = openWriter();
    const ids = append(writer, 100);
    writer.close();
    const log = new Log();
    let attempts = 0;
    log.answer = async () => {
      attempts++;
      throw new Error('stored, but nobody was told');
    };
    const first = await ship(log);
    await eventually(() => attempts >= 3);
    // As if it was killed: nothing more is written down.
    expect(await first.shipper.drain(0)).toBe(false);
    await first.journal.close();
    log.answer = async () => {};
    const second = await ship(log);
    expect(await second.shipper.finished()).toBe(true);
    await second.journal.close();
    const attempt = (records: OutgoingRecord[]) => records.map((r) => [r.key, Buffer.from(r.value).toString('hex')]);
    expect(log.stored.length).toBeGreaterThanOrEqual(4);
    for (const records of log.stored) expect(attempt(records)).toEqual(attempt(log.stored[0]!));
    expect(log.clicks()).toEqual(ids);
  });

  test('what is damaged after it was cut is set aside and counted once, however often the cut is tried', async () => {
    const writer = openWriter();
    const ids = Array.from({ length: 5 }, () => append(writer, 1)[0]!);
    writer.close();
    const log = new Log();
    log.answer = () => Promise.reject(new Error('down'));
    const first = await ship(log);
    await eventually(() => log.stored.length > 0);
    await first.shipper.drain(0);
    await first.journal.close();
    const segment = join(folder, '0000000001.seg');
    const bytes = readFileSync(segment);
    bytes[bytes.indexOf(ids[2]!) + 3]! ^= 1;
    // Behind the cut: the start of a frame whose process was killed while writing it.
    writeFileSync(segment, Buffer.concat([bytes, bytes.subarray(8, 16)]));
    log.stored.length = 0;
    log.answer = async () => {
      if (log.stored.length < 3) throw new Error('still down');
    };
    const second = await ship(log);
    expect(await second.shipper.finished()).toBe(true);
    await second.journal.close();
    expect(log.clicks()).toEqual(ids.filter((_, i) => i !== 2));
    expect([second.quarantine.corrupt, second.quarantine.torn]).toEqual([1, 1]);
    expect(readdirSync(join(folder, 'quarantine'))).toHaveLength(1);
  });

  test('what came after an open cut never gets into it', async () => {
    const writer = openWriter();
    const early = append(writer, 10);
    const log = new Log();
    log.answer = () => Promise.reject(new Error('down'));
    const first = await ship(log, writer);
    first.shipper.notify(Date.now());
    await eventually(() => log.stored.length > 0);
    const late = append(writer, 10);
    await first.shipper.drain(0);
    await first.journal.close();
    writer.close();
    log.answer = async () => {};
    const second = await ship(log);
    await second.shipper.finished();
    await second.journal.close();
    expect(log.clicks()).toEqual([...early, ...late]);
    const firstIds = new Set(log.stored[0]!.map((r) => ClickBatch.decode(r.value).batchId));
    for (const { value } of log.stored.flat()) {
      const batch = ClickBatch.decode(value);
      for (const click of batch.clicks) expect(firstIds.has(batch.batchId)).toBe(early.includes(click.id));
    }
  });

  test('many segments go out in order of time and are deleted behind what is acknowledged', async () => {
    const writer = openWriter(1024 * 1024);
    const ids: string[] = [];
    for (let i = 0; i < 40; i++) ids.push(...append(writer, 500));
    const segments = () => readdirSync(folder).filter((name) => name.endsWith('.seg'));
    expect(segments().length).toBeGreaterThan(3);
    const log = new Log();
    const { shipper, journal } = await ship(log, writer);
    shipper.notify(Date.now());
    await eventually(() => log.clicks().length === ids.length);
    expect(await shipper.drain(5_000)).toBe(true);
    expect(segments()).toHaveLength(1);
    expect(writer.bytes).toBeLessThan(200_000);
    expect(log.clicks()).toEqual(ids);
    writer.close();
    await journal.close();
  });

  test('a lone click leaves soon, and many leave together', async () => {
    const log = new Log();
    let shipper: ClickShipper | undefined;
    const writer = openWriter(64 * 1024 * 1024, () => shipper?.notify(Date.now()));
    const shipping = await ship(log, writer);
    shipper = shipping.shipper;
    const started = performance.now();
    append(writer, 1);
    await eventually(() => log.stored.length === 1, { intervalMs: 2 });
    expect(performance.now() - started).toBeLessThan(1_000);
    for (let i = 0; i < 50; i++) {
      append(writer, 200);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => log.clicks().length === 10_001);
    expect(log.stored.length).toBeLessThan(12);
    await shipper.drain(1_000);
    writer.close();
    await shipping.journal.close();
  });
});

describe('a spool that is full', () => {
  test('drops and counts exactly what does not fit, and takes clicks again once there is room', async () => {
    const writer = openWriter(256 * 1024);
    const kept: string[] = [];
    while (writer.dropped === 0) {
      const ids = append(writer, 100);
      if (writer.dropped === 0) kept.push(...ids);
    }
    append(writer, 100);
    expect([writer.dropped, writer.appended, writer.failing]).toEqual([200, kept.length, 'full']);
    expect(writer.bytes).toBeLessThanOrEqual(256 * 1024);
    const log = new Log();
    const { shipper, journal } = await ship(log, writer);
    shipper.notify(Date.now());
    await eventually(() => log.clicks().length === kept.length);
    await eventually(() => writer.bytes < 200_000);
    kept.push(...append(writer, 100));
    expect([writer.dropped, writer.failing]).toEqual([200, undefined]);
    shipper.notify(Date.now());
    await shipper.drain(5_000);
    expect(log.clicks()).toEqual(kept);
    writer.close();
    await journal.close();
  });
});
