import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@linqr/platform/ids';
import { QrCodeChange } from '@linqr/proto/events/v1/qr';
import { type ListQrCodesRequest, QrType } from '@linqr/proto/qr/v1/qr';
import { callAs, someActor } from '@linqr/testing/actor';
import { eventually } from '@linqr/testing/eventually';
import sharp from 'sharp';
import { APP_ORIGIN, type QrFixture, refusal, SHORT_ORIGIN, someCode, someCustomization, startQr } from './qr-fixture.js';
import { scan } from './scanner.js';

let qr: QrFixture;
beforeAll(async () => {
  qr = await startQr();
}, 180_000);
afterAll(() => qr?.stop());

const create = (actor = someActor(), given: Parameters<typeof someCode>[0] = {}) =>
  callAs(actor, () => qr.client.createQrCode(someCode(given)));

describe('creating a code', () => {
  it('answers a PNG of 300 pixels that scans as the address of the code itself', async () => {
    const actor = someActor();
    const code = await create(actor, { content: 'HTTPS://Bücher.example:443/a', name: 'Books' });
    expect(code).toMatchObject({
      workspaceId: actor.workspaceId,
      ownerId: actor.userId,
      title: 'Books',
      content: 'https://xn--bcher-kva.example/a',
      payload: `${APP_ORIGIN}/qr/${code.id}`,
      archived: false,
    });
    expect(await sharp(code.image).metadata()).toMatchObject({ format: 'png', width: 300, height: 300 });
    expect(await scan(code.image)).toBe(code.payload);
    expect(code.customization).toMatchObject({
      color: '#000000',
      backgroundColor: '#ffffff',
      size: 300,
      margin: 4,
      errorCorrectionLevel: 'M',
    });
  });

  it.each([
    [QrType.QR_TYPE_TEXT, 'Grüße aus Köln', 'Grüße aus Köln'],
    [QrType.QR_TYPE_EMAIL, 'ada@example.com', 'mailto:ada@example.com'],
    [QrType.QR_TYPE_PHONE, '+1 555 010 9999', 'tel:+15550109999'],
    [QrType.QR_TYPE_SMS, '+15550109999: hi', 'SMSTO:+15550109999:hi'],
    [QrType.QR_TYPE_WIFI, '{"ssid":"a;b","password":"longenough"}', 'WIFI:T:WPA;S:a\\;b;P:longenough;;'],
  ])('encodes %s natively', async (type, content, payload) => {
    const code = await create(someActor(), { type, content });
    expect(await scan(code.image)).toBe(payload);
  });

  it('makes the image larger than asked for where the content needs it', async () => {
    const code = await create(someActor(), {
      type: QrType.QR_TYPE_TEXT,
      content: 'Long text. '.repeat(100),
      customization: someCustomization({ size: 64 }),
    });
    expect(code.customization?.size).toBeGreaterThan(300);
    expect(await scan(code.image)).toBe('Long text. '.repeat(100));
  });

  it('publishes one event with the change', async () => {
    const code = await create();
    const event = await eventually(() => qr.events.find(({ qrId }) => qrId === code.id) ?? false);
    expect(event).toMatchObject({ change: QrCodeChange.QR_CODE_CHANGE_CREATED, workspaceId: code.workspaceId, type: 'url', version: 1 });
  });

  it.each([
    ['ftp://example.com/', 'DESTINATION_NOT_ALLOWED'],
    ['javascript:alert(1)', 'DESTINATION_NOT_ALLOWED'],
    ['data:text/html,x', 'DESTINATION_NOT_ALLOWED'],
    ['http://127.0.0.1/', 'DESTINATION_NOT_ALLOWED'],
    ['http://0x7f.1/', 'DESTINATION_NOT_ALLOWED'],
    ['http://[::ffff:10.0.0.1]/', 'DESTINATION_NOT_ALLOWED'],
    ['http://intranet/', 'DESTINATION_NOT_ALLOWED'],
    ['https://user:secret@example.com/', 'DESTINATION_NOT_ALLOWED'],
    [`${APP_ORIGIN}/qr/qr_1`, 'DESTINATION_NOT_ALLOWED'],
    ['example', 'VALIDATION_FAILED'],
    ['', 'VALIDATION_FAILED'],
    [`https://example.com/${'a'.repeat(2048)}`, 'VALIDATION_FAILED'],
  ])('refuses the destination %s', async (content, code) => {
    const error = await refusal(create(someActor(), { content }));
    expect(error.code).toBe(code);
    expect(error.details.map(({ field }) => field)).toEqual(['content']);
  });

  it('lets a code lead to a short link of this installation, wherever that lives', async () => {
    expect((await create(someActor(), { content: `${SHORT_ORIGIN}/summer` })).content).toBe(`${SHORT_ORIGIN}/summer`);
  });

  it('needs somebody signed in', async () => {
    expect((await refusal(qr.client.createQrCode(someCode()))).code).toBe('NOT_SIGNED_IN');
  });

  it('makes one code for one idempotency key, also when asked at once, and refuses another request with it', async () => {
    const actor = someActor();
    const idempotencyKey = newId('req');
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(actor, { idempotencyKey })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await usage(actor)).toBe(1);
    expect((await refusal(create(actor, { idempotencyKey, content: 'https://example.com/other' }))).code).toBe('CONFLICT');
  });
});

