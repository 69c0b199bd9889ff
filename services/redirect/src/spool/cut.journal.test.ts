import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { CutJournal } from './cut.journal.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const stretch = (from: number, to: number, segment = 1) => ({
  segment,
  from,
  to,
  cutAtMs: 1_000 + from,
  maxClicks: 1000,
  maxBytes: 65_536,
});
async function reopened(): Promise<CutJournal> {
  const journal = await CutJournal.open(folder, false);
  await journal.close();
  return journal;
}

test('a cut survives the process, with its id, until it is acknowledged', async () => {
  const journal = await CutJournal.open(folder, true);
  expect([journal.open, journal.acknowledged]).toEqual([undefined, { segment: 0, offset: 0 }]);
  const cut = await journal.cut(stretch(8, 100));
  expect((await reopened()).open).toEqual(cut);
  expect((await reopened()).acknowledged).toEqual({ segment: 1, offset: 8 });
  await journal.acknowledge();
  expect((await reopened()).open).toBeUndefined();
  expect((await reopened()).acknowledged).toEqual({ segment: 1, offset: 100 });
  await journal.close();
});

test('stays as small as it was made, however many cuts it sees, so that a full disk cannot stop it', async () => {
  const journal = await CutJournal.open(folder, false);
  const { size } = statSync(join(folder, 'cuts.ring'));
  for (let i = 0; i < 700; i++) {
    await journal.cut(stretch(i, i + 1));
    await journal.acknowledge();
  }
  await journal.close();
  expect(statSync(join(folder, 'cuts.ring')).size).toBe(size);
  expect((await reopened()).acknowledged).toEqual({ segment: 1, offset: 700 });
});

test('a slot that was damaged while it was written counts as never written', async () => {
  const journal = await CutJournal.open(folder, false);
  await journal.cut(stretch(8, 50));
  await journal.acknowledge();
  await journal.cut(stretch(50, 90));
  await journal.close();
  const path = join(folder, 'cuts.ring');
  const sound = readFileSync(path);
  for (let byte = 0; byte < 64; byte++) {
    const damaged = Buffer.from(sound);
    damaged[3 * 64 + byte]! ^= 0xff;
    writeFileSync(path, damaged);
    const journal = await reopened();
    expect([journal.open, journal.acknowledged]).toEqual([undefined, { segment: 1, offset: 50 }]);
  }
});

test('a file that is no journal is a fresh start', async () => {
  writeFileSync(join(folder, 'cuts.ring'), 'nothing of the kind'.repeat(100));
  expect((await reopened()).acknowledged).toEqual({ segment: 0, offset: 0 });
});
