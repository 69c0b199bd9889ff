import { newId } from '@linqr/platform/ids';
import type { OutboxEvent } from '@linqr/platform/outbox';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import type { Link } from './link.js';
import type { ShortUrls } from './link.mapping.js';

export type ChangeKind = 'created' | 'updated' | 'state_changed' | 'deleted';

const CHANGES: Record<ChangeKind, LinkChange> = {
  created: LinkChange.LINK_CHANGE_CREATED,
  updated: LinkChange.LINK_CHANGE_UPDATED,
  state_changed: LinkChange.LINK_CHANGE_STATE_CHANGED,
  deleted: LinkChange.LINK_CHANGE_DELETED,
};

/** `before`: the link as it was, for its address where that changed. */
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
    }).finish(),
  };
}
