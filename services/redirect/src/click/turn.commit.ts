// Group commit: all clicks of one event-loop turn are written with one call, then all their answers are sent.
import type { SpoolWriter } from '../spool/spool.writer.js';

/** Whoever owes an answer until the turn's clicks are written. */
export interface Waiter {
  recorded(): void;
}

export class TurnCommit {
  private waiting: Waiter[] = [];
  private scheduled = false;
  private syncing = false;
  /** Time between the first click of a turn and its answers; told once a turn with the number of answers. */
  onTurn: ((seconds: number, answers: number) => void) | undefined;
  private turnStartedMs = 0;

  constructor(
    private readonly spool: SpoolWriter,
    private readonly sync: boolean,
  ) {}

  /** `waiter.recorded()` is called once everything that was recorded up to now is written. */
  add(waiter: Waiter): void {
    this.waiting.push(waiter);
    if (this.scheduled) return;
    this.scheduled = true;
    this.turnStartedMs = performance.now();
    setImmediate(this.turn);
  }

  private readonly turn = (): void => {
    this.scheduled = false;
    this.spool.flush(Date.now());
    if (this.sync) {
      void this.syncThenRelease();
      return;
    }
    const { waiting } = this;
    this.waiting = [];
    this.release(waiting);
  };

  /** While one sync runs in a thread, the turns that go by gather for the next. */
  private async syncThenRelease(): Promise<void> {
    if (this.syncing) return;
    this.syncing = true;
    while (this.waiting.length > 0 && !this.scheduled) {
      const { waiting } = this;
      this.waiting = [];
      await this.spool.synced();
      this.release(waiting);
    }
    this.syncing = false;
  }

  private release(waiting: Waiter[]): void {
    for (let i = 0; i < waiting.length; i++) waiting[i]!.recorded();
    this.onTurn?.((performance.now() - this.turnStartedMs) / 1000, waiting.length);
  }
}
