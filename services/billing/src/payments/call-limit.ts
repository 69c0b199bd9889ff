import type { Clock } from '@linqr/platform/clock';
import { AppError } from '@linqr/platform/errors';

const WINDOW_MS = 60_000;
/** Coming back from paying asks every two seconds; no person needs more than twice that. */
const CALLS = 60;
/** Workspaces remembered at once; the one that has been quiet longest makes room. */
const MAX_WORKSPACES = 10_000;

/**
 * How often one workspace may make us call the payment provider, whose own limit all workspaces share. Counted in this
 * process: a net against loops and mischief, not an accounting.
 */
export class CallLimit {
  private readonly windows = new Map<string, { since: number; calls: number }>();

  constructor(private readonly clock: Clock) {}

  /** Throws RATE_LIMITED where it was too much. */
  take(workspaceId: string): void {
    const now = this.clock.now();
    const window = this.windows.get(workspaceId);
    const fresh = window && now - window.since < WINDOW_MS ? window : { since: now, calls: 0 };
    fresh.calls++;
    this.windows.delete(workspaceId);
    this.windows.set(workspaceId, fresh);
    if (this.windows.size > MAX_WORKSPACES) this.windows.delete(this.windows.keys().next().value!);
    if (fresh.calls > CALLS)
      throw new AppError('RATE_LIMITED', 'That was often. Please wait a moment and try again.', {
        retryAfterSeconds: Math.ceil((fresh.since + WINDOW_MS - now) / 1_000),
      });
  }
}
