import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { newId, uuidv7 } from '@linqr/platform/ids';
import type { IngestedClick } from '@linqr/proto/events/v1/analytics';
import { QrCodeChange, QrCodeChanged } from '@linqr/proto/events/v1/qr';
import { eventually } from '@linqr/testing/eventually';
import { click, create, deliveriesOf, publishClicks, publishLink, startWebhook, type TestWebhook } from './harness.js';
import { Receiver } from './receiver.js';

let test: TestWebhook;
let receiver: Receiver;
let actor: Actor;
beforeAll(async () => {
  test = await startWebhook();
}, 60_000);
afterAll(() => test?.stop(), 60_000);
beforeEach(async () => {
  receiver = await new Receiver().listen();
  actor = await test.professional();
});
afterEach(() => receiver.close());

interface Body {
  type: string;
  data: Record<string, unknown> & Record<string, unknown>[];
}
const bodies = () => receiver.received.map(({ path, body }) => ({ path, ...(JSON.parse(body) as Body) }));

describe('clicks', () => {
  it('of people are announced as clicks or scans, of bots only to who asked, imported ones to nobody', async () => {
    const events = ['link_clicked', 'qr_code_scanned'];
    await create(test, actor, { url: receiver.url('/people'), events });
    await create(test, actor, { url: receiver.url('/all'), events, includeBots: true });
    const person = click(test, actor.workspaceId, { linkId: 'lnk_p' });
    const scan = click(test, actor.workspaceId, { linkId: 'lnk_p', qrId: 'qr_p', source: 'qr' });
    const bot = click(test, actor.workspaceId, { isBot: true });
    const imported = click(test, actor.workspaceId, { source: 'import' });
    await publishClicks(test, actor.workspaceId, [person, scan, bot, imported]);
    await eventually(() => receiver.received.length === 5);
    const seen = bodies().map(({ path, type, data }) => `${path} ${type} ${String(data['id'])}`);
    expect(seen.sort()).toEqual(
      [
        `/people link_clicked ${person.id}`,
        `/people qr_code_scanned ${scan.id}`,
        `/all link_clicked ${person.id}`,
        `/all qr_code_scanned ${scan.id}`,
        `/all link_clicked ${bot.id}`,
      ].sort(),
    );
    expect(bodies().find(({ path, type }) => path === '/people' && type === 'qr_code_scanned')?.data).toMatchObject({
      linkId: 'lnk_p',
      qrCodeId: 'qr_p',
      country: 'DE',
      city: null,
      isBot: false,
    });
    expect(JSON.stringify(bodies())).not.toMatch(/address|userAgent/);
  });

  it('say which address was visited: of the installation, of a domain of its own, or of none', async () => {
    await create(test, actor, { url: receiver.url(), events: ['link_clicked', 'qr_code_scanned'] });
    const of = (fields: Partial<IngestedClick>) => click(test, actor.workspaceId, fields);
    const clicks = [
      of({ linkId: 'lnk_a' }),
      of({ linkId: 'lnk_b', domain: 'links.example', slug: 'b', qrId: 'qr_b', source: 'qr' }),
      of({ linkId: '', domain: '', slug: '', qrId: 'qr_c', source: 'qr' }),
      // From before clicks named their address.
      of({ linkId: 'lnk_d', domain: '', slug: '' }),
    ];
    await publishClicks(test, actor.workspaceId, clicks);
    await eventually(() => receiver.received.length === clicks.length);
    const byId = new Map(bodies().map(({ type, data }) => [data['id'], { type, data }]));
    const without = { city: null, clickedAt: expect.any(String), country: 'DE', device: 'mobile', browser: 'Chrome', os: 'Android' };
    const common = { ...without, referrer: null, isBot: false };
    expect(clicks.map(({ id }) => byId.get(id))).toEqual(
      [
        ['link_clicked', 'link', 'lnk_a', null, 'http://go.linqr.test/spring', 'go.linqr.test', 'spring'] as const,
        ['qr_code_scanned', 'qr', 'lnk_b', 'qr_b', 'https://links.example/b', 'links.example', 'b'] as const,
        ['qr_code_scanned', 'qr', null, 'qr_c', null, null, null] as const,
        ['link_clicked', 'link', 'lnk_d', null, null, null, null] as const,
      ].map(([type, source, linkId, qrCodeId, shortUrl, domain, slug], n) => ({
        type,
        data: { id: clicks[n]!.id, source, linkId, qrCodeId, shortUrl, domain, slug, ...common },
      })),
    );
  });

  it('of a busy link come as lists, every click in exactly one of them, however often the bus brings them', async () => {
    const { id } = await create(test, actor, { url: receiver.url(), events: ['link_clicked'], batchClicks: true });
    const clicks = Array.from({ length: 430 }, () => click(test, actor.workspaceId, { linkId: 'lnk_busy' }));
    await publishClicks(test, actor.workspaceId, clicks);
    await publishClicks(test, actor.workspaceId, clicks.slice(0, 100));
    const total = () => bodies().reduce((sum, { data }) => sum + data.length, 0);
    await eventually(() => total() >= 400, { timeoutMs: 15_000 });
    // The rest when it has waited long enough; what was delivered before and comes again adds nothing.
    await publishClicks(test, actor.workspaceId, clicks);
    await eventually(() => total() >= 430, { timeoutMs: 15_000 });
    const last = click(test, actor.workspaceId);
    await publishClicks(test, actor.workspaceId, [...clicks.slice(200), last]);
    await eventually(() => bodies().some(({ data }) => data.some((c) => c['id'] === last.id)), { timeoutMs: 15_000 });
    const ids = bodies().flatMap(({ data }) => data.map((c) => String(c['id'])));
    expect(ids.sort()).toEqual([...clicks, last].map((c) => c.id).sort());
    for (const { type, data } of bodies()) {
      expect(type).toBe('link_clicked');
      expect(data.length).toBeLessThanOrEqual(50);
    }
    expect(Math.max(...receiver.received.map(({ body }) => body.length))).toBeLessThan(20_000);
    expect((await deliveriesOf(test, actor, id)).length).toBe(receiver.received.length);
  }, 60_000);
});

