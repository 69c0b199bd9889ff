import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QrType } from '@linqr/proto/qr/v1/qr';
import { callAs, someActor } from '@linqr/testing/actor';
import { eventually } from '@linqr/testing/eventually';
import { APP_ORIGIN, type QrFixture, refusal, SHORT_ORIGIN, someCode, someCustomization, startQr } from './qr-fixture.js';
import { scan } from './scanner.js';

const LOGO = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let qr: QrFixture;
beforeAll(async () => {
  qr = await startQr({}, { withLinks: true });
}, 180_000);
afterAll(() => qr?.stop());

type Actor = ReturnType<typeof someActor>;
const create = (actor: Actor, given: Parameters<typeof someCode>[0] = {}) => callAs(actor, () => qr.client.createQrCode(someCode(given)));
const shorten = (actor: Actor, id: string, customAlias?: string) =>
  callAs(actor, () => qr.client.addShortLink({ id, customAlias, domain: undefined }));
const update = (actor: Actor, id: string, given: object) => callAs(actor, () => qr.client.updateQrCode({ id, ...given }));
const read = (actor: Actor, id: string) => callAs(actor, () => qr.client.getQrCode({ id }));
const links = (actor: Actor) =>
  callAs(actor, () =>
    qr.links.listLinks({
      page: 1,
      limit: 50,
      search: '',
      filter: 'LINK_FILTER_ALL' as never,
      sort: 'LINK_SORT_NEWEST' as never,
      cursor: '',
      tag: '',
      domain: '',
    }),
  );
const resolve = (slug: string) => qr.links.resolveLink({ domain: new URL(SHORT_ORIGIN).host, slug });
const usage = async (actor: Actor) => callAs(actor, () => qr.billing.getUsage({ workspaceId: actor.workspaceId }));

