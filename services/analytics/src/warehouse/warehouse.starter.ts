import type { Logger } from '@linqr/platform/logging';

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/** Repeats a start until it succeeds or is stopped: ClickHouse not being there yet makes a process unready, not dead. */
export class WarehouseStarter {
  private ready = false;
  private stopped = false;
  private wake: () => void = () => undefined;
  private running: Promise<void> | undefined;
  private reason = 'not started';

  constructor(
    private readonly prepare: () => Promise<void>,
    private readonly logger: Logger,
  ) {}

  get isReady(): boolean {
    return this.ready;
  }

  /** Resolves when ready, or stopped. */
  start(): Promise<void> {
    this.running ??= this.run();
    return this.running;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.running;
  }

  /** For readiness: why not. */
  requireReady(): void {
    if (!this.ready) throw new Error(this.reason);
  }

  private async run(): Promise<void> {
    for (let delayMs = FIRST_RETRY_MS; !this.stopped && !this.ready; delayMs = Math.min(delayMs * 2, LONGEST_RETRY_MS)) {
      try {
        await this.prepare();
        this.ready = true;
      } catch (error) {
        this.reason = (error as Error).message;
        this.logger.warn({ err: error }, 'the warehouse is not ready yet');
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, delayMs);
          this.wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    }
  }
}
