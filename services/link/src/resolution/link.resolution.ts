import { validationFailed } from '@linqr/platform/errors';
import { isHost } from '../domains/host.js';
import { linkNotFound } from '../links/link.errors.js';
import { isSlug } from '../slugs/slug.js';
import type { Resolution, ResolutionRepository } from './resolution.repository.js';

const MAX_ADDRESSES = 500;

/** What the edge asks on a cache miss. No actor: an address is public. */
export class LinkResolution {
  constructor(private readonly repository: ResolutionRepository) {}

  /** LINK_NOT_FOUND when there never was such an address; a deleted link and a former address come as deleted. */
  async resolve(domain: string, slug: string): Promise<Resolution> {
    const host = domain.toLowerCase();
    const found = isSlug(slug) && isHost(host) ? await this.repository.byAddress(host, slug) : undefined;
    if (!found) throw linkNotFound();
    return found.resolution;
  }

  /** Each as `resolve` would answer; `unchanged` for a link still of the version named, unless it has a click cap. */
  async resolveAll(asked: readonly { domain: string; slug: string; version: number }[]): Promise<(Resolution | 'unchanged' | 'missing')[]> {
    if (asked.length > MAX_ADDRESSES)
      throw validationFailed({ field: 'addresses', message: `At most ${MAX_ADDRESSES} addresses can be resolved at once.` });
    const addresses = asked.map(({ domain, slug }) => ({ host: domain.toLowerCase(), slug }));
    // What no address can be is not asked for; an empty host finds nothing.
    const found = await this.repository.byAddresses(
      addresses.map((address) => (isSlug(address.slug) && isHost(address.host) ? address : { host: '', slug: '' })),
    );
    return found.map((resolution, i) => {
      if (!resolution) return 'missing';
      const same = asked[i]!.version !== 0 && asked[i]!.version === resolution.version && resolution.state !== 'deleted';
      return same && resolution.maxClicks === 0 ? 'unchanged' : resolution;
    });
  }
}
