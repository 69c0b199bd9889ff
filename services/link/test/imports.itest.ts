import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@linqr/platform/ids';
import { Resource } from '@linqr/proto/billing/v1/billing';
import { type CreateImportRequest, ImportState } from '@linqr/proto/link/v1/bulk';
import { LinkFilter } from '@linqr/proto/link/v1/link';
import { eventually } from '@linqr/testing/eventually';
import { type BulkClient, bulkClient, ended, importRequest, onPlan } from './bulk-harness.js';
import { as, createRequest, listRequest, newActor, startLink, type TestLink } from './harness.js';

let link: TestLink;
let bulk: BulkClient;
beforeAll(async () => {
  link = await startLink();
  bulk = bulkClient(link);
}, 60_000);
afterAll(async () => {
  bulk?.$close();
  await link?.stop();
}, 60_000);

type Actor = ReturnType<typeof newActor>;
const somebody = (plan = 'starter') => onPlan(link, newActor(), plan);
const start = (actor: Actor, csv: string, fields: Partial<CreateImportRequest> = {}) =>
  as(actor, () => bulk.createImport(importRequest(csv, fields)));
const run = async (actor: Actor, csv: string, fields: Partial<CreateImportRequest> = {}) =>
  ended(bulk, actor, (await start(actor, csv, fields)).id);
const rowsOf = async (actor: Actor, id: string, onlyFailed = false) =>
  (await as(actor, () => bulk.listImportRows({ id, afterRow: 0, limit: 1_000, onlyFailed }))).rows;
const used = async (actor: Actor) => (await as(actor, () => link.billing.client.getUsage({}))).linksCreated;
const links = (actor: Actor, fields = {}) => as(actor, () => link.client.listLinks(listRequest({ limit: 100, ...fields })));
const many = (count: number) => `originalUrl\n${Array.from({ length: count }, (_, i) => `https://example.com/${i}`).join('\n')}`;