describe('the allowance', () => {
  it('is exact: of 14 codes at once on Free, 10 are made', async () => {
    const actor = someActor();
    const results = await Promise.allSettled(Array.from({ length: 14 }, () => create(actor)));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(refused).toEqual(['PLAN_LIMIT_REACHED', 'PLAN_LIMIT_REACHED', 'PLAN_LIMIT_REACHED', 'PLAN_LIMIT_REACHED']);
    expect(await usage(actor)).toBe(10);
  }, 30_000);

  it('is not touched by what is refused, nor given back by a deletion', async () => {
    const actor = someActor();
    await refusal(create(actor, { content: 'nowhere' }));
    await refusal(create(actor, { customization: someCustomization({ color: '#ffffff' }) }));
    expect(await usage(actor)).toBe(0);
    const { id } = await create(actor);
    await callAs(actor, () => qr.client.deleteQrCode({ id, keepShortLink: false }));
    expect(await usage(actor)).toBe(1);
  });
});

describe('what the edge asks', () => {
  it('many codes at once are answered each as alone, in the order asked', async () => {
    const [one, two, gone] = [await create(someActor()), await create(someActor()), await create(someActor())];
    const owner = someActor();
    const deleted = await create(owner);
    await callAs(owner, () => qr.client.deleteQrCode({ id: deleted.id, keepShortLink: false }));
    await qr.sql('insert into blocked_codes (qr_id, workspace_id, blocked_at) select id, workspace_id, now() from qr_codes where id = $1', [
      gone.id,
    ]);
    const { answers } = await qr.client.resolveQrCodes({ ids: [two.id, 'no id', deleted.id, gone.id, one.id, two.id] });
    const alone = (id: string) => qr.client.resolveQrCode({ id });
    expect(answers).toEqual([
      { qrCode: await alone(two.id) },
      { missing: true },
      { missing: true },
      { qrCode: { ...(await alone(gone.id)), blocked: true } },
      { qrCode: await alone(one.id) },
      { qrCode: await alone(two.id) },
    ]);
    expect((await qr.client.resolveQrCodes({ ids: [] })).answers).toEqual([]);
  });

  it('more than 500 at once are refused', async () => {
    const tooMany = qr.client.resolveQrCodes({ ids: Array.from({ length: 501 }, () => 'x') });
    expect((await refusal(tooMany)).code).toBe('VALIDATION_FAILED');
  });
});

