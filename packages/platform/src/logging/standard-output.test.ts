import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { standardOutput } from './standard-output.js';

describe('standardOutput', () => {
  it('writes whole lines in order', () => {
    const folder = mkdtempSync(join(tmpdir(), 'linqr-output-'));
    const path = join(folder, 'out');
    const fd = openSync(path, 'w');
    const output = standardOutput(fd);
    const lines = Array.from({ length: 200 }, (_, i) => `${i} ${'é'.repeat(500)}\n`);
    for (const line of lines) output.write(line);
    closeSync(fd);
    expect(readFileSync(path, 'utf8')).toBe(lines.join(''));
    rmSync(folder, { recursive: true });
  });

  it('neither throws nor waits when nobody reads any more', async () => {
    const reader = spawn('sh', ['-c', 'exit 0'], { stdio: ['pipe', 'ignore', 'ignore'] });
    const fd = (reader.stdin as unknown as { _handle: { fd: number } })._handle.fd;
    await new Promise((resolve) => reader.once('exit', resolve));
    reader.stdin.on('error', () => {});
    const output = standardOutput(fd);
    const started = Date.now();
    for (let i = 0; i < 1_000; i++) output.write('into the void\n');
    expect(Date.now() - started).toBeLessThan(2_000);
  });

  it('loses lines rather than time when nobody reads for long, and goes on when somebody does', async () => {
    const reader = spawn('sh', ['-c', 'read -r go; cat'], { stdio: ['pipe', 'pipe', 'ignore'] });
    const fd = (reader.stdin as unknown as { _handle: { fd: number } })._handle.fd;
    let read = '';
    reader.stdout.on('data', (data: Buffer) => {
      read += data.toString();
    });
    reader.kill('SIGSTOP');
    const output = standardOutput(fd);
    const started = Date.now();
    for (let i = 0; i < 5_000; i++) output.write(`${'x'.repeat(200)}\n`);
    expect(Date.now() - started).toBeLessThan(3_000);
    reader.kill('SIGCONT');
    while (!read.includes('the end')) {
      output.write('the end\n');
      await new Promise((resolve) => setImmediate(resolve));
    }
    reader.kill('SIGKILL');
  });
});
