import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QrImportState } from '@linqr/proto/qr/v1/qr';
import { callAs, someActor } from '@linqr/testing/actor';
import { eventually } from '@linqr/testing/eventually';
import { type QrFixture, refusal, startQr } from './qr-fixture.js';
import { scan } from './scanner.js';

let qr: QrFixture;
beforeAll(async () => {
  qr = await startQr();
}, 180_000);
afterAll(() => qr?.stop());

type Actor = ReturnType<typeof someActor>;
const onPlan = async (plan: string): Promise<Actor> => {
  const actor = someActor();
  await qr.billing.setPlan({ workspaceId: actor.workspaceId, plan });
  return actor;
};
const start = (actor: Actor, csv: string | Uint8Array, idempotencyKey?: string) =>
  callAs(actor, () => qr.client.startQrImport({ csv: typeof csv === 'string' ? Buffer.from(csv) : csv, idempotencyKey }));
const read = (actor: Actor, id: string) => callAs(actor, () => qr.client.getQrImport({ id }));
const rowsOf = async (actor: Actor, id: string) =>
  (await callAs(actor, () => qr.client.listQrImportRows({ id, afterRow: 0, limit: 1_000 }))).rows;
const ENDED = [QrImportState.QR_IMPORT_STATE_DONE, QrImportState.QR_IMPORT_STATE_CANCELLED, QrImportState.QR_IMPORT_STATE_FAILED];
const ended = (actor: Actor, id: string) =>
  eventually(
    async () => {
      const now = await read(actor, id);
      return ENDED.includes(now.state) && now;
    },
    { timeoutMs: 30_000 },
  );
const codesOf = (actor: Actor) =>
  callAs(actor, () =>
    qr.client.listQrCodes({ page: 1, limit: 100, search: '', includeArchived: true, cursor: '', ids: [], withoutImages: false }),
  );

