// Processes as a launcher or Kubernetes sees them: started, told to stop, killed parents, bad configuration.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';

interface Started {
  process: ChildProcess;
  output: () => string;
  messages: unknown[];
  /** Exit code, or the signal that ended it. */
  end: Promise<number | string>;
}

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

function start(script: string, args: string[], env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env['PATH'], ...env },
  });
  running.push(child);
  let text = '';
  const messages: unknown[] = [];
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    text += chunk;
  });
  child.on('message', (message) => messages.push(message));
  const end = new Promise<number | string>((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal ?? 'nothing')));
  return { process: child, output: () => text, messages, end };
}

describe('a process', () => {
  const ready = async (how: string): Promise<Started> => {
    const child = start('lifecycle-process.mjs', [how]);
    await eventually(() => child.output().includes('ready'));
    return child;
  };

  it('tells the launcher where it listens', async () => {
    const child = await ready('closes');
    await eventually(() => child.messages.length === 1);
    expect(child.messages).toEqual([{ type: 'ready', addresses: { port: 7 } }]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('closes what it opened and ends with 0 on %s', async (signal) => {
    const child = await ready('closes');
    child.process.kill(signal);
    expect(await child.end).toBe(0);
    await eventually(() => child.output().includes('closed'));
  });

  it('closes what it opened when its launcher is gone', async () => {
    const child = await ready('closes');
    child.process.disconnect();
    expect(await child.end).toBe(0);
    await eventually(() => child.output().includes('closed'));
  });

  it('takes a Ctrl-C that arrives twice, and a launcher that goes right after, for one wish', async () => {
    const child = await ready('closes');
    child.process.kill('SIGINT');
    child.process.kill('SIGTERM');
    child.process.disconnect();
    expect(await child.end).toBe(0);
    await eventually(() => child.output().includes('closed'));
  });

  it('ends at once on a signal that is repeated after a moment', async () => {
    const child = await ready('waits');
    child.process.kill('SIGTERM');
    await eventually(() => child.output().includes('closing'));
    const repeat = setInterval(() => child.process.kill('SIGTERM'), 400);
    expect(await child.end).toBe(1);
    clearInterval(repeat);
  });

  it('ends with 1 when closing takes longer than the grace period', async () => {
    const child = await ready('hangs');
    child.process.kill('SIGTERM');
    expect(await child.end).toBe(1);
  });

  it('ends with 1 on a rejection nobody handles, rather than go on in an unknown state', async () => {
    expect(await start('lifecycle-process.mjs', ['rejects']).end).toBe(1);
  });
});

describe('a service', () => {
  it('ends with 1 and every configuration problem when it cannot start', async () => {
    const child = start('service-process.mjs', [], { GRPC_PORT: 'x', LOG_LEVEL: 'loud' });
    expect(await child.end).toBe(1);
    await eventually(() => child.output().includes('GRPC_PORT'));
    await eventually(() => child.output().includes('LOG_LEVEL'));
  });

  it('closes what was open already, and ends with 1, when its start fails half-way', async () => {
    const child = start('service-process.mjs', ['fails'], { LOG_LEVEL: 'info' });
    expect(await child.end).toBe(1);
    await eventually(() => child.output().includes('resource closed'));
    await eventually(() => child.output().includes('start failed'));
  });
});
