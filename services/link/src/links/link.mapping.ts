import { type Link as LinkMessage, LinkState as LinkStateMessage, type ResolvedLink } from '@linqr/proto/link/v1/link';
import type { Resolution } from '../resolution/resolution.repository.js';
import { clicksLeft, type Domain, type Link, type LinkState, stateOf } from './link.js';

export const STATE_MESSAGES: Record<LinkState, LinkStateMessage> = {
  active: LinkStateMessage.LINK_STATE_ACTIVE,
  archived: LinkStateMessage.LINK_STATE_ARCHIVED,
  quarantined: LinkStateMessage.LINK_STATE_QUARANTINED,
  disabled: LinkStateMessage.LINK_STATE_DISABLED,
  deleted: LinkStateMessage.LINK_STATE_DELETED,
};

/** Short URLs: the installation's domain under its own origin, a workspace's domain always over https. */
export class ShortUrls {
  constructor(private readonly shortOrigin: string) {}

  of(domain: Domain, slug: string): string {
    return `${domain.isInstallation ? this.shortOrigin : `https://${domain.host}`}/${slug}`;
  }
}

export function toLinkMessage(link: Link, shortUrls: ShortUrls): LinkMessage {
  return {
    id: link.id,
    workspaceId: link.workspaceId,
    ownerId: link.ownerId,
    domain: link.domain.host,
    slug: link.slug,
    shortUrl: shortUrls.of(link.domain, link.slug),
    originalUrl: link.originalUrl,
    title: link.title,
    description: link.description,
    tags: link.tags,
    hasPassword: link.hasPassword,
    isCustomAlias: link.isCustomAlias,
    expiresAt: link.expiresAt?.toISOString(),
    startsAt: link.startsAt?.toISOString(),
    maxClicks: link.maxClicks,
    redirectType: link.redirectType,
    forwardQuery: link.forwardQuery,
    state: STATE_MESSAGES[stateOf(link)],
    version: link.version,
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
    qrId: link.qrId ?? '',
    rules: link.rules,
    variants: link.variants,
    clicksLeft: clicksLeft(link) ?? undefined,
  };
}

export function toResolvedMessage(resolution: Resolution): ResolvedLink {
  return {
    id: resolution.id,
    workspaceId: resolution.workspaceId,
    ownerId: resolution.ownerId,
    domain: resolution.host,
    slug: resolution.slug,
    originalUrl: resolution.originalUrl,
    redirectType: resolution.redirectType,
    forwardQuery: resolution.forwardQuery,
    hasPassword: resolution.hasPassword,
    passwordVersion: resolution.passwordVersion,
    expiresAtMs: resolution.expiresAt?.getTime() ?? 0,
    startsAtMs: resolution.startsAt?.getTime() ?? 0,
    maxClicks: resolution.maxClicks,
    state: STATE_MESSAGES[resolution.state],
    version: resolution.version,
    title: resolution.title,
    qrId: resolution.qrId ?? '',
    rules: resolution.rules,
    variants: resolution.variants,
    clicksLeft: clicksLeft(resolution) ?? undefined,
    mayGoOn: resolution.mayGoOn,
  };
}
