import { isHost } from '../domains/host.js';
import { linkNotFound } from '../links/link.errors.js';
import { isSlug } from '../slugs/slug.js';
import type { Resolution, ResolutionRepository } from './resolution.repository.js';

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
}
