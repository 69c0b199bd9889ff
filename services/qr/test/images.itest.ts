import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QrFormat } from '@linqr/proto/qr/v1/qr';
import { callAs, someActor } from '@linqr/testing/actor';
import sharp from 'sharp';
import { type QrFixture, refusal, someCode, someCustomization, startQr } from './qr-fixture.js';
import { scan } from './scanner.js';

let qr: QrFixture;
beforeAll(async () => {
  qr = await startQr();
}, 180_000);
afterAll(() => qr?.stop());

const create = (record: object, actor = someActor(), given = {}) =>
  callAs(actor, () => qr.client.createQrCode(someCode({ customization: someCustomization(given, record) })));
const recordOf = (code: { customization?: { frontendCustomization: string } | undefined }) =>
  JSON.parse(code.customization?.frontendCustomization ?? '{}') as Record<string, unknown>;
const dataUrl = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d4ed8' } }).withMetadata({ exif: { IFD0: { Copyright: 'SECRET-EXIF' } } });

describe('exports', () => {
  it.each([
    [QrFormat.QR_FORMAT_PNG, 'image/png', 'png'],
    [QrFormat.QR_FORMAT_JPEG, 'image/jpeg', 'jpg'],
    [QrFormat.QR_FORMAT_WEBP, 'image/webp', 'webp'],
  ])('%s has the size asked for and scans', async (format, contentType, extension) => {
    const actor = someActor();
    const code = await create({ style: 'extra-rounded', frame: 'banner', frameText: 'MENÜ', transparentBackground: true }, actor);
    for (const size of [256, 1024]) {
      const file = await callAs(actor, () => qr.client.exportQrCode({ id: code.id, format, size, millimetres: 0, dpi: 0 }));
      expect(file).toMatchObject({ contentType, fileName: `${code.id}.${extension}` });
      expect(await sharp(file.content).metadata()).toMatchObject({ width: size, height: size });
      expect(await scan(file.content)).toBe(code.payload);
    }
  });

  it('hands out 4096 pixels', async () => {
    const actor = someActor();
    const { id, payload } = await create({ gradient: { type: 'radial', from: '#000000', to: '#7c3aed' } }, actor);
    const { content } = await callAs(actor, () =>
      qr.client.exportQrCode({ id, format: QrFormat.QR_FORMAT_PNG, size: 4096, millimetres: 0, dpi: 0 }),
    );
    expect(await sharp(content).metadata()).toMatchObject({ width: 4096, height: 4096 });
    expect(await scan(await sharp(content).resize(800).png().toBuffer())).toBe(payload);
  }, 60_000);

  it('SVG has the layout of the PNG', async () => {
    const actor = someActor();
    const { id, payload } = await create({ style: 'classy', frame: 'circle' }, actor);
    const svg = await callAs(actor, () =>
      qr.client.exportQrCode({ id, format: QrFormat.QR_FORMAT_SVG, size: 600, millimetres: 0, dpi: 0 }),
    );
    expect(Buffer.from(svg.content).toString()).toMatch(/^<svg [^>]*width="600" height="600"/);
    expect(await scan(await sharp(svg.content).png().toBuffer())).toBe(payload);
  });

  it('PDF is one page of the size asked for', async () => {
    const actor = someActor();
    const { id } = await create({ frame: 'square', gradient: { type: 'linear', from: '#000000', to: '#be185d', rotation: 45 } }, actor);
    const pdf = await callAs(actor, () =>
      qr.client.exportQrCode({ id, format: QrFormat.QR_FORMAT_PDF, size: 400, millimetres: 0, dpi: 0 }),
    );
    const text = Buffer.from(pdf.content).toString('latin1');
    expect(text.startsWith('%PDF-')).toBe(true);
    expect(text).toContain('/MediaBox [0 0 300 300]');
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  it.each([63, 4097, 300.5])('refuses %p pixels', async (size) => {
    const actor = someActor();
    const { id } = await create({}, actor);
    const error = await refusal(
      callAs(actor, () =>
        qr.client.exportQrCode({ id, format: QrFormat.QR_FORMAT_PNG, size: Math.trunc(size) === size ? size : -1, millimetres: 0, dpi: 0 }),
      ),
    );
    expect(error.code).toBe('VALIDATION_FAILED');
  });

  it('refuses a raster image too small for its modules, but not a vector one', async () => {
    const actor = someActor();
    const { id } = await create({}, actor);
    const ask = (format: QrFormat) => callAs(actor, () => qr.client.exportQrCode({ id, format, size: 64, millimetres: 0, dpi: 0 }));
    const error = await refusal(ask(QrFormat.QR_FORMAT_PNG));
    expect(error.code).toBe('QR_NOT_SCANNABLE');
    expect(error.message).toMatch(/Use at least \d+/);
    expect((await ask(QrFormat.QR_FORMAT_SVG)).content.length).toBeGreaterThan(0);
  });
});

describe('branding', () => {
  it('is on every code of a Free workspace, whatever the request says', async () => {
    const code = await create({ showBranding: false }, someActor(), { showBranding: false });
    expect(code.customization?.showBranding).toBe(true);
    expect(recordOf(code).showBranding).toBe(true);
  });

  it('goes when a plan without it asks, and comes back with exports and changes when the plan ends', async () => {
    const actor = someActor();
    await qr.billing.setPlan({ workspaceId: actor.workspaceId, plan: 'starter' });
    const code = await create({ showBranding: false }, actor);
    expect(recordOf(code).showBranding).toBe(false);
    const resized = await callAs(actor, () => qr.client.updateQrCode({ id: code.id, customization: someCustomization({ size: 400 }) }));
    expect(recordOf(resized).showBranding).toBe(false);
    const svg = async () =>
      Buffer.from(
        (
          await callAs(actor, () =>
            qr.client.exportQrCode({ id: code.id, format: QrFormat.QR_FORMAT_SVG, size: 300, millimetres: 0, dpi: 0 }),
          )
        ).content,
      ).toString();
    const unbranded = await svg();
    await qr.billing.setPlan({ workspaceId: actor.workspaceId, plan: 'free' });
    expect((await svg()).length).toBeGreaterThan(unbranded.length);
    const after = await callAs(actor, () => qr.client.updateQrCode({ id: code.id, customization: someCustomization({ size: 500 }) }));
    expect(recordOf(after).showBranding).toBe(true);
  });
});

describe('logos', () => {
  it.each(['jpeg', 'webp', 'png', 'gif'] as const)('%s becomes a PNG of 512 pixels without anything else it carried', async (format) => {
    const actor = someActor();
    const upload = await picture(2500, 1250).toFormat(format).toBuffer();
    // What the upload calls itself does not count.
    const code = await create({ logo: dataUrl('image/png', upload) }, actor);
    const logo = String(recordOf(code).logo);
    expect(logo.startsWith('data:image/png;base64,')).toBe(true);
    const stored = Buffer.from(logo.slice(22), 'base64');
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'png', width: 512, height: 256 });
    expect(stored.includes('SECRET-EXIF')).toBe(false);
    expect(await scan(code.image)).toBe(code.payload);
  });

  it('survives a change that sends back what was read, without being encoded again', async () => {
    const actor = someActor();
    const before = await create({ logo: dataUrl('image/png', await picture(300, 300).png().toBuffer()) }, actor);
    const after = await callAs(actor, () =>
      qr.client.updateQrCode({ id: before.id, customization: someCustomization({}, recordOf(before)) }),
    );
    expect(recordOf(after)).toEqual(recordOf(before));
    const cleared = await callAs(actor, () =>
      qr.client.updateQrCode({ id: before.id, customization: someCustomization({}, { logo: null }) }),
    );
    expect(recordOf(cleared).logo).toBeNull();
  });

  it('draws a plain SVG', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="#15803d"/></svg>';
    const code = await create({ logo: dataUrl('image/svg+xml', Buffer.from(svg)) });
    expect(String(recordOf(code).logo).startsWith('data:image/png;base64,')).toBe(true);
  });

  it.each([
    ['a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['an event handler', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a file', '<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/hostname"/></svg>'],
    ['an address', '<svg xmlns="http://www.w3.org/2000/svg"><image xlink:href="http://169.254.169.254/"/></svg>'],
    ['an unquoted address', '<svg xmlns="http://www.w3.org/2000/svg"><image href=http://example.com/x.png /></svg>'],
    ['a style sheet', '<svg xmlns="http://www.w3.org/2000/svg"><style>@import "http://example.com/x.css";</style></svg>'],
    ['an outside fill', '<svg xmlns="http://www.w3.org/2000/svg"><rect fill="url(http://example.com/x#y)"/></svg>'],
    ['an entity', '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"><text>&a;</text></svg>'],
    ['copies of itself', '<svg xmlns="http://www.w3.org/2000/svg"><g id="a"><use href="#b"/></g></svg>'],
    ['HTML', '<html><svg xmlns="http://www.w3.org/2000/svg"/></html>'],
    ['nothing at all', 'hello'],
    ['a broken PNG', '\u0089PNG\r\n\u001a\nbroken'],
  ])('refuses an upload with %s, and nothing is created or used up', async (_name, text) => {
    const actor = someActor();
    const error = await refusal(create({ logo: dataUrl('image/svg+xml', Buffer.from(text, 'latin1')) }, actor));
    expect(error.code).toBe('VALIDATION_FAILED');
    expect(error.details.map(({ field }) => field)).toEqual(['customization.frontendCustomization.logo']);
    expect((await callAs(actor, () => qr.billing.getUsage({}))).qrCodesGenerated).toBe(0);
  });

  it('refuses a picture that unpacks to too many pixels, and one of more than 5 MB', async () => {
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000000' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect((await refusal(create({ logo: dataUrl('image/png', bomb) }))).code).toBe('VALIDATION_FAILED');
    const large = Buffer.alloc(5 * 1024 * 1024 + 1);
    expect((await refusal(create({ logo: dataUrl('image/png', large) }))).code).toBe('VALIDATION_FAILED');
  }, 30_000);

  it('refuses a logo that hides too much, with a size that passes', async () => {
    const logo = dataUrl('image/png', await picture(100, 100).png().toBuffer());
    const error = await refusal(create({ logo, logoSize: 40 }));
    expect(error.code).toBe('QR_NOT_SCANNABLE');
    expect(error.details[0]).toMatchObject({
      field: 'customization.frontendCustomization.logoSize',
      message: expect.stringMatching(/\d+ %/),
    });
  });
});

describe('drawing', () => {
  it('does not stop the service from answering', async () => {
    const actor = someActor();
    const { id } = await create({}, actor);
    let isDrawn = false;
    const big = Promise.all(
      Array.from({ length: 3 }, () =>
        callAs(actor, () => qr.client.exportQrCode({ id, format: QrFormat.QR_FORMAT_PNG, size: 4096, millimetres: 0, dpi: 0 })),
      ),
    ).then(() => {
      isDrawn = true;
    });
    await qr.client.resolveQrCode({ id });
    // Some milliseconds of work beside more than a second of it on two threads: no clock needed to tell.
    expect(isDrawn).toBe(false);
    await big;
  }, 60_000);
});
