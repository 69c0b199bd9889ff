import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';

/** Calls an hour of the Free plan: what a workspace gets while its plan is not known. */
export const FREE_CALLS_PER_HOUR = 100;
const FRESH_MS = 60_000;
/** After a failure billing is left alone for so long. */
const RETRY_MS = 5_000;
/** So long the last known figure stands in while billing is down. */
const STALE_MS = 3_600_000;
const MAX_REMEMBERED = 10_000;

interface Known {
  limit: number;
  askAgainAtMs: number;
  knownAtMs: number;
}

/** API calls an hour of a workspace's plan, -1 for unlimited; asked of billing at most once a minute a workspace. */
export class ApiAllowance {
  private readonly known = new Map<string, Known>();
  private readonly asking = new Map<string, Promise<number>>();

  constructor(
    /** Asks billing. */
    private readonly ask: (workspaceId: string) => Promise<number>,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async callsPerHour(workspaceId: string): Promise<number> {
    const known = this.known.get(workspaceId);
    if (known && this.clock.now() < known.askAgainAtMs) return known.limit;
    const under = this.asking.get(workspaceId);
    if (under) return under;
    const asked = this.askBilling(workspaceId, known).finally(() => this.asking.delete(workspaceId));
    this.asking.set(workspaceId, asked);
    return asked;
  }

  private async askBilling(workspaceId: string, before: Known | undefined): Promise<number> {
    try {
      const limit = await this.ask(workspaceId);
      this.remember(workspaceId, { limit, askAgainAtMs: this.clock.now() + FRESH_MS, knownAtMs: this.clock.now() });
      return limit;
    } catch (error) {
      this.logger.warn({ err: error, workspaceId }, 'plan of workspace not known');
      const nowMs = this.clock.now();
      const usable = before && nowMs - before.knownAtMs < STALE_MS ? before : { limit: FREE_CALLS_PER_HOUR, knownAtMs: 0 };
      this.remember(workspaceId, { ...usable, askAgainAtMs: nowMs + RETRY_MS });
      return usable.limit;
    }
  }

  private remember(workspaceId: string, known: Known): void {
    this.known.delete(workspaceId);
    this.known.set(workspaceId, known);
    if (this.known.size > MAX_REMEMBERED) {
      const [oldest] = this.known.keys();
      if (oldest !== undefined) this.known.delete(oldest);
    }
  }
}
