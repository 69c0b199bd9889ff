import { describe, expect, it } from '@jest/globals';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import { QrCodeChange, QrCodeChanged } from '@linqr/proto/events/v1/qr';
import type { EventName } from '../endpoints/endpoint.js';
import { announcementsOf } from './announcement.js';
import { sampleData } from './samples.js';

const AT = Date.UTC(2026, 10, 21);
const link = {
  state: 'archived',
  description: 'D',
  tags: ['a'],
  hasPassword: true,
  expiresAtMs: AT,
  startsAtMs: 0,
  maxClicks: 0,
  redirectType: 302,
  forwardQuery: false,
  isCustomAlias: true,
  qrId: '',
  changed: ['state', 'password'],
  previous: '{"state":"active"}',
  capReached: false,
};
const changed = (change: LinkChange, over: Partial<LinkChanged> = {}): LinkChanged => ({
  eventId: 'evt_1',
  occurredAtMs: AT,
  change,
  linkId: 'lnk_1',
  workspaceId: 'ws_1',
  ownerId: 'usr_1',
  domain: 'go.linqr.test',
  slug: 'spring',
  version: 2,
  originalUrl: 'https://example.com/',
  title: 'T',
  previousDomain: '',
  previousSlug: '',
  shortUrl: 'https://go.linqr.test/spring',
  createdAtMs: AT,
  link,
  ...over,
});
const ofLink = (event: LinkChanged) =>
  announcementsOf({ topic: 'link.changed.v1', value: LinkChanged.encode(event).finish() }, 'https://go.linqr.test')[0]!;
const ofCode = (type: string, content: string) =>
  announcementsOf(
    {
      topic: 'qr.changed.v1',
      value: QrCodeChanged.encode({
        eventId: 'evt_1',
        occurredAtMs: AT,
        change: QrCodeChange.QR_CODE_CHANGE_CREATED,
        qrId: 'qr_1',
        workspaceId: 'ws_1',
        ownerId: 'usr_1',
        type,
        title: 'T',
        version: 1,
        shortLinkId: '',
        destination: '',
        active: true,
        keepsShortLink: false,
        disabled: false,
        code: { content, description: '', createdAtMs: AT, shortUrl: '' },
      }).finish(),
    },
    'https://go.linqr.test',
  )[0]!.data;

describe('what subscribers are told', () => {
  it('of an updated link is its state now, what changed, and what that was', () => {
    expect(ofLink(changed(LinkChange.LINK_CHANGE_STATE_CHANGED))).toMatchObject({
      event: 'link_updated',
      data: {
        id: 'lnk_1',
        state: 'archived',
        customAlias: 'spring',
        tags: ['a'],
        hasPassword: true,
        expiresAt: '2026-11-21T00:00:00.000Z',
        startsAt: null,
        maxClicks: null,
        updatedAt: '2026-11-21T00:00:00.000Z',
        changed: ['state', 'password'],
        previous: { state: 'active' },
      },
    });
  });

  it('of a moved link has the address before, also from events of before the snapshot', () => {
    const moved = { previousDomain: 'go.linqr.test', previousSlug: 'winter' };
    const previous = { domain: 'go.linqr.test', slug: 'winter' };
    expect(ofLink(changed(LinkChange.LINK_CHANGE_UPDATED, moved)).data['previous']).toEqual({ state: 'active', ...previous });
    expect(ofLink(changed(LinkChange.LINK_CHANGE_UPDATED, { ...moved, link: undefined })).data).toMatchObject({ previous });
  });

  it('of a created or deleted link is the link, and no change', () => {
    for (const change of [LinkChange.LINK_CHANGE_CREATED, LinkChange.LINK_CHANGE_DELETED]) {
      const { data } = ofLink(changed(change));
      expect(data).toMatchObject({ state: 'archived', tags: ['a'] });
      expect(data).not.toHaveProperty('changed');
      expect(data).not.toHaveProperty('previous');
    }
  });

  it('of a code is what it says, but for the password of a network', () => {
    expect(ofCode('url', 'https://example.com/')).toMatchObject({ content: 'https://example.com/', shortUrl: null });
    expect(ofCode('wifi', '')).toMatchObject({ content: null });
  });

  it('by a test delivery has the fields of the real event', () => {
    const fields = (data: object) => Object.keys(data).sort();
    const withTest = (data: object) => fields({ ...data, test: true });
    const sample = (event: EventName) => fields(sampleData(event, AT));
    expect(sample('link_created')).toEqual(withTest(ofLink(changed(LinkChange.LINK_CHANGE_CREATED)).data));
    expect(sample('link_updated')).toEqual(withTest(ofLink(changed(LinkChange.LINK_CHANGE_UPDATED)).data));
    expect(sample('link_deleted')).toEqual(withTest(ofLink(changed(LinkChange.LINK_CHANGE_DELETED)).data));
    expect(sample('qr_code_created')).toEqual(withTest(ofCode('url', 'https://example.com/')));
  });
});
