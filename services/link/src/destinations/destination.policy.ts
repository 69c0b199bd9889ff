import type { DomainRepository } from '../domains/domain.repository.js';
import { checkDestination, ownAddress, ownHost } from './destination.js';

/** The rules of one installation. */
export class DestinationPolicy {
  private readonly ownHosts: Set<string>;

  constructor(
    private readonly options: { ownOrigins: string[]; allowPrivate: boolean },
    private readonly domains: DomainRepository,
  ) {
    this.ownHosts = new Set(options.ownOrigins.map((origin) => ownHost(new URL(origin))));
  }

  /** The destination in its normal form, or an AppError that says what is wrong with it. */
  async check(raw: string): Promise<string> {
    const url = checkDestination(raw, { isOwnHost: (host) => this.ownHosts.has(host), allowPrivate: this.options.allowPrivate });
    if (await this.domains.isKnown(ownHost(url))) throw ownAddress();
    return url.href;
  }
}
