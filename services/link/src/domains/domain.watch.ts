import type { Clock } from '@linqr/platform/clock';
import { newContext, runInContext } from '@linqr/platform/context';
import type { Logger } from '@linqr/platform/logging';
import type { DomainRetirement } from './domain.retirement.js';
import type { DomainVerification } from './domain.verification.js';
import type { OwnDomainRepository } from './own-domain.repository.js';

const EVERY_MS = 5_000;
/** Looked at in one round, all at once. */
const BATCH = 8;
const MAX_BATCHES = 50;

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

  async round(): Promise<void> {
    while (!this.stopped && (await this.retirement.work()));
    for (let i = 0; i < MAX_BATCHES && !this.stopped; i++) {
      const due = await this.domains.takeDue(new Date(this.clock.now()), BATCH);
      await Promise.all(due.map((domain) => this.verification.verify(domain)));
      while (!this.stopped && (await this.retirement.work()));
      if (due.length < BATCH) return;
    }
  }
}
