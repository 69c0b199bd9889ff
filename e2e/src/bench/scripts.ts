// Benchmarks that live beside what they measure, each a program of its own: they write their rows into a file.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourcePath } from '@linqr/testing/typescript';
import type { Outcome } from './settings.js';

const running = new Set<ChildProcess>();

/** Ends every script that still runs, with all it started. */
export function endScripts(signal: NodeJS.Signals): void {
  for (const child of running) {
    try {
      // Each leads a process group of its own.
      process.kill(-child.pid!, signal);
    } catch {
      // Ended meanwhile.
    }
  }
}

/** Runs `node <args> --json <file>` from the repository's root; what it prints goes to stderr. Rejects when it fails or takes too long. */
export async function runScript(folder: string, args: string[], mostSeconds: number): Promise<Outcome> {
  const file = join(folder, `${args.findLast((arg) => /\.(mjs|ts)$/.test(arg))!.replaceAll(/\W/g, '-')}.json`);
  const child = spawn(process.execPath, [...args, '--json', file], {
    cwd: sourcePath('.'),
    stdio: ['ignore', 2, 2],
    detached: true,
    // Its own temporary folders go with the run's, however it ends.
    env: { ...process.env, TMPDIR: folder },
  });
  running.add(child);
  const timer = setTimeout(() => endScripts('SIGKILL'), mostSeconds * 1_000);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  running.delete(child);
  // A bar that was missed is a row, not a failure.
  if (!existsSync(file)) throw new Error(`${args.join(' ')} ended with ${signal ?? code} and no figures`);
  return JSON.parse(readFileSync(file, 'utf8')) as Outcome;
}
