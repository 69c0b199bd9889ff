// The last clicks of a link with a cap. The link service knows what was counted, some seconds late; so from RESERVED on an
// edge asks it for every visit of a person, under the id that the click will have. What analytics then counts (or finds to
// be a machine) takes the seat's place there.
import type { GrpcClient } from '@linqr/platform/grpc-client';
import { uuidv7 } from '@linqr/platform/ids';
import type { Logger } from '@linqr/platform/logging';
import type { LinkServiceService } from '@linqr/proto/link/v1/link';

/** From so many clicks before its cap on, every visit asks first. */
export const RESERVED = 1_000;
/** Of what lies before that, one look-up lets an edge spend this share: sixteen edges together cannot spend it twice. */
const SHARE = 1 / 16;
const TIMEOUT_MS = 500;
const LOG_EVERY_MS = 1_000;

/** Visits that may pass without a seat, until the link is looked up again. */
export function freePasses(clicksLeft: number): number {
  return Math.max(0, Math.floor((clicksLeft - RESERVED) * SHARE));
}

export interface Seat {
  taken: boolean;
  /** The click's id. */
  clickId: string;
}

export class ClickSeats {
  asked = 0;
  failed = 0;
  private loggedAtMs = 0;

  constructor(
    private readonly links: Pick<GrpcClient<typeof LinkServiceService>, 'takeSeat'>,
    private readonly logger: Logger,
  ) {}

  /** Never rejects. When nobody answers, the visit passes: a redirect is worth more than an exact cap. */
  async ask(domain: string, slug: string): Promise<Seat> {
    const clickId = uuidv7();
    this.asked++;
    try {
      const { taken } = await this.links.takeSeat({ domain, slug, clickId }, { timeoutMs: TIMEOUT_MS });
      return { taken, clickId };
    } catch (error) {
      this.failed++;
      const nowMs = Date.now();
      if (nowMs - this.loggedAtMs >= LOG_EVERY_MS) {
        this.loggedAtMs = nowMs;
        this.logger.warn({ err: error }, 'no seat to be had, the visit passes');
      }
      return { taken: true, clickId };
    }
  }
}
