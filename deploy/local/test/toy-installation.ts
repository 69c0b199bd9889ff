// Starts the toy launcher as a process of its own and looks at it from outside.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, waitForEnd } from '@linqr/embedded/process';
import { eventually } from '@linqr/testing/eventually';
import { sourcePath, typescriptArguments } from '@linqr/testing/typescript';
import type { InstallationFile } from '../src/launcher/run-files.js';

export interface ToyOptions {
  /** This part does not stop when told to. */
  slow?: string;
  withStores?: boolean;
  environment?: Record<string, string>;
}

const launchers: ChildProcess[] = [];
const folders: string[] = [];

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'linqr-toy-'));
  folders.push(folder);
  return folder;
}

export class Toy {
  output = '';

  private constructor(
    readonly folder: string,
    readonly child: ChildProcess,
  ) {}

  static start(folder: string, options: ToyOptions = {}): Toy {
    const args = [...typescriptArguments(), sourcePath('deploy/local/test/toy/main.ts')];
    args.push(sourcePath('deploy/local'), options.slow ?? '', options.withStores ? 'stores' : '');
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env['PATH'], PORT: '0', EDGE_PORT: '0', LINQR_DATA_DIR: folder, ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that a test can press Ctrl-C on all of it as a terminal does.
      detached: true,
    });
    launchers.push(child);
    const toy = new Toy(folder, child);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => {
        toy.output += data.toString();
      });
    return toy;
  }

  get pid(): number {
    return this.child.pid!;
  }

  async ready(): Promise<InstallationFile> {
    const file = await eventually(
      () => {
        if (this.child.exitCode !== null) return undefined;
        const file = JSON.parse(readFileSync(join(this.folder, 'run/installation.json'), 'utf8')) as InstallationFile;
        return file.pid === this.pid ? file : false;
      },
      { timeoutMs: 25_000 },
    );
    if (!file) throw new Error(`The launcher ended: ${this.output}`);
    return file;
  }

  /** Exit code of the launcher. */
  async end(timeoutMs = 25_000): Promise<number | null> {
    await eventually(() => this.child.exitCode !== null || this.child.signalCode !== null, { timeoutMs });
    return this.child.exitCode;
  }

  processes(): { name: string; pid: number }[] {
    return JSON.parse(readFileSync(join(this.folder, 'run/processes.json'), 'utf8'));
  }

  journal(): string[] {
    try {
      return readFileSync(join(this.folder, 'journal'), 'utf8').trim().split('\n');
    } catch {
      return [];
    }
  }
}

/** Nothing of a failed test stays behind. */
export async function endEverything(): Promise<void> {
  for (const child of launchers.splice(0)) {
    if (child.pid && isAlive(child.pid)) {
      child.kill('SIGTERM');
      if (!(await waitForEnd(child.pid, 15_000))) child.kill('SIGKILL');
    }
  }
  for (const folder of folders.splice(0)) await eventually(() => rmSync(folder, { recursive: true, force: true }));
}