describe('changing a code', () => {
  it('keeps the image of a dynamic code when its destination changes', async () => {
    const actor = someActor();
    const before = await create(actor);
    const after = await callAs(actor, () => qr.client.updateQrCode({ id: before.id, content: 'https://example.com/new', name: 'New' }));
    expect(after).toMatchObject({ content: 'https://example.com/new', title: 'New', payload: before.payload });
    expect(Buffer.from(after.image).equals(before.image)).toBe(true);
    expect(await qr.client.resolveQrCode({ id: before.id })).toMatchObject({
      content: 'https://example.com/new',
      active: true,
      version: 2,
    });
    await eventually(() => qr.events.some(({ qrId, change }) => qrId === before.id && change === QrCodeChange.QR_CODE_CHANGE_UPDATED));
  });

  it('redraws when type or content of a native code changes', async () => {
    const actor = someActor();
    const { id } = await create(actor);
    const after = await callAs(actor, () => qr.client.updateQrCode({ id, type: QrType.QR_TYPE_TEXT, content: 'Hello' }));
    expect(await scan(after.image)).toBe('Hello');
  });

  it('keeps both of two changes made at once', async () => {
    const actor = someActor();
    const { id } = await create(actor);
    await Promise.all([
      callAs(actor, () => qr.client.updateQrCode({ id, name: 'Name' })),
      callAs(actor, () => qr.client.updateQrCode({ id, description: 'Description' })),
      callAs(actor, () => qr.client.updateQrCode({ id, customization: someCustomization({ size: 400 }) })),
    ]);
    const code = await callAs(actor, () => qr.client.getQrCode({ id }));
    expect(code).toMatchObject({ title: 'Name', description: 'Description' });
    expect(code.customization?.size).toBe(400);
    expect(await qr.sql('select version from qr_code_versions where qr_id = $1 order by version', [id])).toHaveLength(4);
  });

  it('changes nothing when the change is refused', async () => {
    const actor = someActor();
    const before = await create(actor);
    const error = await refusal(
      callAs(actor, () =>
        qr.client.updateQrCode({ id: before.id, name: 'X', customization: someCustomization({}, { foregroundColor: '#eeeeee' }) }),
      ),
    );
    expect(error).toMatchObject({ code: 'QR_NOT_SCANNABLE' });
    expect(error.details.map(({ field }) => field)).toEqual(['customization.frontendCustomization.foregroundColor']);
    expect(await callAs(actor, () => qr.client.getQrCode({ id: before.id }))).toEqual(before);
  });

  it('archives and brings back', async () => {
    const actor = someActor();
    const { id } = await create(actor);
    expect((await callAs(actor, () => qr.client.updateQrCode({ id, archived: true }))).archived).toBe(true);
    expect((await qr.client.resolveQrCode({ id })).active).toBe(false);
    expect((await callAs(actor, () => qr.client.updateQrCode({ id, archived: false }))).archived).toBe(false);
  });

  it('deletes softly: gone for everybody, kept in the store', async () => {
    const actor = someActor();
    const { id } = await create(actor);
    await callAs(actor, () => qr.client.deleteQrCode({ id, keepShortLink: false }));
    for (const call of [
      () => callAs(actor, () => qr.client.getQrCode({ id })),
      () => callAs(actor, () => qr.client.updateQrCode({ id, name: 'x' })),
      () => callAs(actor, () => qr.client.deleteQrCode({ id, keepShortLink: false })),
      () => qr.client.resolveQrCode({ id }),
    ]) {
      expect((await refusal(call())).code).toBe('QR_CODE_NOT_FOUND');
    }
    expect(await qr.sql('select 1 from qr_codes where id = $1 and deleted_at is not null', [id])).toHaveLength(1);
    await eventually(() => qr.events.some(({ qrId, change }) => qrId === id && change === QrCodeChange.QR_CODE_CHANGE_DELETED));
  });

  it('does not exist for another workspace, whose list stays empty', async () => {
    const { id } = await create();
    const stranger = someActor();
    for (const call of [
      () => qr.client.getQrCode({ id }),
      () => qr.client.updateQrCode({ id, name: 'mine' }),
      () => qr.client.deleteQrCode({ id, keepShortLink: false }),
      () => qr.client.exportQrCode({ id, format: 'QR_FORMAT_PNG' as never, size: 300, millimetres: 0, dpi: 0 }),
      () => qr.client.getQrCode({ id: "qr_' or 1=1 --" }),
    ]) {
      expect((await refusal(callAs(stranger, call))).code).toBe('QR_CODE_NOT_FOUND');
    }
    expect(await callAs(stranger, () => qr.client.listQrCodes(someList()))).toMatchObject({ qrCodes: [], total: 0 });
  });
});

