import { AppError, toAppError } from '@linqr/platform/errors';
import type { GrpcClient } from '@linqr/platform/grpc';
import type { SafetyServiceService } from '@linqr/proto/link/v1/safety';

export type SafetyClient = Pick<GrpcClient<typeof SafetyServiceService>, 'checkDestinations'>;

const TIMEOUT_MS = 1_500;
/** After the link service did not answer nobody waits for it again for this long. */
const PAUSE_MS = 5_000;
/** What the link service takes at a time. */
export const MAX_AT_ONCE = 100;

/** Block lists are the link service's; codes ask it. */
export class DestinationCheck {
  private pausedUntilMs = 0;

  constructor(private readonly safety: SafetyClient) {}

  /**
   * LINK_BLOCKED naming `content`. While the link service is away, codes are made all the same: what they lead to is looked
   * at as soon as it is back (code-safety.consumer.ts).
   */
  async refuseBlocked(url: string): Promise<void> {
    if (performance.now() < this.pausedUntilMs) return;
    try {
      await this.safety.checkDestinations({ urls: [url] }, { timeoutMs: TIMEOUT_MS });
    } catch (error) {
      const refusal = toAppError(error);
      if (refusal.httpStatus >= 500) this.pausedUntilMs = performance.now() + PAUSE_MS;
      if (refusal.code !== 'LINK_BLOCKED') return;
      throw new AppError('LINK_BLOCKED', refusal.message, { details: [{ field: 'content', message: refusal.message }], cause: error });
    }
  }

  /** Which of up to 100 are on a block list; rejects when that cannot be told now. */
  async findBlocked(urls: readonly string[]): Promise<boolean[]> {
    const blocked = urls.map(() => false);
    let from = 0;
    while (from < urls.length) {
      try {
        await this.safety.checkDestinations({ urls: urls.slice(from) });
        break;
      } catch (error) {
        const refusal = toAppError(error);
        // A call ends at the first address that it does not like.
        const at = /^urls\.(\d+)$/.exec(refusal.details[0]?.field ?? '')?.[1];
        if (at === undefined) throw error;
        blocked[from + Number(at)] = refusal.code === 'LINK_BLOCKED';
        from += Number(at) + 1;
      }
    }
    return blocked;
  }
}