describe('the short link of a code', () => {
  it('is a link with the destination and the title of the code, and costs one link of the plan', async () => {
    const actor = someActor();
    const before = await usage(actor);
    const code = await create(actor, { content: 'https://example.com/menu', name: 'Menu' });
    const shortened = await shorten(actor, code.id, 'the-menu');
    expect(shortened).toMatchObject({ shortUrl: `${SHORT_ORIGIN}/the-menu`, shortId: 'the-menu', encodesShortUrl: false });
    expect((await links(actor)).links).toEqual([
      expect.objectContaining({ id: shortened.shortLinkId, originalUrl: 'https://example.com/menu', title: 'Menu', qrId: code.id }),
    ]);
    expect(await resolve('the-menu')).toMatchObject({ qrId: code.id, originalUrl: 'https://example.com/menu' });
    expect((await usage(actor)).linksCreated).toBe(before.linksCreated + 1);
    expect(await read(actor, code.id)).toMatchObject({ shortUrl: `${SHORT_ORIGIN}/the-menu` });
  });

  it('is made once, also when it is asked for twenty times at once', async () => {
    const actor = someActor();
    const code = await create(actor);
    const answers = await Promise.all(Array.from({ length: 20 }, () => shorten(actor, code.id)));
    expect(new Set(answers.map(({ shortUrl }) => shortUrl)).size).toBe(1);
    expect((await links(actor)).total).toBe(1);
    expect((await usage(actor)).linksCreated).toBe(1);
  });

  it('is found again when the code forgot it: a crash between the two writes costs nothing', async () => {
    const actor = someActor();
    const code = await create(actor);
    const first = await shorten(actor, code.id);
    await qr.sql(`update qr_codes set short_url = '', short_id = '', short_link_id = '' where id = $1`, [code.id]);
    expect(await shorten(actor, code.id)).toMatchObject({ shortUrl: first.shortUrl, shortLinkId: first.shortLinkId });
    expect((await usage(actor)).linksCreated).toBe(1);
  });

  it.each([
    ['an alias that is taken', 'LINK_ALIAS_TAKEN'],
    ['an alias that is none', 'VALIDATION_FAILED'],
  ])('%s is refused and costs nothing', async (what, expected) => {
    const actor = someActor();
    const alias = `taken-${Date.now().toString(36)}`;
    await shorten(someActor(), (await create(someActor())).id).catch(() => undefined);
    const other = someActor();
    await shorten(other, (await create(other)).id, alias);
    const code = await create(actor);
    const error = await refusal(shorten(actor, code.id, what.endsWith('taken') ? alias : '/'));
    expect(error.code).toBe(expected);
    expect((await usage(actor)).linksCreated).toBe(0);
    expect(await shorten(actor, code.id)).toMatchObject({ id: code.id, shortUrl: expect.stringContaining(SHORT_ORIGIN) });
  });

  it('is only for codes that open a website, and of the workspace', async () => {
    const actor = someActor();
    const text = await create(actor, { type: QrType.QR_TYPE_TEXT, content: 'Hello' });
    expect((await refusal(shorten(actor, text.id))).details).toEqual([expect.objectContaining({ field: 'type' })]);
    expect((await refusal(shorten(someActor(), text.id))).code).toBe('QR_CODE_NOT_FOUND');
    const own = await create(actor, { content: `${SHORT_ORIGIN}/summer` });
    expect((await refusal(shorten(actor, own.id))).details).toEqual([expect.objectContaining({ field: 'content' })]);
  });

  it('leads where the code leads, within a second of the change', async () => {
    const actor = someActor();
    const code = await create(actor);
    const { shortId } = await shorten(actor, code.id);
    await update(actor, code.id, { content: 'https://example.com/new' });
    await eventually(async () => (await resolve(shortId)).originalUrl === 'https://example.com/new');
    // The code is what decides: the link alone cannot be turned elsewhere, nor lose its printed address.
    const { shortLinkId: id } = await read(actor, code.id);
    const edit = (given: object) => callAs(actor, () => qr.links.updateLink({ id, clearExpiresAt: false, clearStartsAt: false, ...given }));
    expect((await refusal(edit({ originalUrl: 'https://elsewhere.example/' }))).details).toEqual([
      expect.objectContaining({ field: 'originalUrl' }),
    ]);
    expect((await refusal(edit({ customAlias: 'other-alias' }))).details).toEqual([expect.objectContaining({ field: 'customAlias' })]);
    expect((await edit({ title: 'Renamed' })).title).toBe('Renamed');
  });

  it('refuses a destination that no link may have, before anything changes', async () => {
    const actor = someActor();
    const code = await create(actor);
    const { shortId } = await shorten(actor, code.id);
    const error = await refusal(update(actor, code.id, { content: `${APP_ORIGIN}/pricing` }));
    expect(error.code).toBe('DESTINATION_NOT_ALLOWED');
    expect(error.details).toEqual([expect.objectContaining({ field: 'content' })]);
    expect(await read(actor, code.id)).toMatchObject({ content: code.content });
    expect((await resolve(shortId)).originalUrl).toBe(code.content);
    expect((await refusal(update(actor, code.id, { type: QrType.QR_TYPE_TEXT, content: 'x' }))).details).toEqual([
      expect.objectContaining({ field: 'type' }),
    ]);
  });

  it('is what the image encodes when its owner says so, and only then', async () => {
    const actor = someActor();
    const code = await create(actor);
    expect((await refusal(update(actor, code.id, { encodesShortUrl: true }))).details).toEqual([
      expect.objectContaining({ field: 'encodes' }),
    ]);
    const { shortUrl } = await shorten(actor, code.id);
    expect(await scan((await read(actor, code.id)).image)).toBe(`${APP_ORIGIN}/qr/${code.id}`);
    expect(await scan((await update(actor, code.id, { encodesShortUrl: true })).image)).toBe(shortUrl);
    expect(await scan((await update(actor, code.id, { content: 'https://example.com/other' })).image)).toBe(shortUrl);
    expect(await scan((await update(actor, code.id, { encodesShortUrl: false })).image)).toBe(`${APP_ORIGIN}/qr/${code.id}`);
  });

  it('rests while the code is archived', async () => {
    const actor = someActor();
    const code = await create(actor);
    const { shortId } = await shorten(actor, code.id);
    await update(actor, code.id, { archived: true });
    await eventually(async () => (await resolve(shortId)).state === 'LINK_STATE_DELETED');
    await update(actor, code.id, { archived: false });
    await eventually(async () => (await resolve(shortId)).state === 'LINK_STATE_ACTIVE');
    expect((await resolve(shortId)).originalUrl).toBe(code.content);
  });

  it('goes with the code', async () => {
    const actor = someActor();
    const code = await create(actor);
    const { shortId } = await shorten(actor, code.id);
    await callAs(actor, () => qr.client.deleteQrCode({ id: code.id, keepShortLink: false }));
    await eventually(async () => (await resolve(shortId)).state === 'LINK_STATE_DELETED');
    expect((await links(actor)).total).toBe(0);
  });

  it('stays as a link like any other where its owner says so', async () => {
    const actor = someActor();
    const code = await create(actor);
    const { shortId, shortLinkId: id } = await shorten(actor, code.id);
    await callAs(actor, () => qr.client.deleteQrCode({ id: code.id, keepShortLink: true }));
    await eventually(async () => (await resolve(shortId)).qrId === '');
    expect(await resolve(shortId)).toMatchObject({ state: 'LINK_STATE_ACTIVE', originalUrl: code.content });
    const moved = await callAs(actor, () =>
      qr.links.updateLink({ id, originalUrl: 'https://example.com/free', clearExpiresAt: false, clearStartsAt: false }),
    );
    expect(moved.originalUrl).toBe('https://example.com/free');
  });

  it('is taken off the code, and out of its image, when the link is deleted', async () => {
    const actor = someActor();
    const code = await create(actor);
    const { shortLinkId: id, shortId } = await shorten(actor, code.id);
    await update(actor, code.id, { encodesShortUrl: true });
    await callAs(actor, () => qr.links.deleteLink({ id }));
    const after = await eventually(async () => {
      const now = await read(actor, code.id);
      return now.shortUrl === '' && now;
    });
    expect(after).toMatchObject({ shortLinkId: '', encodesShortUrl: false });
    expect(await scan(after.image)).toBe(`${APP_ORIGIN}/qr/${code.id}`);
    // A new one has a new address: the old one is nobody's any more.
    const again = await shorten(actor, code.id);
    expect(again.shortId).not.toBe(shortId);
    expect(await resolve(again.shortId)).toMatchObject({ qrId: code.id });
  });

  it('is taken off a code whose logo fits no other address, and nobody waits behind that', async () => {
    const origin = 'https://app.linqr.example.com';
    const other = await startQr({ APP_ORIGIN: origin }, { withLinks: true });
    try {
      const actor = someActor();
      const { id } = await callAs(actor, () => other.client.createQrCode(someCode()));
      const customAlias = 'aZkQwertyuiopsdfghjklxcvbnmQWERT';
      const { shortLinkId } = await callAs(actor, () => other.client.addShortLink({ id, customAlias, domain: undefined }));
      await callAs(actor, () => other.client.updateQrCode({ id, encodesShortUrl: true }));
      // As large as the short address allows, which is more than the code's own does.
      const customization = someCustomization({}, { logo: LOGO, logoSize: 28 });
      await callAs(actor, () => other.client.updateQrCode({ id, customization }));
      expect((await refusal(callAs(actor, () => other.client.updateQrCode({ id, encodesShortUrl: false })))).code).toBe('QR_NOT_SCANNABLE');
      await callAs(actor, () => other.links.deleteLink({ id: shortLinkId }));
      const after = await eventually(async () => {
        const now = await callAs(actor, () => other.client.getQrCode({ id }));
        return now.shortUrl === '' && now;
      });
      expect(after).toMatchObject({ shortLinkId: '', encodesShortUrl: false });
      expect(await scan(after.image)).toBe(`${origin}/qr/${id}`);
    } finally {
      await other.stop();
    }
  }, 180_000);

  it('hears of changes that were made while its service was down', async () => {
    const other = await startQr({}, { withLinks: true });
    try {
      const actor = someActor();
      const code = await callAs(actor, () => other.client.createQrCode(someCode()));
      await callAs(actor, () => other.client.addShortLink({ id: code.id }));
      await other.killLinks();
      // The code can be changed all the same; adding another link cannot.
      const changed = await callAs(actor, () => other.client.updateQrCode({ id: code.id, content: 'https://example.com/later' }));
      expect(changed.content).toBe('https://example.com/later');
      const second = await callAs(actor, () => other.client.createQrCode(someCode()));
      expect((await refusal(callAs(actor, () => other.client.addShortLink({ id: second.id })))).code).toBe('PART_UNAVAILABLE');
      const links = await other.restartLinks();
      const led = async () => (await callAs(actor, () => links.getLink({ id: changed.shortLinkId }))).originalUrl;
      await eventually(async () => (await led()) === 'https://example.com/later');
    } finally {
      await other.stop();
    }
  }, 60_000);
});
