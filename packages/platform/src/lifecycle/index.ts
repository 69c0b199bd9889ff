// Start and stop of a process: closers run once, in reverse order, within a grace period.
import type { Logger } from '../logging/index.js';

const PARENT_GONE = 'parent gone';
/** Signals this close together are one wish to stop. */
const SAME_WISH_MS = 1_000;

export class Lifecycle {
  private readonly closers: { name: string; close: () => Promise<unknown> | unknown }[] = [];
  private stopping: Promise<void> | undefined;
  private readonly drainListeners: (() => void)[] = [];

  constructor(
    private readonly logger: Logger,
    private readonly graceMs: number,
  ) {}

  get isStopping(): boolean {
    return this.stopping !== undefined;
  }

  /** Registers a resource; the last one registered is closed first. */
  onClose(name: string, close: () => Promise<unknown> | unknown): void {
    this.closers.push({ name, close });
  }

  /** Called at once when a stop begins, before anything closes: turn readiness off. */
  onDrain(listener: () => void): void {
    this.drainListeners.push(listener);
  }

  /** Idempotent. Every closer is tried; one that fails is logged and does not keep the others open. */
  stop(reason: string): Promise<void> {
    this.stopping ??= (async () => {
      this.logger.info({ reason }, 'stopping');
      for (const listener of this.drainListeners) listener();
      for (const { name, close } of this.closers.reverse()) {
        try {
          await close();
        } catch (error) {
          this.logger.error({ err: error, resource: name }, 'closing failed');
        }
      }
      this.logger.info('stopped');
    })();
    return this.stopping;
  }

  /**
   * Ends the process on SIGTERM, SIGINT, or when the parent that started it over IPC is gone (a killed launcher leaves
   * no orphans). A signal repeated after a moment, or the grace period running out, ends it at once.
   */
  installSignalHandlers(): void {
    let askedMs: number | undefined;
    const end = (reason: string) => {
      if (askedMs !== undefined) {
        // One Ctrl-C arrives twice (from the terminal and from the launcher), and the launcher goes soon after.
        if (reason !== PARENT_GONE && performance.now() - askedMs > SAME_WISH_MS) process.exit(1);
        return;
      }
      askedMs = performance.now();
      const timer = setTimeout(() => {
        this.logger.error({ graceMs: this.graceMs }, 'stop took too long');
        process.exit(1);
      }, this.graceMs);
      timer.unref();
      void this.stop(reason).then(() => process.exit(0));
    };
    process.on('SIGTERM', () => end('SIGTERM'));
    process.on('SIGINT', () => end('SIGINT'));
    if (process.send) process.once('disconnect', () => end(PARENT_GONE));
    process.on('unhandledRejection', (error) => {
      this.logger.fatal({ err: error }, 'unhandled rejection');
      process.exit(1);
    });
    process.on('uncaughtException', (error) => {
      this.logger.fatal({ err: error }, 'uncaught exception');
      process.exit(1);
    });
  }

  /** Tells a launcher that started this process over IPC where it listens. */
  announce(addresses: Record<string, number | string>): void {
    this.logger.info(addresses, 'ready');
    process.send?.({ type: 'ready', addresses });
  }
}
