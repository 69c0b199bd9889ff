import type { Clock } from '@linqr/platform/clock';
import { newContext, runInContext } from '@linqr/platform/context';
import type { Logger } from '@linqr/platform/logging';
import type { OwnDomain } from './domain.js';
import type { DomainRetirement } from './domain.retirement.js';
import type { DomainVerification } from './domain.verification.js';
import type { OwnDomainRepository } from './own-domain.repository.js';

const EVERY_MS = 5_000;
/** Looked at at once; and of one workspace, whose name servers may be slow. */
const PLACES = 16;
const PLACES_EACH = 2;
/** Of one round, so that it comes to an end. */
const MAX_LOOKS = 2_000;

/** Looks at every domain again when its time has come. Every replica runs one; each domain is one's at a time. */
export class DomainWatch {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly domains: OwnDomainRepository,
    private readonly verification: DomainVerification,
    private readonly retirement: DomainRetirement,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.wake(), EVERY_MS);
    this.wake();
  }

  /** A round now, unless one is under way. */
  wake(): void {
    if (this.stopped || this.running) return;
    this.running = runInContext(newContext(), () => this.round())
      .catch((error: unknown) => this.logger.warn({ err: error }, 'domains not looked at'))
      .finally(() => {
        this.running = undefined;
      });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Until nothing is due. A place that comes free is given away at once: nobody waits for somebody else's name servers. */
  async round(): Promise<void> {
    const underWay = new Map<Promise<void>, string>();
    for (let looks = 0; ; ) {
      while (!this.stopped && (await this.retirement.work()));
      const free = this.stopped || looks >= MAX_LOOKS ? 0 : PLACES - underWay.size;
      const due = free > 0 ? await this.domains.takeDue(new Date(this.clock.now()), free, busy(underWay.values())) : [];
      looks += due.length;
      for (const domain of due) {
        const look: Promise<void> = this.look(domain).finally(() => underWay.delete(look));
        underWay.set(look, domain.workspaceId);
      }
      if (underWay.size === 0) return;
      // A place is free and somebody may be due who was passed over: asked again with the next one.
      await Promise.race(underWay.keys());
    }
  }

  private async look(domain: OwnDomain): Promise<void> {
    try {
      await this.verification.verify(domain);
    } catch (error) {
      this.logger.warn({ err: error, domainId: domain.id }, 'domain not looked at');
    }
  }
}

/** Workspaces that have all the places one may have. */
function busy(workspaceIds: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const id of workspaceIds) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= PLACES_EACH).map(([id]) => id);
}
