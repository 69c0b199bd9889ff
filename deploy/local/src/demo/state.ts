// What the demo has done to this data, so that repeating it adds nothing twice.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoLink } from './click-maker.js';

export interface DemoRun {
  /** Where its 90 days end. */
  endMs: number;
  /** Batches the bus has. */
  batches: number;
  clicks: number;
  done: boolean;
}

export interface DemoState {
  email: string;
  password: string;
  /** By their place in the list. */
  links: DemoLink[];
  /** Runs by what was asked for. */
  runs: Record<string, DemoRun>;
}

const pathOf = (dataFolder: string) => join(dataFolder, 'secrets', 'demo.json');

export function readState(dataFolder: string): DemoState | undefined {
  try {
    return JSON.parse(readFileSync(pathOf(dataFolder), 'utf8')) as DemoState;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${pathOf(dataFolder)} cannot be read: ${(error as Error).message}`);
  }
}

export function writeState(dataFolder: string, state: DemoState): void {
  const path = pathOf(dataFolder);
  writeFileSync(`${path}.part`, JSON.stringify(state, null, 2), { mode: 0o600 });
  renameSync(`${path}.part`, path);
}
