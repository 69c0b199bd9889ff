import { Worker } from 'node:worker_threads';
import { AppError } from '@linqr/platform/errors';
import type { Logger } from '@linqr/platform/logging';
import { Gauge, Histogram, type Registry } from '@linqr/platform/management';
import type { RenderReply, RenderRequest, RenderResult, RenderTask } from './render-task.js';

/** A 4,096-pixel image takes a second or two; what takes longer than this hangs. */
const DEFAULT_TASK_TIMEOUT_MS = 15_000;
/** Tasks that wait; more are turned away at once. */
const MAX_WAITING = 500;

export interface RenderPoolOptions {
  /** Threads. */
  size: number;
  logger: Logger;
  registry: Registry;
  /** Longest a drawing may take before its thread is ended. */
  taskTimeoutMs?: number;
  /** Node arguments of the threads; a test runs them from sources. */
  execArgv?: string[];
}

interface Job {
  readonly task: RenderTask;
  readonly resolve: (result: RenderResult) => void;
  readonly reject: (error: AppError) => void;
}

interface Thread {
  readonly worker: Worker;
  /** Has loaded its code. */
  ready: boolean;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Threads that draw, so that no request waits for another's picture on the event loop. First come, first served; a thread
 * that hangs or dies is replaced and only its own task fails.
 */
export class RenderPool {
  private readonly waiting: Job[] = [];
  private readonly threads = new Set<Thread>();
  private stopped = false;
  private sequence = 0;
  private readonly duration: Histogram<'kind'>;

  constructor(private readonly options: RenderPoolOptions) {
    const { waiting } = this;
    new Gauge({
      name: 'qr_render_waiting',
      help: 'Drawings that wait for a thread',
      registers: [options.registry],
      collect() {
        this.set(waiting.length);
      },
    });
    this.duration = new Histogram({
      name: 'qr_render_duration_seconds',
      help: 'Time a drawing took, waiting included',
      labelNames: ['kind'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [options.registry],
    });
    for (let at = 0; at < options.size; at += 1) this.addThread();
  }

  /** PART_UNAVAILABLE when too many wait, or when the drawing failed or took too long. */
  async run(task: RenderTask): Promise<RenderResult> {
    if (this.stopped || this.waiting.length >= MAX_WAITING) throw busy('the drawing queue is full or closed');
    const end = this.duration.startTimer({ kind: task.kind === 'image' ? task.format : task.kind });
    try {
      return await new Promise<RenderResult>((resolve, reject) => {
        this.waiting.push({ task, resolve, reject });
        this.assign();
      });
    } finally {
      end();
    }
  }

  /** Turns away what waits, and ends the threads. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const job of this.waiting.splice(0)) job.reject(busy('stopping'));
    await Promise.all(
      [...this.threads].map(async (thread) => {
        this.release(thread)?.reject(busy('stopping'));
        await thread.worker.terminate();
      }),
    );
  }

  private addThread(): void {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const worker = new Worker(new URL(`./render.worker.${extension}`, import.meta.url), {
      name: 'qr-render',
      ...(this.options.execArgv ? { execArgv: this.options.execArgv } : {}),
    });
    const thread: Thread = { worker, ready: false, job: undefined, timer: undefined };
    this.threads.add(thread);
    worker.on('message', (reply: RenderReply) => {
      thread.ready = true;
      this.finish(thread, reply);
    });
    worker.on('error', (error) => this.options.logger.error({ err: error }, 'drawing thread failed'));
    worker.on('exit', () => this.replace(thread, 'the drawing thread ended'));
  }

  private assign(): void {
    for (const thread of this.threads) {
      if (thread.job || !thread.ready) continue;
      const job = this.waiting.shift();
      if (!job) return;
      thread.job = job;
      thread.timer = setTimeout(() => {
        this.options.logger.error({ kind: job.task.kind }, 'drawing took too long');
        // Native code cannot be interrupted: the thread may live on for a while, but nobody waits for it any more.
        this.replace(thread, 'the drawing took too long');
        void thread.worker.terminate();
      }, this.options.taskTimeoutMs ?? DEFAULT_TASK_TIMEOUT_MS);
      this.sequence += 1;
      thread.worker.postMessage({ id: this.sequence, task: job.task } satisfies RenderRequest);
    }
  }

  private finish(thread: Thread, reply: RenderReply): void {
    const job = this.release(thread);
    if ('result' in reply) job?.resolve(reply.result);
    else if ('failure' in reply) job?.reject(busy(reply.failure));
    this.assign();
  }

  private replace(thread: Thread, reason: string): void {
    if (!this.threads.delete(thread)) return;
    this.release(thread)?.reject(busy(reason));
    // A thread that dies at once must not be started as fast as it dies.
    if (!this.stopped) setTimeout(() => this.stopped || this.addThread(), 100).unref();
  }

  private release(thread: Thread): Job | undefined {
    const { job } = thread;
    clearTimeout(thread.timer);
    thread.job = undefined;
    return job;
  }
}

function busy(internal: string): AppError {
  return new AppError('PART_UNAVAILABLE', 'The image could not be drawn right now. Please try again shortly.', {
    internal,
    retryAfterSeconds: 1,
  });
}
