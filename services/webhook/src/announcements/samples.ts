// What a test delivery carries: the fields of the real event, and `test: true`.
import type { EventName } from '../endpoints/endpoint.js';
import type { AnnouncementData } from './announcement.js';

/** Data of a sample event that happened at `atMs`. */
export function sampleData(event: EventName, atMs: number): AnnouncementData {
  const at = new Date(atMs).toISOString();
  const click = {
    id: '00000000-0000-7000-8000-000000000000',
    source: 'link',
    linkId: 'lnk_sample',
    shortUrl: 'https://go.example.com/sample',
    domain: 'go.example.com',
    slug: 'sample',
    qrCodeId: null,
    clickedAt: at,
    country: 'DE',
    city: 'Berlin',
    device: 'mobile',
    browser: 'Chrome',
    os: 'Android',
    referrer: 'example.com',
    isBot: false,
  };
  const link = {
    id: 'lnk_sample',
    title: 'A sample link',
    originalUrl: 'https://example.com/a-long-address',
    shortUrl: 'https://go.example.com/sample',
    domain: 'go.example.com',
    slug: 'sample',
    version: 1,
    createdAt: at,
    updatedAt: at,
    state: 'active',
    customAlias: 'sample',
    description: '',
    tags: ['sample'],
    hasPassword: false,
    expiresAt: null,
    startsAt: null,
    maxClicks: null,
    capReached: false,
    redirectType: 302,
    forwardQuery: false,
    qrCodeId: null,
  };
  const samples: Record<EventName, AnnouncementData> = {
    link_created: link,
    link_updated: { ...link, version: 2, changed: ['title'], previous: { title: 'A sample' } },
    link_deleted: { ...link, version: 3, state: 'deleted' },
    link_clicked: click,
    qr_code_created: {
      id: 'qr_sample',
      type: 'url',
      title: 'A sample code',
      version: 1,
      content: 'https://example.com/a-long-address',
      description: '',
      shortUrl: null,
      createdAt: at,
    },
    qr_code_scanned: { ...click, source: 'qr', qrCodeId: 'qr_sample' },
  };
  return { ...samples[event], test: true };
}
