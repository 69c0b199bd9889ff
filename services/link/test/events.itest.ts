import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import type { CreateLinkRequest, LinkServiceService } from '@linqr/proto/link/v1/link';
import { eventually } from '@linqr/testing/eventually';
import fc from 'fast-check';
import { bulkClient, ended, importRequest, onPlan } from './bulk-harness.js';
import { as, createRequest, listRequest, newActor, startLink, type TestLink, updateRequest } from './harness.js';

let link: TestLink;
const heard: LinkChanged[] = [];
beforeAll(async () => {
  link = await startLink();
  await link.bus.subscribe({
    group: 'test',
    topics: ['link.changed.v1'],
    from: 'beginning',
    handler: async (records) => void heard.push(...records.map((record) => LinkChanged.decode(record.value))),
  });
}, 60_000);
afterAll(() => link?.stop());

const create = (actor: Actor, fields: Partial<CreateLinkRequest> = {}) => as(actor, () => link.client.createLink(createRequest(fields)));
const heardOf = (actor: Actor) => heard.filter((e) => e.workspaceId === actor.workspaceId);

describe('link.changed.v1', () => {
  it('tells every change once and in order, with the address before where it moved', async () => {
    const actor = newActor();
    const made = await create(actor, { customAlias: 'event-one', title: 'T' });
    const update = (fields: object) => as(actor, () => link.client.updateLink(updateRequest(made.id, fields)));
    await update({ title: 'U' });
    await update({ title: 'U' });
    await update({ customAlias: 'event-two' });
    await update({ archived: true });
    await as(actor, () => link.client.deleteLink({ id: made.id }));
    await eventually(() => expect(heardOf(actor)).toHaveLength(5));
    expect(heardOf(actor).map((e) => [e.change, e.version, e.slug, e.previousDomain, e.previousSlug, e.title])).toEqual([
      [LinkChange.LINK_CHANGE_CREATED, 1, 'event-one', '', '', 'T'],
      [LinkChange.LINK_CHANGE_UPDATED, 2, 'event-one', '', '', 'U'],
      [LinkChange.LINK_CHANGE_UPDATED, 3, 'event-two', 'go.linqr.test', 'event-one', 'U'],
      [LinkChange.LINK_CHANGE_STATE_CHANGED, 4, 'event-two', '', '', 'U'],
      [LinkChange.LINK_CHANGE_DELETED, 5, 'event-two', '', '', 'U'],
    ]);
    expect(heardOf(actor)[0]).toMatchObject({
      linkId: made.id,
      ownerId: actor.userId,
      domain: 'go.linqr.test',
      originalUrl: made.originalUrl,
      shortUrl: made.shortUrl,
      createdAtMs: Date.parse(made.createdAt!),
    });
    expect(new Set(heard.map((e) => e.eventId)).size).toBe(heard.length);
  });

  it('tells the link as it is now, what a change changed and what that was before; of a password only that', async () => {
    const actor = await onPlan(link, newActor(), 'professional');
    const made = await create(actor, { title: 'T', tags: ['a'] });
    const expiresAt = '2031-01-02T03:04:05.000Z';
    const update = (fields: object) => as(actor, () => link.client.updateLink(updateRequest(made.id, fields)));
    await update({ title: 'U', expiresAt, tags: { values: ['a', 'b'] } });
    await update({ password: 'open sesame 1' });
    await update({ archived: true });
    await eventually(() => expect(heardOf(actor)).toHaveLength(4));
    const told = heardOf(actor).map(({ link: now }) => now!);
    expect(told.map(({ changed }) => changed)).toEqual([[], ['title', 'tags', 'expiresAt'], ['hasPassword', 'password'], ['state']]);
    expect(told.map(({ previous }) => JSON.parse(previous) as object)).toEqual([
      {},
      { title: 'T', tags: ['a'], expiresAt: null },
      { hasPassword: false },
      { state: 'active' },
    ]);
    expect(told[3]).toMatchObject({
      state: 'archived',
      tags: ['a', 'b'],
      hasPassword: true,
      expiresAtMs: Date.parse(expiresAt),
      redirectType: 302,
      isCustomAlias: false,
      capReached: false,
    });
    expect(JSON.stringify(heardOf(actor))).not.toContain('sesame');
  });

  it('tells every link that an import makes, as it tells those made one by one', async () => {
    const actor = await onPlan(link, newActor(), 'starter');
    const bulk = bulkClient(link);
    try {
      const csv = `originalUrl,title\n${Array.from({ length: 60 }, (_, i) => `https://example.com/${i},Row ${i}`).join('\n')}\nnot a url,`;
      const { id } = await as(actor, () => bulk.createImport(importRequest(csv)));
      const done = await ended(bulk, actor, id);
      expect([done.succeeded, done.failed]).toEqual([60, 1]);
      await eventually(() => expect(heardOf(actor)).toHaveLength(60), { timeoutMs: 20_000 });
      expect(new Set(heardOf(actor).map(({ change }) => change))).toEqual(new Set([LinkChange.LINK_CHANGE_CREATED]));
      expect(new Set(heardOf(actor).map(({ title }) => title)).size).toBe(60);
    } finally {
      bulk.$close();
    }
  }, 90_000);

  it('tells exactly the links that were made, when most attempts are refused', async () => {
    const actors = Array.from({ length: 20 }, () => newActor());
    const outcomes = await Promise.allSettled(actors.flatMap((actor) => [create(actor, { customAlias: 'event-race' }), create(actor)]));
    const made = outcomes.filter((o) => o.status === 'fulfilled').map((o) => o.value.id);
    expect(made).toHaveLength(21);
    const ours = () => heard.filter((e) => actors.some((a) => a.workspaceId === e.workspaceId)).map((e) => e.linkId);
    await eventually(() => expect(ours()).toHaveLength(made.length));
    expect(new Set(ours())).toEqual(new Set(made));
  });

  it('a creation whose event cannot be written makes no link and costs nothing', async () => {
    const actor = newActor();
    await link.sql(`alter table outbox add constraint full_disk check (topic <> 'link.changed.v1') not valid`);
    try {
      await expect(create(actor, { customAlias: 'never-made', idempotencyKey: 'k' })).rejects.toMatchObject({ code: 'INTERNAL' });
    } finally {
      await link.sql('alter table outbox drop constraint full_disk');
    }
    expect(await as(actor, () => link.client.countLinks({}))).toEqual({ total: 0, active: 0 });
    expect((await as(actor, () => link.billing.client.getUsage({}))).linksCreated).toBe(0);
    await expect(link.client.resolveLink({ domain: 'go.linqr.test', slug: 'never-made' })).rejects.toMatchObject({
      code: 'LINK_NOT_FOUND',
    });
    await create(actor, { customAlias: 'never-made', idempotencyKey: 'k' });
  });
});

