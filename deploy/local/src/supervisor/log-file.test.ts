import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eachLine } from './lines.js';
import { LogFile } from './log-file.js';

describe('logs of a process', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'linqr-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('never take more than two files of the limit', () => {
    const path = join(folder, 'a.log');
    const log = new LogFile(path, 100);
    for (let i = 0; i < 100; i++) log.write(`line ${String(i).padStart(3, '0')}\n`);
    log.close();
    expect(statSync(path).size).toBeLessThanOrEqual(110);
    expect(statSync(`${path}.1`).size).toBeLessThanOrEqual(110);
    expect(readFileSync(path, 'utf8')).toContain('line 099');
  });

  it('come in whole lines, the last one too', async () => {
    const stream = new PassThrough();
    const lines: string[] = [];
    eachLine(stream, (line) => lines.push(line));
    for (const piece of ['one\ntw', 'o\nthr', 'ee']) stream.write(piece);
    stream.end();
    await new Promise((resolve) => stream.once('end', resolve));
    expect(lines).toEqual(['one', 'two', 'three']);
  });
});