describe('an import', () => {
  it('makes a link of each good row with all that the row asks for, and says of the others what was wrong', async () => {
    const actor = await somebody();
    const alias = `spring-${Date.now()}`;
    const csv = [
      'originalUrl,customAlias,title,description,tags,password,expiresAt,redirectType',
      `https://example.com/a,${alias},"Spring, sale",All of it,"one, two",secret,2030-01-01,301`,
      'not a url,,,,,,,',
      `https://example.com/b,${alias},,,,,,`,
      'https://example.com/c,,,,,,2020-01-01,',
      'https://example.com/d,,,,,,soon,',
      'https://example.com/e',
      'https://example.com/f,,,,,,,,,surplus',
    ].join('\r\n');
    const done = await run(actor, csv);
    expect(done).toMatchObject({
      state: ImportState.IMPORT_STATE_DONE,
      total: 7,
      processed: 7,
      succeeded: 2,
      failed: 5,
      stoppedBy: '',
      source: 'linqr',
      fileName: 'links.csv',
    });
    const rows = await rowsOf(actor, done.id);
    expect(rows.map(({ row, ok, code }) => [row, ok, code])).toEqual([
      [1, true, ''],
      [2, false, 'VALIDATION_FAILED'],
      [3, false, 'LINK_ALIAS_TAKEN'],
      [4, false, 'VALIDATION_FAILED'],
      [5, false, 'VALIDATION_FAILED'],
      [6, true, ''],
      [7, false, 'VALIDATION_FAILED'],
    ]);
    expect(rows.every(({ ok, message, shortUrl }) => (ok ? shortUrl !== '' : message.length > 10))).toBe(true);
    expect(await rowsOf(actor, done.id, true)).toHaveLength(5);
    const made = await as(actor, () => link.client.getLink({ id: rows[0]!.linkId }));
    expect(made).toMatchObject({
      originalUrl: 'https://example.com/a',
      slug: alias,
      shortUrl: rows[0]!.shortUrl,
      title: 'Spring, sale',
      description: 'All of it',
      tags: ['one', 'two'],
      hasPassword: true,
      expiresAt: '2030-01-01T00:00:00.000Z',
      redirectType: 301,
      ownerId: actor.userId,
    });
    // Rows that failed cost nothing.
    expect(await used(actor)).toBe(2);
  });

  it('never stores a password but sealed', async () => {
    const actor = await somebody();
    // What was written at any moment, however soon it is settled.
    await link.sql(`create table written as select import_id, fields from import_rows with no data`);
    await link.sql(`create rule keep as on insert to import_rows do also insert into written values (new.import_id, new.fields)`);
    const done = await run(actor, 'originalUrl,password\nhttps://example.com/,open-sesame');
    await link.sql(`drop rule keep on import_rows`);
    expect(done).toMatchObject({ succeeded: 1, failed: 0 });
    const written = await link.sql<{ fields: unknown }>('select fields from written where import_id = $1', [done.id]);
    expect(written).toEqual([{ fields: { originalUrl: 'https://example.com/', password: { sealed: expect.any(String) } } }]);
    expect(JSON.stringify(written)).not.toContain('sesame');
  });

  it('keeps no password, of any row, once it has ended', async () => {
    const actor = await somebody();
    const done = await run(actor, 'originalUrl,password\nhttps://example.com/,open-sesame\nnonsense,open-sesame');
    expect(
      await link.sql(`select 1 from import_rows where import_id = $1 and (fields is not null or message like '%sesame%')`, [done.id]),
    ).toEqual([]);
  });

  it('reads the exports of other shorteners', async () => {
    const actor = await somebody();
    const key = `x${Date.now()}`;
    const done = await run(actor, `createdAt;shortCode;longUrl;tags;visits\n2020-01-01;${key};https://example.com/s;a|b;7`);
    expect(done).toMatchObject({ source: 'shlink', succeeded: 1 });
    expect((await links(actor)).links).toMatchObject([{ slug: key, originalUrl: 'https://example.com/s', tags: ['a', 'b'] }]);
  });

  it('takes the columns as a person assigned them', async () => {
    const actor = await somebody();
    const done = await run(actor, 'foo,bar\nWords,https://example.com/', { fields: ['title', 'originalUrl'] });
    expect(done.succeeded).toBe(1);
    expect((await links(actor)).links).toMatchObject([{ title: 'Words', originalUrl: 'https://example.com/' }]);
  });

  it.each([
    ['without a destination column', 'a,b\n1,2', {}],
    ['with a field that there is not', 'a\n1', { fields: ['nonsense'] }],
    ['with a header alone', 'originalUrl\n', {}],
    ['of a spreadsheet', 'PK\u0003\u0004\0\0', {}],
    ['of more than 10,000 rows', many(10_001), {}],
  ])('%s is refused, and costs nothing', async (_, csv, fields) => {
    const actor = await somebody();
    await expect(start(actor, csv, fields)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await as(actor, () => bulk.listImports({}))).imports).toEqual([]);
  });

  it('larger than 5 MB is refused', async () => {
    const actor = await somebody();
    await expect(start(actor, `originalUrl\n${'x'.repeat(5 * 1024 * 1024)}`)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  it('needs Starter', async () => {
    await expect(start(await somebody('free'), many(1))).rejects.toMatchObject({
      code: 'PLAN_FEATURE_REQUIRED',
      message: expect.stringContaining('Starter'),
    });
  });

  it('uses the allowance up to the last link, in the order of the file, and says that it ended there', async () => {
    const actor = await somebody();
    await link.billing.client.reserveUsage({
      workspaceId: actor.workspaceId,
      resource: Resource.RESOURCE_LINKS,
      amount: 870,
      reservationId: newId('lnk'),
    });
    const done = await run(actor, `originalUrl\nnonsense\n${many(250).split('\n').slice(1).join('\n')}`);
    expect(done).toMatchObject({
      state: ImportState.IMPORT_STATE_DONE,
      stoppedBy: 'PLAN_LIMIT_REACHED',
      total: 251,
      succeeded: 130,
      failed: 121,
    });
    expect(await used(actor)).toBe(1_000);
    const rows = await rowsOf(actor, done.id);
    expect(rows.map(({ ok }) => ok)).toEqual(Array.from({ length: 251 }, (_, i) => i > 0 && i <= 130));
    expect(rows.slice(131).every(({ code }) => code === 'PLAN_LIMIT_REACHED')).toBe(true);
    expect((await links(actor)).total).toBe(130);
  }, 60_000);

  it('asked for twice with one key is one', async () => {
    const actor = await somebody();
    const request = { idempotencyKey: 'once' };
    const [first, second] = await Promise.all([start(actor, many(3), request), start(actor, many(3), request)]);
    expect(second.id).toBe(first.id);
    await ended(bulk, actor, first.id);
    expect((await start(actor, many(3), request)).id).toBe(first.id);
    expect((await links(actor)).total).toBe(3);
  });

  it('is refused while three are under way', async () => {
    const actor = await somebody('professional');
    const started = await Promise.all(Array.from({ length: 3 }, () => start(actor, many(400))));
    await expect(start(actor, many(1))).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const { id } of started) await as(actor, () => bulk.cancelImport({ id }));
    await run(actor, many(1));
  });

  it('that is cancelled keeps what was made, makes nothing more and gives the rest of the allowance back', async () => {
    const actor = await somebody('professional');
    const { id } = await start(actor, many(2_000));
    await eventually(async () => (await as(actor, () => bulk.getImport({ id }))).succeeded > 0);
    const cancelled = await as(actor, () => bulk.cancelImport({ id }));
    expect(cancelled).toMatchObject({ state: ImportState.IMPORT_STATE_CANCELLED, processed: 2_000, stoppedBy: 'CANCELLED' });
    expect(cancelled.succeeded).toBeLessThan(2_000);
    // Another one shows that the worker went on, so that the first one's last chunk is over.
    await run(actor, many(1));
    const { total } = await links(actor);
    expect(total).toBe(cancelled.succeeded + 1);
    await eventually(async () => expect(await used(actor)).toBe(total));
    expect(await as(actor, () => bulk.cancelImport({ id }))).toEqual(cancelled);
    expect((await rowsOf(actor, id, true)).at(-1)).toMatchObject({ row: expect.any(Number), code: 'CANCELLED' });
  }, 60_000);

  it('is seen by its own workspace only', async () => {
    const actor = await somebody();
    const { id } = await run(actor, many(1));
    const other = await somebody();
    const calls: (() => Promise<unknown>)[] = [
      () => bulk.getImport({ id }),
      () => bulk.cancelImport({ id }),
      () => bulk.listImportRows({ id, afterRow: 0, limit: 10, onlyFailed: false }),
      () => bulk.getImport({ id: 'nonsense' }),
    ];
    for (const call of calls) await expect(as(other, call)).rejects.toMatchObject({ code: 'IMPORT_NOT_FOUND' });
    expect((await as(other, () => bulk.listImports({}))).imports).toEqual([]);
    expect((await as(actor, () => bulk.listImports({}))).imports.map((it) => it.id)).toEqual([id]);
  });

  it('is previewed as it would be read, with nothing made', async () => {
    const actor = await somebody();
    const preview = await as(actor, () =>
      bulk.previewImport({ content: Buffer.from('Long URL;Titel\nhttps://a.example/;Grün\nhttps://b.exa'), isBeginning: true }),
    );
    expect(preview).toEqual({
      columns: [
        { header: 'Long URL', field: 'originalUrl' },
        { header: 'Titel', field: '' },
      ],
      samples: [{ cells: ['https://a.example/', 'Grün'] }],
      rows: 1,
      source: 'csv',
      encoding: 'utf-8',
    });
    expect((await as(actor, () => bulk.listLinkIds({ search: '', filter: LinkFilter.LINK_FILTER_ALL, tag: '', domain: '' }))).total).toBe(
      0,
    );
  });

  it('that a crashed worker left behind is taken over, and what it had reserved is used, not taken twice', async () => {
    const actor = await somebody();
    const { id } = await run(actor, many(1));
    // As a worker leaves it that dies between reserving and writing: running, its lease run out, one reservation made.
    const left = newId('imp');
    const rows = [newId('lnk'), newId('lnk')];
    await link.sql(
      `with it as (insert into imports (id, workspace_id, owner_id, via, state, source, total, worker, leased_until, created_at)
         select $1, workspace_id, owner_id, via, 'running', source, 2, 'dead', now() + interval '1 second', now() from imports where id = $2)
       insert into import_rows (import_id, row, link_id, fields)
       values ($1, 1, $3, '{"originalUrl":"https://example.com/1"}'), ($1, 2, $4, '{"originalUrl":"https://example.com/2"}')`,
      [left, id, ...rows],
    );
    const { workspaceId } = actor;
    await link.billing.client.reserveUsage({ workspaceId, resource: Resource.RESOURCE_LINKS, amount: 1, reservationId: rows[0]! });
    expect(await ended(bulk, actor, left)).toMatchObject({ succeeded: 2, failed: 0 });
    expect(await used(actor)).toBe(3);
  });

  it('whose reservation was given back meanwhile reserves anew', async () => {
    const actor = await somebody();
    const { id } = await run(actor, many(1));
    const left = newId('imp');
    const linkId = newId('lnk');
    await link.billing.client.releaseUsage({ reservationId: linkId });
    await link.sql(
      `with it as (insert into imports (id, workspace_id, owner_id, via, state, source, total, created_at)
         select $1, workspace_id, owner_id, via, 'queued', source, 1, now() from imports where id = $2)
       insert into import_rows (import_id, row, link_id, fields) values ($1, 1, $3, '{"originalUrl":"https://example.com/1"}')`,
      [left, id, linkId],
    );
    expect(await ended(bulk, actor, left)).toMatchObject({ succeeded: 1, failed: 0 });
    expect(await used(actor)).toBe(2);
  });

  it('waits while billing is away and goes on when it is back', async () => {
    const actor = await somebody('professional');
    const { id } = await start(actor, many(300));
    await link.billing.stop();
    await new Promise((resolve) => setImmediate(resolve));
    await link.restartBilling();
    expect(await ended(bulk, actor, id)).toMatchObject({ state: ImportState.IMPORT_STATE_DONE, succeeded: 300, failed: 0 });
    await eventually(async () => expect(await used(actor)).toBe(300));
  }, 90_000);

  it('makes every row once and charges it once while PostgreSQL cuts every connection again and again', async () => {
    const actor = await somebody('professional');
    const { id } = await start(actor, many(600));
    let running = true;
    const cutter = (async () => {
      for (let cuts = 0; running && cuts < 300; cuts++) {
        await link.sql(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and application_name = 'link'`,
        );
        await link.sql('select pg_sleep(0.15)');
      }
    })();
    const settled = await link.sql<{ succeeded: number }>('select succeeded from imports where id = $1', [id]);
    expect(settled).toHaveLength(1);
    // Long enough under fire to be cut many times.
    for (let i = 0; i < 30; i++) await link.sql('select pg_sleep(0.1)');
    running = false;
    await cutter;
    expect(await ended(bulk, actor, id)).toMatchObject({ state: ImportState.IMPORT_STATE_DONE, total: 600, succeeded: 600, failed: 0 });
    const made = await link.sql<{ original_url: string }>('select original_url from links where workspace_id = $1', [actor.workspaceId]);
    expect(made).toHaveLength(600);
    expect(new Set(made.map((row) => row.original_url)).size).toBe(600);
    await eventually(async () => expect(await used(actor)).toBe(600), { timeoutMs: 20_000 });
  }, 120_000);

  it('is worked on beside others: a small one does not wait for a large one', async () => {
    const large = await somebody('professional');
    const small = await somebody();
    const { id } = await start(large, many(3_000));
    await run(small, many(5));
    const { state } = await as(large, () => bulk.getImport({ id }));
    expect(state).toBe(ImportState.IMPORT_STATE_RUNNING);
    await as(large, () => bulk.cancelImport({ id }));
  }, 60_000);

  it('does not stand in the way of single creations', async () => {
    const actor = await somebody('professional');
    const { id } = await start(actor, many(2_000));
    await as(actor, () => link.client.createLink(createRequest()));
    await as(actor, () => bulk.cancelImport({ id }));
  });
});
