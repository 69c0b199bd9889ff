// What the bus tells, in the words of webhooks. Pure.
import type { IncomingRecord } from '@linqr/platform/bus';
import { ClicksIngested, type IngestedClick } from '@linqr/proto/events/v1/analytics';
import { LinkChange, LinkChanged, type LinkSnapshot } from '@linqr/proto/events/v1/link';
import { QrCodeChange, QrCodeChanged } from '@linqr/proto/events/v1/qr';
import type { EventName } from '../endpoints/endpoint.js';

export type AnnouncementData = Record<string, unknown>;

/** One event, before it is known who wants to hear of it. */
export interface Announcement {
  /** Stays the same however often the bus delivers it; becomes the webhook-id. */
  eventId: string;
  workspaceId: string;
  event: EventName;
  occurredAt: Date;
  data: AnnouncementData;
  /** A click or scan: may be collected into lists. */
  isClick: boolean;
  isBot: boolean;
}

/**
 * Throws for a record that cannot be decoded or makes no sense. `shortOrigin`: of the installation's own links; domains of
 * workspaces are reached over https.
 */
export function announcementsOf(record: Pick<IncomingRecord, 'topic' | 'value'>, shortOrigin: string): Announcement[] {
  if (record.topic === 'link.changed.v1') return ofLink(LinkChanged.decode(record.value));
  if (record.topic === 'qr.changed.v1') return ofQrCode(QrCodeChanged.decode(record.value));
  if (record.topic === 'click.ingested.v1')
    return ClicksIngested.decode(record.value).clicks.flatMap((click) => ofClick(click, shortOrigin));
  return [];
}

/** The body that is sent: Standard Webhooks' `{type, timestamp, data}`. */
export function bodyOf(event: EventName, occurredAt: Date, data: AnnouncementData | AnnouncementData[]): string {
  return JSON.stringify({ type: event, timestamp: occurredAt.toISOString(), data });
}

const LINK_EVENTS: Partial<Record<LinkChange, EventName>> = {
  [LinkChange.LINK_CHANGE_CREATED]: 'link_created',
  [LinkChange.LINK_CHANGE_UPDATED]: 'link_updated',
  // Archived, disabled, quarantined, and back.
  [LinkChange.LINK_CHANGE_STATE_CHANGED]: 'link_updated',
  [LinkChange.LINK_CHANGE_DELETED]: 'link_deleted',
};

function ofLink(change: LinkChanged): Announcement[] {
  const event = LINK_EVENTS[change.change];
  if (!event) return [];
  const { linkId, title, originalUrl, shortUrl, domain, slug, version, previousDomain, previousSlug, link } = change;
  const data = {
    id: linkId,
    title,
    originalUrl,
    shortUrl,
    domain,
    slug,
    // Counts up with every change of the link: deliveries may arrive in another order.
    version,
    createdAt: change.createdAtMs ? iso(change.createdAtMs) : null,
    updatedAt: iso(change.occurredAtMs),
    ...(link ? restOf(link, slug) : {}),
    ...changeOf(event, link, previousSlug ? { domain: previousDomain, slug: previousSlug } : undefined),
  };
  return [announcement(change.eventId, change.workspaceId, event, change.occurredAtMs, data)];
}

function restOf(link: LinkSnapshot, slug: string): AnnouncementData {
  const moment = (ms: number) => (ms ? iso(ms) : null);
  return {
    state: link.state,
    customAlias: link.isCustomAlias ? slug : null,
    description: link.description,
    tags: link.tags,
    hasPassword: link.hasPassword,
    expiresAt: moment(link.expiresAtMs),
    startsAt: moment(link.startsAtMs),
    maxClicks: link.maxClicks || null,
    capReached: link.capReached,
    redirectType: link.redirectType,
    forwardQuery: link.forwardQuery,
    qrCodeId: link.qrId || null,
  };
}

/** Of an update: names of the fields that changed, and what they were. */
function changeOf(event: EventName, link: LinkSnapshot | undefined, moved: AnnouncementData | undefined): AnnouncementData {
  if (event !== 'link_updated') return {};
  if (!link) return moved ? { previous: moved } : {};
  return { changed: link.changed, previous: { ...(JSON.parse(link.previous || '{}') as AnnouncementData), ...moved } };
}

function ofQrCode(change: QrCodeChanged): Announcement[] {
  if (change.change !== QrCodeChange.QR_CODE_CHANGE_CREATED) return [];
  const { qrId, type, title, version, code } = change;
  const data = {
    id: qrId,
    type,
    title,
    version,
    // A wifi code's content holds a password.
    ...(code
      ? { content: code.content || null, description: code.description, shortUrl: code.shortUrl || null, createdAt: iso(code.createdAtMs) }
      : {}),
  };
  return [announcement(change.eventId, change.workspaceId, 'qr_code_created', change.occurredAtMs, data)];
}

/** A visit through a code is a scan and not a click besides; imported clicks are history, not news. */
function ofClick(click: IngestedClick, shortOrigin: string): Announcement[] {
  if (click.source === 'import') return [];
  const scan = click.source === 'qr' || (click.qrId !== '' && click.linkId === '');
  const data = {
    id: click.id,
    source: scan ? 'qr' : 'link',
    linkId: click.linkId || null,
    ...addressOf(click, shortOrigin),
    qrCodeId: click.qrId || null,
    clickedAt: iso(click.clickedAtMs),
    country: click.country || null,
    city: click.city || null,
    device: click.device || null,
    browser: click.browser || null,
    os: click.os || null,
    referrer: click.referrer || null,
    isBot: click.isBot,
  };
  const event = scan ? 'qr_code_scanned' : 'link_clicked';
  return [{ ...announcement(click.id, click.workspaceId, event, click.clickedAtMs, data), isClick: true, isBot: click.isBot }];
}

/** The short address that was visited; a scan of a code without a link has none. */
function addressOf({ linkId, domain, slug }: IngestedClick, shortOrigin: string): AnnouncementData {
  if (!linkId || !domain || !slug) return { shortUrl: null, domain: null, slug: null };
  const origin = domain === new URL(shortOrigin).host ? shortOrigin : `https://${domain}`;
  return { shortUrl: `${origin}/${slug}`, domain, slug };
}

function announcement(eventId: string, workspaceId: string, event: EventName, occurredAtMs: number, data: AnnouncementData): Announcement {
  // What PostgreSQL or a header would not take must not get that far: the bus would bring it again for ever.
  if (!/^[\w-]{1,100}$/.test(eventId)) throw new Error('the event has no usable id');
  if (!/^[\w-]{1,100}$/.test(workspaceId)) throw new Error('the event names no workspace');
  const occurredAt = new Date(occurredAtMs);
  if (!(occurredAtMs > 0 && occurredAtMs < LAST_MOMENT)) throw new Error('the event has no time');
  return { eventId, workspaceId, event, occurredAt, data, isClick: false, isBot: false };
}

/** The year 10000: beyond it ISO 8601 needs another form. */
const LAST_MOMENT = Date.UTC(10_000, 0, 1);

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
