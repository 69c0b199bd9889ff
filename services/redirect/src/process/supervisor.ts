// Several edge processes on one port (node:cluster). The supervisor serves no request: it starts the processes, starts one
// again that ended, shows their figures on the one management port and stops them.
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Lifecycle } from '@linqr/platform/lifecycle';
import type { Logger } from '@linqr/platform/logging';
import type { Management, Registry } from '@linqr/platform/management';
import type { EdgeConfig } from '../config.js';
import { StartProblem } from './start.problem.js';

const MAX_BACKOFF_MS = 10_000;
/** A process that ran this long starts with a short back-off again. */
const STEADY_MS = 30_000;
const REPORT_TIMEOUT_MS = 1_500;

interface Runtime {
  config: EdgeConfig;
  logger: Logger;
  lifecycle: Lifecycle;
  management: Management;
}

interface Sample {
  value: number;
  labels: Record<string, string | number>;
  metricName?: string;
}
interface Metric {
  name: string;
  help: string;
  type: string;
  values: Sample[];
}
type ToSupervisor =
  | { type: 'ready'; addresses: { edgePort: number } }
  | { type: 'problem'; message: string }
  | { type: 'report'; id: number; ok: boolean; checks: Record<string, string>; metrics: Metric[] };
type ToWorker = { type: 'report'; id: number } | { type: 'stop' };

/** In a worker: does what the supervisor asks. */
export function answerSupervisor({ lifecycle, management }: Runtime): void {
  process.on('message', (message: ToWorker) => {
    if (message.type === 'stop') void lifecycle.stop('supervisor stops').then(() => process.exit(0));
    if (message.type === 'report') void report(management, message.id);
  });
  // Ctrl-C reaches the whole group; only the supervisor acts on it, once.
  process.removeAllListeners('SIGINT');
  process.on('SIGINT', () => {});
}

/** In a worker: says why it does not start. */
export function tellProblem(message: string): Promise<void> {
  return new Promise((resolve) => {
    process.send?.({ type: 'problem', message } satisfies ToSupervisor, () => resolve());
  });
}

async function report(management: Management, id: number): Promise<void> {
  const { ok, checks } = await management.report('ready');
  const metrics = ((await management.registry.getMetricsAsJSON()) as unknown as Metric[]).filter((m) => m.name.startsWith('linqr_edge_'));
  process.send?.({ type: 'report', id, ok, checks, metrics } satisfies ToSupervisor);
}

/** Resolves with the public port once every process listens. */
export async function startSupervisor({ config, logger, lifecycle, management }: Runtime): Promise<number> {
  const seats = Array.from({ length: config.EDGE_PROCESSES }, (_, slot) => new Seat(slot, logger));
  lifecycle.onClose('edge processes', () => Promise.all(seats.map((seat) => seat.stop(config.SHUTDOWN_GRACE_SECONDS * 900))));
  const ports = await Promise.all(seats.map((seat) => seat.start()));
  management.addCheck({
    name: 'processes',
    kind: 'ready',
    check: async () => {
      for (const seat of seats) {
        const answer = await seat.report();
        if (!answer?.ok) throw new Error(`process ${seat.slot}: ${answer ? JSON.stringify(answer.checks) : 'no answer'}`);
      }
    },
  });
  showMetrics(management.registry, seats, (await seats[0]!.report())?.metrics ?? []);
  return ports[0]!;
}

/** One metric of the supervisor's registry for each of the processes', with the process as a label. */
function showMetrics(registry: Registry, seats: Seat[], shapes: Metric[]): void {
  let gathered: { atMs: number; reports: Promise<(Metric[] | undefined)[]> } | undefined;
  const gather = () => {
    if (!gathered || Date.now() - gathered.atMs > 500) {
      gathered = { atMs: Date.now(), reports: Promise.all(seats.map(async (seat) => (await seat.report())?.metrics)) };
    }
    return gathered.reports;
  };
  for (const { name, help, type } of shapes) {
    registry.registerMetric({
      name,
      help,
      type,
      aggregator: 'sum',
      reset() {},
      async get() {
        const values = (await gather()).flatMap((metrics, process) =>
          (metrics?.find((m) => m.name === name)?.values ?? []).map((v) => ({ ...v, labels: { ...v.labels, process } })),
        );
        return { name, help, type, aggregator: 'sum', values };
      },
    } as unknown as Parameters<Registry['registerMetric']>[0]);
  }
}

/** The place of one process, whichever holds it. */
class Seat {
  private worker: Worker | undefined;
  private stopping = false;
  private backoffMs = 100;
  private reports = 0;
  private readonly waiting = new Map<number, (answer: Extract<ToSupervisor, { type: 'report' }> | undefined) => void>();

  constructor(
    readonly slot: number,
    private readonly logger: Logger,
  ) {}

  /** Rejects only when the first process does not start; later ones are tried for ever. */
  start(): Promise<number> {
    return new Promise((resolve, reject) => {
      const startedAtMs = Date.now();
      let isReady = false;
      const worker = cluster.fork({ EDGE_SLOT: String(this.slot) });
      this.worker = worker;
      worker.on('message', (message: ToSupervisor) => {
        if (message.type === 'ready') {
          isReady = true;
          this.logger.info({ slot: this.slot, pid: worker.process.pid }, 'edge process ready');
          resolve(message.addresses.edgePort);
        } else if (message.type === 'problem') reject(new StartProblem(message.message));
        else if (message.type === 'report') this.settle(message.id, message);
      });
      worker.on('exit', (code, signal) => {
        for (const id of this.waiting.keys()) this.settle(id, undefined);
        if (this.stopping) return;
        if (!isReady) return reject(new StartProblem(`Edge process ${this.slot} did not start.`));
        if (Date.now() - startedAtMs > STEADY_MS) this.backoffMs = 100;
        this.logger.error({ slot: this.slot, code, signal, retryInMs: this.backoffMs }, 'edge process ended, starting it again');
        void this.again();
      });
    });
  }

  async report(): Promise<Extract<ToSupervisor, { type: 'report' }> | undefined> {
    const { worker } = this;
    if (!worker?.isConnected()) return undefined;
    const id = ++this.reports;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      worker.send({ type: 'report', id } satisfies ToWorker);
      setTimeout(() => this.settle(id, undefined), REPORT_TIMEOUT_MS).unref();
    });
  }

  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    const { worker } = this;
    if (!worker || worker.isDead()) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    if (worker.isConnected()) worker.send({ type: 'stop' } satisfies ToWorker);
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(timer);
  }

  private async again(): Promise<void> {
    await delay(this.backoffMs);
    this.backoffMs = Math.min(this.backoffMs * 2, MAX_BACKOFF_MS);
    if (this.stopping) return;
    this.start().catch(() => {
      if (!this.stopping) void this.again();
    });
  }

  private settle(id: number, answer: Extract<ToSupervisor, { type: 'report' }> | undefined): void {
    this.waiting.get(id)?.(answer);
    this.waiting.delete(id);
  }
}
