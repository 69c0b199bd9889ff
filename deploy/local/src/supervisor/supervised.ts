// One process that is kept running: started, watched, started again after a crash, stopped.
import { type ChildProcess, fork } from 'node:child_process';
import { endProcess, isAlive, waitForEnd } from '@linqr/embedded/process';
import { BackOff, type BackOffOptions } from './back-off.js';
import { likelyReason } from './likely-reason.js';
import { eachLine } from './lines.js';
import type { LogFile } from './log-file.js';

export interface SupervisedOptions {
  name: string;
  /** Program; started with IPC, announces itself with `{ type: 'ready', addresses }`, ends when IPC disconnects. */
  entry: string;
  nodeArguments: string[];
  environment: Record<string, string>;
  log: LogFile;
  /** Each line the process writes. */
  onLine: (name: string, line: string) => void;
  /** Told in words: crashes and restarts. */
  onEvent: (text: string) => void;
  /** After each change of the process id. */
  onProcessChange: () => void;
  backOff?: BackOffOptions;
}

export type Addresses = Record<string, number | string>;

export class Supervised {
  private child: ChildProcess | undefined;
  private stopping = false;
  private restartTimer: NodeJS.Timeout | undefined;
  private readonly backOff: BackOff;
  private announceFirst!: (addresses: Addresses) => void;
  private ready = false;
  private said: string[] = [];
  private reason = '';
  /** Resolves at the first announcement, also when crashes came before it. */
  readonly firstReady: Promise<Addresses>;

  constructor(private readonly options: SupervisedOptions) {
    this.backOff = new BackOff(options.backOff);
    this.firstReady = new Promise((resolve) => {
      this.announceFirst = resolve;
    });
  }

  get name(): string {
    return this.options.name;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  get isReady(): boolean {
    return this.ready;
  }

  /** Crashes in a row. */
  get crashes(): number {
    return this.backOff.inARow;
  }

  /** Why it ended the last time, in its own words. */
  get lastReason(): string {
    return this.reason;
  }

  start(): void {
    const { name, entry, environment, nodeArguments, log } = this.options;
    const startedAt = Date.now();
    // Detached: a session of its own, so that Ctrl-C reaches the launcher only and the order of stopping is ours.
    const child = fork(entry, { env: environment, execArgv: nodeArguments, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], detached: true });
    this.child = child;
    const take = (line: string) => {
      log.write(`${line}\n`);
      this.said = [...this.said.slice(-40), line];
      this.options.onLine(name, line);
    };
    if (child.stdout) eachLine(child.stdout, take);
    if (child.stderr) eachLine(child.stderr, take);
    child.on('message', (message: { type?: string; addresses?: Addresses }) => {
      if (message?.type !== 'ready') return;
      const again = this.backOff.inARow > 0;
      this.ready = true;
      if (again) this.options.onEvent(`${name} is ready again`);
      this.announceFirst(message.addresses ?? {});
    });
    let over = false;
    const ended = (how: string) => {
      if (over) return;
      over = true;
      this.child = undefined;
      this.ready = false;
      this.options.onProcessChange();
      if (!this.stopping) this.restartLater(how, Date.now() - startedAt);
    };
    child.once('exit', (code, signal) => ended(signal ? `was killed by ${signal}` : `ended with code ${code}`));
    child.once('error', (error) => ended(`could not be started: ${error.message}`));
    this.options.onProcessChange();
  }

  private restartLater(how: string, ranMs: number): void {
    const waitMs = this.backOff.next(ranMs);
    const reason = likelyReason(this.said);
    this.options.onEvent(`${this.name} ${how}; starting it again in ${(waitMs / 1_000).toFixed(1)} s`);
    // The same reason again and again tells nothing new.
    if (reason && reason !== this.reason) this.options.onEvent(reason.replace(/^/gm, '    '));
    this.reason = reason;
    this.said = [];
    this.restartTimer = setTimeout(() => this.start(), waitMs);
  }

  /** SIGTERM, and SIGKILL when the process is still there after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    clearTimeout(this.restartTimer);
    const pid = this.child?.pid;
    if (!pid || !isAlive(pid)) return;
    if (await endProcess(pid, 'SIGTERM', graceMs)) return;
    this.options.onEvent(`${this.name} did not stop within ${Math.round(graceMs / 1_000)} s and was killed`);
    await this.kill();
  }

  /** At once, and with everything it started in its process group. */
  async kill(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.restartTimer);
    const pid = this.child?.pid;
    if (!pid) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {}
    await waitForEnd(pid, 5_000);
  }
}
