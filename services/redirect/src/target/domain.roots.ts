// Where the root of a host leads: the short domain's to the app, a workspace's own to what its workspace says.
import { AppError } from '@linqr/platform/errors';
import type { GrpcClient } from '@linqr/platform/grpc-client';
import type { DomainServiceService } from '@linqr/proto/link/v1/domains';

const FRESH_MS = 15_000;
const TIMEOUT_MS = 2_000;
const MAX_REMEMBERED = 1_000;
const MAX_UNDER_WAY = 32;

/** `redirect` '': a host of links whose root leads nowhere. `unknown`: no links are served on it. */
export type Root = { redirect: string } | 'unknown' | 'unavailable';

export class DomainRoots {
  private readonly remembered = new Map<string, { root: Exclude<Root, 'unavailable'>; at: number }>();
  private readonly underWay = new Map<string, Promise<Root>>();

  constructor(private readonly domains: Pick<GrpcClient<typeof DomainServiceService>, 'resolveDomain'>) {}

  /** Asks once a host at a time and keeps the answer for some seconds; what was known goes on while nobody can be asked. */
  async of(host: string, nowMs: number): Promise<Root> {
    const known = this.remembered.get(host);
    if (known && nowMs - known.at < FRESH_MS) return known.root;
    let question = this.underWay.get(host);
    if (!question) {
      if (this.underWay.size >= MAX_UNDER_WAY) return known?.root ?? 'unavailable';
      question = this.ask(host).finally(() => this.underWay.delete(host));
      this.underWay.set(host, question);
    }
    const root = await question;
    if (root === 'unavailable') return known?.root ?? root;
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    this.remembered.set(host, { root, at: nowMs });
    return root;
  }

  private async ask(host: string): Promise<Root> {
    try {
      return { redirect: (await this.domains.resolveDomain({ host }, { timeoutMs: TIMEOUT_MS })).rootRedirect };
    } catch (error) {
      return error instanceof AppError && error.code === 'DOMAIN_NOT_FOUND' ? 'unknown' : 'unavailable';
    }
  }
}
