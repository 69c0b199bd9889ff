import type { DomainRepository } from '../domains/domain.repository.js';
import type { DestinationJudge } from '../safety/destination.judge.js';
import { loopsBackThroughRedirector } from '../safety/hidden-loop.js';
import { blocked, checkDestination, ownAddress, ownHost } from './destination.js';

/** The rules of one installation. */
export class DestinationPolicy {
  private readonly ownHosts: Set<string>;

  constructor(
    private readonly options: { ownOrigins: string[]; allowPrivate: boolean },
    private readonly domains: DomainRepository,
    private readonly judge: Pick<DestinationJudge, 'blockedBy'>,
  ) {
    this.ownHosts = new Set(options.ownOrigins.map((origin) => ownHost(new URL(origin))));
  }

  /** The destination in its normal form, or an AppError that says what is wrong with it; LINK_BLOCKED: it is on a block list. */
  async check(raw: string): Promise<string> {
    const isOwnHost = (host: string) => this.ownHosts.has(host);
    const url = checkDestination(raw, { isOwnHost, allowPrivate: this.options.allowPrivate });
    if (loopsBackThroughRedirector(url, isOwnHost)) throw ownAddress();
    if (this.judge.blockedBy(url) !== undefined) throw blocked();
    if (await this.domains.isKnown(ownHost(url))) throw ownAddress();
    return url.href;
  }
}