describe('other events', () => {
  it('tell a new QR code, and not its changes', async () => {
    await create(test, actor, { url: receiver.url(), events: ['qr_code_created'] });
    const publish = (change: QrCodeChange, version: number) =>
      test.bus.publish('qr.changed.v1', [
        {
          key: 'qr_1',
          value: QrCodeChanged.encode({
            eventId: newId('evt'),
            occurredAtMs: test.clock.now(),
            change,
            qrId: 'qr_1',
            workspaceId: actor.workspaceId,
            ownerId: 'usr_1',
            type: 'url',
            title: 'Menu',
            version,
            shortLinkId: '',
            destination: '',
            active: true,
            keepsShortLink: false,
            disabled: false,
          }).finish(),
        },
      ]);
    await publish(QrCodeChange.QR_CODE_CHANGE_UPDATED, 2);
    await publish(QrCodeChange.QR_CODE_CHANGE_CREATED, 1);
    await eventually(() => receiver.received.length === 1);
    expect(bodies()).toEqual([
      expect.objectContaining({ type: 'qr_code_created', data: { id: 'qr_1', type: 'url', title: 'Menu', version: 1 } }),
    ]);
  });

  it('that cannot be read, or name nothing usable, are passed over and hold up nothing', async () => {
    await create(test, actor, { url: receiver.url() });
    await test.bus.publish('link.changed.v1', [{ key: 'poison', value: Buffer.from([0xff, 0xff, 0xff]) }]);
    await publishLink(test, actor.workspaceId, { eventId: 'with\0nul', linkId: 'poison' });
    await publishLink(test, actor.workspaceId, { occurredAtMs: Number.MAX_SAFE_INTEGER, linkId: 'poison' });
    await publishClicks(test, actor.workspaceId, [click(test, actor.workspaceId, { id: `${uuidv7()} x` })]);
    const eventId = await publishLink(test, actor.workspaceId, { linkId: 'poison' });
    await eventually(() => receiver.received.some(({ headers }) => headers['webhook-id'] === eventId));
    expect(receiver.received).toHaveLength(1);
  });
});
