import type { EntityCount } from '@linqr/proto/analytics/v1/analytics';
import { type Link, LinkState } from '@linqr/proto/link/v1/link';
import type { z } from 'zod';
import type { linkAnswer } from './link.dto.js';
import { presentRule } from './targeting.dto.js';

const STATES: Partial<Record<LinkState, 'archived' | 'disabled' | 'quarantined'>> = {
  [LinkState.LINK_STATE_ARCHIVED]: 'archived',
  [LinkState.LINK_STATE_DISABLED]: 'disabled',
  [LinkState.LINK_STATE_QUARANTINED]: 'quarantined',
};

/** `count` undefined: analytics did not answer, so nothing is claimed about clicks. */
export function presentLink(link: Link, count: EntityCount | undefined): z.output<typeof linkAnswer> {
  return {
    id: link.id,
    _id: link.id,
    title: link.title,
    originalUrl: link.originalUrl,
    shortUrl: link.shortUrl,
    domain: link.domain,
    slug: link.slug,
    customAlias: link.isCustomAlias ? link.slug : null,
    description: link.description,
    tags: link.tags,
    hasPassword: link.hasPassword,
    expiresAt: link.expiresAt ?? null,
    startsAt: link.startsAt ?? null,
    maxClicks: link.maxClicks > 0 ? link.maxClicks : null,
    redirectType: link.redirectType,
    forwardQuery: link.forwardQuery,
    rules: link.rules.map(presentRule),
    variants: link.variants,
    clicksLeft: link.clicksLeft ?? null,
    state: STATES[link.state] ?? 'active',
    clicks: count?.clicks ?? null,
    uniqueClicks: count?.uniqueClicks ?? null,
    lastClickAt: count?.lastClickAt ?? null,
    sparkline: count?.sparkline ?? [],
    createdAt: link.createdAt ?? '',
    updatedAt: link.updatedAt ?? '',
  };
}
