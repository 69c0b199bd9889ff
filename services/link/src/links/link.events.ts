import { newId } from '@linqr/platform/ids';
import type { OutboxEvent } from '@linqr/platform/outbox';
import { LinkChange, LinkChanged, type LinkSnapshot } from '@linqr/proto/events/v1/link';
import { type Link, stateOf } from './link.js';
import type { ShortUrls } from './link.mapping.js';

export type ChangeKind = 'created' | 'updated' | 'state_changed' | 'deleted';

const CHANGES: Record<ChangeKind, LinkChange> = {
  created: LinkChange.LINK_CHANGE_CREATED,
  updated: LinkChange.LINK_CHANGE_UPDATED,
  state_changed: LinkChange.LINK_CHANGE_STATE_CHANGED,
  deleted: LinkChange.LINK_CHANGE_DELETED,
};

/** `before`: the link as it was, for what changed. */
export function linkChanged(change: ChangeKind, link: Link, shortUrls: ShortUrls, before?: Link): OutboxEvent {
  const moved = before !== undefined && (before.slug !== link.slug || before.domain.id !== link.domain.id);
  const occurredAtMs = link.updatedAt.getTime();
  return {
    topic: 'link.changed.v1',
    key: link.id,
    value: LinkChanged.encode({
      eventId: newId('evt', occurredAtMs),
      occurredAtMs,
      change: CHANGES[change],
      linkId: link.id,
      workspaceId: link.workspaceId,
      ownerId: link.ownerId,
      domain: link.domain.host,
      slug: link.slug,
      version: link.version,
      originalUrl: link.originalUrl,
      title: link.title,
      previousDomain: moved ? before.domain.host : '',
      previousSlug: moved ? before.slug : '',
      shortUrl: shortUrls.of(link.domain, link.slug),
      createdAtMs: link.createdAt.getTime(),
      link: snapshot(link, before),
    }).finish(),
  };
}

/** What subscribers are told by name and value; the names are the API's. No password, no hash. */
const valuesOf = (link: Link) => ({
  title: link.title,
  originalUrl: link.originalUrl,
  domain: link.domain.host,
  slug: link.slug,
  description: link.description,
  tags: link.tags,
  expiresAt: link.expiresAt,
  startsAt: link.startsAt,
  maxClicks: link.maxClicks || null,
  redirectType: link.redirectType,
  forwardQuery: link.forwardQuery,
  hasPassword: link.hasPassword,
  state: stateOf(link),
  capReached: link.cappedAt !== null,
});

/** What subscribers are told the name of only. */
const namesOnly = (link: Link) => ({ password: link.passwordVersion, rules: link.rules, variants: link.variants });

function snapshot(link: Link, before: Link | undefined): LinkSnapshot {
  const previous: Record<string, unknown> = before ? differing(valuesOf(before), valuesOf(link)) : {};
  const named = before ? Object.keys(differing(namesOnly(before), namesOnly(link))) : [];
  return {
    state: stateOf(link),
    description: link.description,
    tags: link.tags,
    hasPassword: link.hasPassword,
    expiresAtMs: link.expiresAt?.getTime() ?? 0,
    startsAtMs: link.startsAt?.getTime() ?? 0,
    maxClicks: link.maxClicks,
    redirectType: link.redirectType,
    forwardQuery: link.forwardQuery,
    isCustomAlias: link.isCustomAlias,
    qrId: link.qrId ?? '',
    changed: [...Object.keys(previous), ...named],
    previous: JSON.stringify(previous),
    capReached: link.cappedAt !== null,
  };
}

/** The fields of `before` that `after` has otherwise. */
function differing(before: object, after: object): Record<string, unknown> {
  const now = new Map(Object.entries(after).map(([key, value]) => [key, JSON.stringify(value)]));
  return Object.fromEntries(Object.entries(before).filter(([key, value]) => JSON.stringify(value) !== now.get(key)));
}
