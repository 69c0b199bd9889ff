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

type Actor = ReturnType<typeof someActor>;
const keep = (actor: Actor, name: string, record: object) =>
  callAs(actor, () => qr.client.createQrTemplate({ name, customization: someCustomization({ size: 512 }, record) }));
const list = async (actor: Actor) => (await callAs(actor, () => qr.client.listQrTemplates({}))).templates;

describe("a workspace's own templates", () => {
  it('keep a design with its logo, and a code made from one looks like it', async () => {
    const actor = someActor();
    const logo = `data:image/png;base64,${(
      await sharp({ create: { width: 900, height: 900, channels: 3, background: '#1d4ed8' } })
        .png()
        .toBuffer()
    ).toString('base64')}`;
    const kept = await keep(actor, 'House style', { style: 'dot', foregroundColor: '#1d4ed8', logo, logoSize: 18 });
    const [listed] = await list(actor);
    expect(listed).toEqual(kept);
    const record = JSON.parse(kept.customization?.frontendCustomization ?? '{}') as { style: string; logo: string };
    expect(record.style).toBe('dot');
    expect(record.logo).not.toBe(logo);
    const code = await callAs(actor, () => qr.client.createQrCode(someCode({ customization: kept.customization })));
    expect(code.customization).toEqual(kept.customization);
    expect(await scan(code.image)).toBe(code.payload);
  });

  it('are refused where a code would be: what does not scan, no name, a name in use, one too many', async () => {
    const actor = someActor();
    expect((await refusal(keep(actor, 'Pale', { foregroundColor: '#fefefe', cornerColor: '#fefefe' }))).code).toBe('QR_NOT_SCANNABLE');
    expect((await refusal(keep(actor, '  ', {}))).details).toEqual([expect.objectContaining({ field: 'name' })]);
    await keep(actor, 'Mine', {});
    expect((await refusal(keep(actor, 'MINE', {}))).details).toEqual([expect.objectContaining({ field: 'name' })]);
    await qr.sql(
      `insert into qr_templates (id, workspace_id, name, design, size, created_by, created_at)
       select 'x' || n || $1, $1, 'n' || n, '{}', 300, 'u', now() from generate_series(1, 99) n`,
      [actor.workspaceId],
    );
    expect((await refusal(keep(actor, 'One more', {}))).code).toBe('VALIDATION_FAILED');
  });

  it('are branded where the plan asks for it', async () => {
    const kept = await callAs(someActor(), () =>
      qr.client.createQrTemplate({ name: 'Bare', customization: someCustomization({ showBranding: false }) }),
    );
    expect(kept.customization?.showBranding).toBe(true);
  });

  it('belong to their workspace', async () => {
    const actor = someActor();
    const { id } = await keep(actor, 'Ours', {});
    const stranger = someActor();
    expect(await list(stranger)).toEqual([]);
    expect((await refusal(callAs(stranger, () => qr.client.deleteQrTemplate({ id })))).code).toBe('NOT_FOUND');
    await callAs(actor, () => qr.client.deleteQrTemplate({ id }));
    expect(await list(actor)).toEqual([]);
    expect((await refusal(callAs(actor, () => qr.client.deleteQrTemplate({ id })))).code).toBe('NOT_FOUND');
  });
});

describe('sizes in print', () => {
  const exported = async (format: QrFormat, millimetres: number, dpi = 0) => {
    const actor = someActor();
    const code = await callAs(actor, () => qr.client.createQrCode(someCode()));
    const file = await callAs(actor, () => qr.client.exportQrCode({ id: code.id, format, size: 0, millimetres, dpi }));
    return { code, content: Buffer.from(file.content) };
  };

  it('50 mm is 591 pixels at 300 dots an inch, and the PNG and JPEG say so', async () => {
    for (const format of [QrFormat.QR_FORMAT_PNG, QrFormat.QR_FORMAT_JPEG]) {
      const { code, content } = await exported(format, 50);
      expect(await sharp(content).metadata()).toMatchObject({ width: 591, density: 300 });
      expect(await scan(content)).toBe(code.payload);
    }
    expect(await sharp((await exported(QrFormat.QR_FORMAT_PNG, 50, 600)).content).metadata()).toMatchObject({ width: 1181, density: 600 });
  });

  it('a PDF page and an SVG drawing have that side, however large', async () => {
    // 800 mm are 2,267.72 points.
    expect((await exported(QrFormat.QR_FORMAT_PDF, 800)).content.toString('latin1')).toMatch(/\/MediaBox \[0 0 2267\.7\d* 2267\.7\d*\]/);
    expect((await exported(QrFormat.QR_FORMAT_SVG, 80)).content.toString()).toMatch(/^<svg [^>]*width="80mm" height="80mm"/);
  });

  it('more pixels than an image may have are refused with the largest side', async () => {
    const error = await refusal(exported(QrFormat.QR_FORMAT_PNG, 500, 600));
    expect(error.code).toBe('VALIDATION_FAILED');
    expect(error.details).toEqual([{ field: 'millimetres', message: expect.stringContaining('173 millimetres') }]);
  });
});