describe('the list', () => {
  it('pages, searches, filters by type and hides archived codes unless asked', async () => {
    const actor = someActor();
    await qr.billing.setPlan({ workspaceId: actor.workspaceId, plan: 'professional' });
    const names = ['Alpha 100%', 'Beta', 'Gamma', 'Delta'];
    const codes: Awaited<ReturnType<typeof create>>[] = [];
    for (const name of names) codes.push(await create(actor, { name, content: `https://example.com/${name[0]}` }));
    const text = await create(actor, { type: QrType.QR_TYPE_TEXT, content: 'Nothing else', name: 'Text' });
    const list = (given: Partial<ListQrCodesRequest>) => callAs(actor, () => qr.client.listQrCodes({ ...someList(), ...given }));
    const titles = async (given: Partial<ListQrCodesRequest>) => (await list(given)).qrCodes.map(({ title }) => title);

    expect(await titles({})).toEqual(['Text', 'Delta', 'Gamma', 'Beta', 'Alpha 100%']);
    expect(await titles({ page: 2, limit: 2 })).toEqual(['Gamma', 'Beta']);
    expect(await titles({ search: '100%' })).toEqual(['Alpha 100%']);
    expect(await titles({ search: 'EXAMPLE.com/g' })).toEqual(['Gamma']);
    expect(await titles({ type: QrType.QR_TYPE_TEXT })).toEqual([text.title]);
    await callAs(actor, () => qr.client.updateQrCode({ id: codes[1]!.id, archived: true }));
    expect(await titles({})).toEqual(['Text', 'Delta', 'Gamma', 'Alpha 100%']);
    expect(await titles({ includeArchived: true })).toHaveLength(5);

    const { createdAt } = codes[2]!;
    expect(await titles({ createdFrom: createdAt })).toEqual(['Text', 'Delta', 'Gamma']);
    expect(await titles({ createdTo: createdAt })).toEqual(['Alpha 100%']);
    expect(await titles({ createdFrom: createdAt, createdTo: text.createdAt, search: 'd' })).toEqual(['Delta']);

    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await list({ limit: 2, cursor, includeArchived: true });
      expect(page.total).toBe(5);
      seen.push(...page.qrCodes.map(({ title }) => title));
      cursor = page.nextCursor;
    } while (cursor !== '');
    expect(seen).toEqual(['Text', 'Delta', 'Gamma', 'Beta', 'Alpha 100%']);
  }, 30_000);

  it('shows small images of large codes, which still scan', async () => {
    const actor = someActor();
    const code = await create(actor, { customization: someCustomization({ size: 3000 }, { style: 'dot' }) });
    expect(await sharp(code.image).metadata()).toMatchObject({ width: 3000 });
    const { qrCodes } = await callAs(actor, () => qr.client.listQrCodes(someList()));
    expect(await sharp(qrCodes[0]!.image).metadata()).toMatchObject({ width: 300 });
    expect(await scan(qrCodes[0]!.image)).toBe(code.payload);
  }, 30_000);

  it.each([{ page: -1 }, { limit: 101 }, { cursor: 'nonsense' }, { search: 'x'.repeat(201) }])('refuses %j', async (given) => {
    const error = await refusal(callAs(someActor(), () => qr.client.listQrCodes({ ...someList(), ...given })));
    expect(error.code).toBe('VALIDATION_FAILED');
  });
});

describe('when billing is down', () => {
  it('creates nothing, and goes on serving what there is', async () => {
    const own = await startQr();
    try {
      const actor = someActor();
      const code = await callAs(actor, () => own.client.createQrCode(someCode()));
      await own.killBilling();
      const error = await refusal(callAs(actor, () => own.client.createQrCode(someCode())));
      expect(['PART_UNAVAILABLE', 'DEADLINE_EXCEEDED']).toContain(error.code);
      expect(await callAs(actor, () => own.client.getQrCode({ id: code.id }))).toEqual(code);
      expect((await callAs(actor, () => own.client.updateQrCode({ id: code.id, name: 'Still here' }))).title).toBe('Still here');
      expect(await own.sql('select 1 from qr_codes')).toHaveLength(1);
    } finally {
      await own.stop();
    }
  }, 60_000);
});

function someList() {
  return {
    page: 1,
    limit: 50,
    search: '',
    includeArchived: false,
    cursor: '',
    type: undefined as QrType | undefined,
    ids: [] as string[],
    withoutImages: false,
  };
}

async function usage(actor: ReturnType<typeof someActor>): Promise<number> {
  return (await callAs(actor, () => qr.billing.getUsage({}))).qrCodesGenerated;
}