describe('an import', () => {
  it('makes every good row into a code that scans, and says of each other row what is wrong with it', async () => {
    const actor = await onPlan('professional');
    const { id } = await start(
      actor,
      [
        'Title;Content;Type;Color;Pattern;SSID;Password;Template',
        'Menu;https://example.com/menu;url;#1d4ed8;dot;;;',
        '"Guests; please";;wifi;;;"Café ""West""";"p:a;s,s\\word";',
        'Bad address;nowhere;url;;;;;',
        'Bad type;x;fax;;;;;',
        ';;;;;;;',
        'Pale;https://example.com/pale;url;#fefefe;;;;',
        'Inward;http://127.0.0.1/;url;;;;;',
        'Empty;;text;;;;;',
        'No template;https://example.com/;url;;;;;nothing-like-it',
        'Ocean;https://example.com/ocean;;;;;;Liquid',
      ].join('\r\n'),
    );
    const done = await ended(actor, id);
    expect(done).toMatchObject({ state: QrImportState.QR_IMPORT_STATE_DONE, total: 9, processed: 9 });
    const rows = await rowsOf(actor, id);
    expect(rows.map(({ row, ok, code }) => [row, ok, code])).toEqual([
      [2, true, ''],
      [3, true, ''],
      [4, false, 'VALIDATION_FAILED'],
      [5, false, 'VALIDATION_FAILED'],
      [7, false, 'QR_NOT_SCANNABLE'],
      [8, false, 'DESTINATION_NOT_ALLOWED'],
      [9, false, 'VALIDATION_FAILED'],
      [10, false, 'VALIDATION_FAILED'],
      [11, expect.any(Boolean), expect.any(String)],
    ]);
    for (const row of rows.filter(({ ok }) => !ok)) expect(row.message).not.toBe('');
    const { qrCodes } = await codesOf(actor);
    const menu = qrCodes.find(({ title }) => title === 'Menu');
    expect(menu?.customization).toMatchObject({ color: '#1d4ed8' });
    const wifi = qrCodes.find(({ title }) => title === 'Guests; please');
    expect(await scan(wifi?.image ?? new Uint8Array())).toBe('WIFI:T:WPA;S:Café \\"West\\";P:p\\:a\\;s\\,s\\\\word;;');
  });

  it('is exact about the allowance of the plan', async () => {
    const actor = await onPlan('starter');
    await qr.billing.reserveUsage({
      workspaceId: actor.workspaceId,
      resource: 'RESOURCE_QR_CODES' as never,
      amount: 95,
      reservationId: `t-${actor.workspaceId}`,
    });
    const lines = Array.from({ length: 12 }, (_, at) => `https://example.com/${at}`);
    const { id } = await start(actor, `content\n${lines.join('\n')}\n`);
    expect(await ended(actor, id)).toMatchObject({ succeeded: 5, failed: 7 });
    expect((await rowsOf(actor, id)).filter(({ code }) => code === 'PLAN_LIMIT_REACHED')).toHaveLength(7);
    expect((await codesOf(actor)).total).toBe(5);
  });

  it('goes on after a crash without making a row twice', async () => {
    const actor = await onPlan('professional');
    const lines = Array.from({ length: 30 }, (_, at) => `https://example.com/${at}`);
    const { id } = await start(actor, `content\n${lines.join('\n')}\n`);
    await ended(actor, id);
    // What a crash between a creation and its mark leaves behind: codes that their rows do not know.
    await qr.sql(`update qr_import_rows set processed = false, ok = false, qr_id = '' where import_id = $1 and row > 11`, [id]);
    await qr.sql(`update qr_imports set state = 'running', processed = 10, succeeded = 10, finished_at = null where id = $1`, [id]);
    expect(await ended(actor, id)).toMatchObject({ state: QrImportState.QR_IMPORT_STATE_DONE, processed: 30, succeeded: 30 });
    expect((await codesOf(actor)).total).toBe(30);
    const ids = (await rowsOf(actor, id)).map(({ qrId }) => qrId);
    expect(new Set(ids).size).toBe(30);
    expect((await callAs(actor, () => qr.billing.getUsage({ workspaceId: actor.workspaceId }))).qrCodesGenerated).toBe(30);
  });

  it('can be cancelled: what was made stays, the rest is not made', async () => {
    const actor = await onPlan('professional');
    const lines = Array.from({ length: 600 }, (_, at) => `https://example.com/${at}`);
    const { id } = await start(actor, `content\n${lines.join('\n')}\n`);
    await eventually(async () => (await read(actor, id)).processed > 3);
    const cancelled = await callAs(actor, () => qr.client.cancelQrImport({ id }));
    expect(cancelled.state).toBe(QrImportState.QR_IMPORT_STATE_CANCELLED);
    const after = await eventually(async () => {
      const [first, second] = [await read(actor, id), await codesOf(actor)];
      return first.succeeded === second.total && first;
    });
    expect(after.succeeded).toBeLessThan(600);
    // Cancelling again changes nothing.
    expect((await callAs(actor, () => qr.client.cancelQrImport({ id }))).state).toBe(QrImportState.QR_IMPORT_STATE_CANCELLED);
  });

  it('is one import for the same key, also when it is sent many times at once', async () => {
    const actor = await onPlan('professional');
    const sent = await Promise.all(Array.from({ length: 8 }, () => start(actor, 'content\nhttps://example.com/\n', 'again')));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    await ended(actor, sent[0]?.id ?? '');
    expect((await codesOf(actor)).total).toBe(1);
  });

  it('needs a plan with bulk operations, and is of its workspace only', async () => {
    const free = someActor();
    expect((await refusal(start(free, 'content\nhttps://example.com/\n'))).code).toBe('PLAN_FEATURE_REQUIRED');
    const actor = await onPlan('starter');
    const { id } = await start(actor, 'content\nhttps://example.com/\n');
    const calls: (() => Promise<unknown>)[] = [
      () => qr.client.getQrImport({ id }),
      () => qr.client.cancelQrImport({ id }),
      () => qr.client.listQrImportRows({ id, afterRow: 0, limit: 10 }),
    ];
    for (const call of calls) expect((await refusal(callAs(free, call))).code).toBe('NOT_FOUND');
    expect((await callAs(actor, () => qr.client.listQrImports({}))).imports.map((it) => it.id)).toEqual([id]);
  });

  it.each<[string, string | Uint8Array]>([
    ['an empty file', ''],
    ['only a header', 'content,type\n'],
    ['no column of content', 'a,b\n1,2\n'],
    ['what is no text', new Uint8Array([0x63, 0x6f, 0x6e, 0x74, 0x65, 0x6e, 0x74, 0x0a, 0x00, 0xfe])],
    ['more than 1,000 rows', `content\n${'https://example.com/\n'.repeat(1_001)}`],
    ['a quote that never ends', `content\n"${'x'.repeat(100_000)}`],
    ['bytes of a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['more than 4 MB', `content\n${'x'.repeat(4 * 1024 * 1024)}`],
  ])('%s is refused with a sentence about the file', async (_what, csv) => {
    const error = await refusal(start(await onPlan('starter'), csv));
    expect(error.code).toBe('VALIDATION_FAILED');
    expect(error.details).toEqual([{ field: 'file', message: expect.stringMatching(/\.$/) }]);
  });
});

describe('codes in bulk', () => {
  it('are archived, restored and deleted, each for itself', async () => {
    const actor = await onPlan('professional');
    await ended(actor, (await start(actor, 'content\nhttps://a.example/\nhttps://b.example/\n')).id);
    const ids = (await codesOf(actor)).qrCodes.map(({ id }) => id);
    const change = (action: string, list: string[]) =>
      callAs(actor, () => qr.client.changeQrCodes({ action: `QR_BULK_ACTION_${action}` as never, ids: list }));
    expect((await change('ARCHIVE', [...ids, 'qr_none'])).results.map(({ ok, code }) => [ok, code])).toEqual([
      [true, ''],
      [true, ''],
      [false, 'QR_CODE_NOT_FOUND'],
    ]);
    expect((await codesOf(actor)).qrCodes.map(({ archived }) => archived)).toEqual([true, true]);
    await change('RESTORE', ids);
    expect((await codesOf(actor)).qrCodes.map(({ archived }) => archived)).toEqual([false, false]);
    const stranger = await callAs(someActor(), () => qr.client.changeQrCodes({ action: 'QR_BULK_ACTION_DELETE' as never, ids }));
    expect(stranger.results.map(({ code }) => code)).toEqual(['QR_CODE_NOT_FOUND', 'QR_CODE_NOT_FOUND']);
    await change('DELETE', ids);
    expect((await codesOf(actor)).total).toBe(0);
  });
});
