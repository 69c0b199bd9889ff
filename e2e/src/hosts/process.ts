// One process on one host: the product's own program, started, stopped, killed and started again on the same addresses.
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, isAlive } from '@linqr/embedded/process';
import { eventually } from '@linqr/testing/eventually';
import type { Network } from './network.js';
import { environmentOf, type Facts, type HostName, managementPort, type Part } from './topology.js';

const ROOT = join(import.meta.dirname, '../../..');
/** Generous: twenty processes may start at once on two cores. */
const START_TIMEOUT_MS = 240_000;
const MAX_STARTS = 3;
/** As the manifests' terminationGracePeriodSeconds, without the wait for endpoints. */
const STOP_TIMEOUT_MS = 30_000;

export class HostProcess {
  private child: ChildProcess | undefined;
  private wanted = false;
  /** Ends nobody asked for, and stops that had to be forced, in words. */
  readonly troubles: string[] = [];

  constructor(
    readonly part: Part,
    readonly host: HostName,
    private readonly network: Network,
    private readonly facts: Facts,
    private readonly logFolder: string,
  ) {}

  get name(): string {
    return `${this.host}/${this.part.name}`;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  get log(): string {
    return join(this.logFolder, `${this.host}-${this.part.name}.log`);
  }

  /** Until it says that it is ready and its management port says so too. A start that fails is tried again, as a kubelet does. */
  async start(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const child = this.spawn();
      this.child = child;
      this.wanted = true;
      let announced = false;
      child.on('message', (message: { type?: string }) => {
        if (message?.type === 'ready') announced = true;
      });
      const ended = () => child.exitCode !== null || child.signalCode !== null;
      const ready = await eventually(async () => (announced && (await this.isReady()) ? 'ready' : ended() ? 'ended' : false), {
        timeoutMs: START_TIMEOUT_MS,
        intervalMs: 100,
      });
      if (ready === 'ready') {
        child.once('exit', (code, signal) => {
          if (this.child === child && this.wanted) this.troubles.push(`${this.name} ended by itself with ${signal ?? code}`);
        });
        return;
      }
      if (attempt === MAX_STARTS) throw new Error(`${this.name} does not start: ${this.lastOutput()}`);
    }
  }

  async isReady(): Promise<boolean> {
    const url = `http://${this.network.address(this.host)}:${managementPort(this.part)}/healthz/ready`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000), headers: { connection: 'close' } }).catch(() => undefined);
    return answer?.status === 200;
  }

  /** SIGTERM and its end; answers with the milliseconds it took. */
  async stop(): Promise<number> {
    const pid = this.pid;
    const child = this.child;
    this.wanted = false;
    if (pid === undefined || !child || !isAlive(pid)) return 0;
    const startedMs = performance.now();
    if (!(await endProcess(pid, 'SIGTERM', STOP_TIMEOUT_MS))) {
      this.troubles.push(`${this.name} did not stop within ${STOP_TIMEOUT_MS / 1_000} s`);
      await endProcess(pid, 'SIGKILL', 10_000);
    }
    await eventually(() => child.exitCode !== null || child.signalCode !== null);
    // A stop that ran out of its grace ends with 1.
    if (child.exitCode !== null && child.exitCode !== 0) this.troubles.push(`${this.name} stopped with code ${child.exitCode}`);
    this.child = undefined;
    return performance.now() - startedMs;
  }

  async kill(): Promise<void> {
    this.wanted = false;
    if (this.pid !== undefined) await endProcess(this.pid, 'SIGKILL', 10_000);
    this.child = undefined;
  }

  private spawn(): ChildProcess {
    const output = openSync(this.log, 'a');
    appendFileSync(this.log, `--- ${new Date().toISOString()}\n`);
    const [file, all] = this.network.command(this.host, process.execPath, [
      `--max-old-space-size=${this.part.heapMb}`,
      join(ROOT, this.part.entry),
    ]);
    const child = spawn(file, all, {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        TZ: 'UTC',
        NODE_ENV: 'production',
        ...environmentOf(this.part, this.host, this.facts),
      } as NodeJS.ProcessEnv,
      // Over IPC it announces itself, and ends when this process is gone.
      stdio: ['ignore', output, output, 'ipc'],
    });
    closeSync(output);
    return child;
  }

  private lastOutput(): string {
    return readFileSync(this.log, 'utf8').slice(-1_500);
  }
}
