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
const TIMEOUT_MS = 2_000;
const MAX_AT_ONCE = 500;
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

interface Waiting {
  clickId: string;
  seat: (seat: Seat) => void;
}

export class ClickSeats {
  asked = 0;
  failed = 0;
  private loggedAtMs = 0;
  /** Who waits for the question after the one under way, by link. */
  private readonly queues = new Map<string, Waiting[]>();

  constructor(
    private readonly links: Pick<GrpcClient<typeof LinkServiceService>, 'takeSeats'>,
    private readonly logger: Logger,
  ) {}

  /**
   * Never rejects. One question per link at a time, for all who came meanwhile. When nobody answers, they pass: a redirect is
   * worth more than an exact cap.
   */
  ask(domain: string, slug: string): Promise<Seat> {
    return new Promise((seat) => {
      const key = `${domain}/${slug}`;
      const queue = this.queues.get(key);
      const one = { clickId: uuidv7(), seat };
      if (queue) queue.push(one);
      else {
        this.queues.set(key, []);
        void this.fly(key, domain, slug, [one]);
      }
    });
  }

  private async fly(key: string, domain: string, slug: string, first: Waiting[]): Promise<void> {
    for (let waiting = first; waiting.length > 0; ) {
      const taken = await this.question(domain, slug, waiting);
      for (const [i, { clickId, seat }] of waiting.entries()) seat({ clickId, taken: taken?.[i] ?? true });
      // Whoever's answer is awaited now asks again, if at all, in a later turn.
      waiting = this.queues.get(key)!.splice(0, MAX_AT_ONCE);
    }
    this.queues.delete(key);
  }

  private async question(domain: string, slug: string, waiting: readonly Waiting[]): Promise<boolean[] | undefined> {
    this.asked++;
    try {
      return (await this.links.takeSeats({ domain, slug, clickIds: waiting.map(({ clickId }) => clickId) }, { timeoutMs: TIMEOUT_MS }))
        .taken;
    } catch (error) {
      this.failed += waiting.length;
      const nowMs = Date.now();
      if (nowMs - this.loggedAtMs >= LOG_EVERY_MS) {
        this.loggedAtMs = nowMs;
        this.logger.warn({ err: error, visits: waiting.length }, 'no seats to be had, the visits pass');
      }
      return undefined;
    }
  }
}
