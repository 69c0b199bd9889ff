// The load generator of the redirect's benchmark, for a running product.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sourcePath } from '@linqr/testing/typescript';

export interface Load {
  port: number;
  host: string;
  paths: string[];
  durationS: number;
  connections: number;
  /** Requests a second, spread evenly. */
  rate: number;
  /** Latencies of the first seconds are left out. */
  afterS?: number;
}

export interface LoadResult {
  requests: number;
  errors: number;
  /** Milliseconds from when a request was due. */
  p50: number;
  p99: number;
}

export async function generateLoad(load: Load): Promise<LoadResult> {
  const child = spawn(process.execPath, [sourcePath('services/redirect/bench/bench.generator.mjs'), JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`the load generator ended with ${code}`);
  return JSON.parse(text) as LoadResult;
}