describe('whatever is sent', () => {
  // Unpaired surrogates become U+FFFD on the wire; everything else arrives as it is.
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('', '\0', '%', '\\', "'; drop table links; --", 'İ', 'ß', '\u202e', 'https://example.com', 'x'.repeat(3_000)),
  );
  const url = fc.oneof(text, fc.webUrl(), fc.constant('https://example.com/ok'));
  const date = fc.option(
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map((d) => d.toISOString()),
    { nil: undefined },
  );
  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  const fields = {
    customAlias: optional(text),
    title: optional(text),
    description: optional(text),
    password: optional(fc.constantFrom('', 'p', 'x'.repeat(300))),
    expiresAt: date,
    startsAt: date,
    maxClicks: optional(fc.maxSafeInteger()),
    redirectType: optional(fc.oneof(fc.constantFrom(301, 302), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }))),
    forwardQuery: optional(fc.boolean()),
  };
  const tags = fc.array(text, { maxLength: 30 });
  const condition = fc.record({
    field: fc.oneof(fc.constantFrom('country', 'device', 'os', 'browser', 'language', 'query', 'time'), text),
    operator: fc.oneof(fc.constantFrom('is', 'isNot'), text),
    values: fc.array(fc.oneof(text, fc.constantFrom('DE', 'mobile', 'ios', 'de', 'mon')), { maxLength: 5 }),
    key: text,
    from: fc.oneof(text, fc.constantFrom('', '09:00', '2026-01-01T00:00')),
    to: fc.oneof(text, fc.constantFrom('', '17:00', '2026-13-41T00:00')),
    timeZone: fc.oneof(text, fc.constantFrom('', 'UTC', 'Europe/Berlin')),
  });
  const rules = fc.array(fc.record({ id: text, name: text, conditions: fc.array(condition, { maxLength: 12 }), destination: url }), {
    maxLength: 3,
  });
  const variants = fc.array(
    fc.record({ id: text, name: text, destination: url, weight: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }) }),
    { maxLength: 3 },
  );
  const requests: Partial<Record<keyof typeof LinkServiceService, fc.Arbitrary<object>>> = {
    createLink: fc.record({
      ...fields,
      originalUrl: url,
      tags,
      domain: optional(text),
      idempotencyKey: optional(text),
      qrId: optional(text),
      rules,
      variants,
    }),
    listLinks: fc.record({
      page: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      limit: fc.integer({ min: -5, max: 200 }),
      search: text,
      filter: fc.constantFrom('LINK_FILTER_ALL', 'LINK_FILTER_EXPIRED', 'UNRECOGNIZED'),
      sort: fc.constantFrom('LINK_SORT_NEWEST', 'LINK_SORT_TITLE', 'UNRECOGNIZED'),
      cursor: fc.oneof(
        fc.constant(''),
        text,
        fc.json().map((json) => Buffer.from(json).toString('base64url')),
      ),
      tag: text,
    }),
    resolveLink: fc.record({ domain: text, slug: text }),
    resolveLinks: fc.record({
      addresses: fc.array(fc.record({ domain: text, slug: text, version: fc.integer({ min: -5, max: 5 }) }), { maxLength: 10 }),
    }),
    takeSeats: fc.record({ domain: text, slug: text, clickIds: fc.array(text, { maxLength: 5 }) }),
    unlockLink: fc.record({ domain: text, slug: text, password: text, clientAddress: text, id: text }),
    getLink: fc.record({ id: text }),
    deleteLink: fc.record({ id: text }),
  };

  const codeOf = (actor: Actor, rpc: keyof typeof LinkServiceService, message: object) =>
    as(actor, () => (link.client[rpc] as (request: unknown) => Promise<unknown>)(message)).then(
      () => 'ok',
      (error: { code: string }) => error.code,
    );

  it.each(Object.keys(requests) as (keyof typeof requests)[])(
    '%s answers or refuses with a typed error, never INTERNAL',
    async (rpc) => {
      const actor = newActor();
      await link.billing.client.setPlan({ workspaceId: actor.workspaceId, plan: 'unlimited' });
      await fc.assert(
        fc.asyncProperty(requests[rpc]!, async (message) => {
          expect(await codeOf(actor, rpc, message)).not.toMatch(/INTERNAL|PART_UNAVAILABLE|DEADLINE/);
        }),
        { numRuns: 150 },
      );
    },
    60_000,
  );

  it('updateLink answers or refuses with a typed error, never INTERNAL, and the link can be read afterwards', async () => {
    const actor = newActor();
    await link.billing.client.setPlan({ workspaceId: actor.workspaceId, plan: 'unlimited' });
    const { id } = await create(actor);
    const request = fc.record({
      ...fields,
      originalUrl: optional(url),
      tags: optional(tags.map((values) => ({ values }))),
      clearExpiresAt: fc.boolean(),
      clearStartsAt: fc.boolean(),
      archived: optional(fc.boolean()),
      rules: optional(rules.map((values) => ({ values }))),
      variants: optional(variants.map((values) => ({ values }))),
    });
    await fc.assert(
      fc.asyncProperty(request, async (message) => {
        expect(await codeOf(actor, 'updateLink', { ...message, id })).not.toMatch(/INTERNAL|PART_UNAVAILABLE|DEADLINE/);
        const { links } = await as(actor, () => link.client.listLinks(listRequest()));
        expect(links.map((l) => l.id)).toEqual([id]);
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});
