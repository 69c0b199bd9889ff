import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { uuidv7 } from '@linqr/platform/ids';
import { ClicksIngested, type IngestedClick } from '@linqr/proto/events/v1/analytics';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import { type CreateLinkRequest, LinkFilter } from '@linqr/proto/link/v1/link';
import { eventually } from '@linqr/testing/eventually';
import { as, createRequest, listRequest, newActor, startLink, type TestLink, updateRequest } from './harness.js';

let link: TestLink;
let actor: Actor;
const changes: LinkChanged[] = [];
beforeAll(async () => {
  link = await startLink();
  actor = newActor();
  await link.billing.client.setPlan({ workspaceId: actor.workspaceId, plan: 'professional' });
  await link.bus.broadcast({
    topics: ['link.changed.v1'],
    handler: (records) => {
      for (const record of records) changes.push(LinkChanged.decode(record.value));
    },
    onGap: () => undefined,
  });
}, 60_000);
afterAll(() => link?.stop());

const create = (fields: Partial<CreateLinkRequest> = {}) => as(actor, () => link.client.createLink(createRequest(fields)));
const get = (id: string) => as(actor, () => link.client.getLink({ id }));
const resolve = (it: { domain: string; slug: string }) => link.client.resolveLink({ domain: it.domain, slug: it.slug });
const seat = async (it: { domain: string; slug: string }, clickId = uuidv7()) =>
  (await link.client.takeSeats({ domain: it.domain, slug: it.slug, clickIds: [clickId] })).taken[0];
const click = (linkId: string, over: Partial<IngestedClick> = {}): IngestedClick => ({
  id: uuidv7(),
  clickedAtMs: Date.now(),
  workspaceId: actor.workspaceId,
  linkId,
  qrId: '',
  source: 'link',
  country: '',
  city: '',
  device: '',
  browser: '',
  os: '',
  referrer: '',
  isBot: false,
  domain: '',
  slug: '',
  ...over,
});
const ingest = (...clicks: IngestedClick[]) =>
  link.bus.publish('click.ingested.v1', [{ key: actor.workspaceId, value: ClicksIngested.encode({ batchId: 'bat_1', clicks }).finish() }]);
const counted = async (id: string, clicks: number) =>
  eventually(async () => {
    const [row] = await link.sql<{ clicks: string }>('select clicks from link_clicks where link_id = $1', [id]);
    return Number(row?.clicks ?? 0) === clicks;
  });

describe('a cap on clicks', () => {
  it('ends the link when as many people came, with one version and one event, and says so wherever the link is shown', async () => {
    const made = await create({ maxClicks: 3 });
    expect(made.clicksLeft).toBe(3);
    await ingest(click(made.id), click(made.id, { isBot: true }), click(made.id));
    await counted(made.id, 2);
    expect((await get(made.id)).clicksLeft).toBe(1);
    expect(await resolve(made)).toMatchObject({ clicksLeft: 1, version: 1 });
    await ingest(click(made.id));
    await eventually(() => changes.some((change) => change.linkId === made.id && change.version === 2));
    expect(changes.filter((change) => change.linkId === made.id).map((change) => [change.change, change.version])).toEqual([
      [LinkChange.LINK_CHANGE_CREATED, 1],
      [LinkChange.LINK_CHANGE_STATE_CHANGED, 2],
    ]);
    expect(await resolve(made)).toMatchObject({ clicksLeft: 0, version: 2 });
    expect(await get(made.id)).toMatchObject({ clicksLeft: 0, version: 2 });
    const { links } = await as(actor, () => link.client.listLinks(listRequest({ filter: LinkFilter.LINK_FILTER_EXPIRED })));
    expect(links.map(({ id }) => id)).toContain(made.id);
    // One click more ends nothing twice.
    await ingest(click(made.id));
    await counted(made.id, 4);
    expect((await get(made.id)).version).toBe(2);
  });

  it('counts an event once, however often it comes, also within one delivery', async () => {
    const made = await create({ maxClicks: 100 });
    const value = ClicksIngested.encode({ batchId: 'bat_2', clicks: [click(made.id), click(made.id)] }).finish();
    const record = { key: actor.workspaceId, value };
    await link.bus.publish('click.ingested.v1', [record, record]);
    await link.bus.publish('click.ingested.v1', [record]);
    await ingest(click(made.id));
    await counted(made.id, 3);
  });

  it('set later takes in what was counted before; raised, it opens the link again', async () => {
    const made = await create();
    await ingest(click(made.id), click(made.id));
    await counted(made.id, 2);
    const change = (maxClicks: number) => as(actor, () => link.client.updateLink(updateRequest(made.id, { maxClicks })));
    expect((await change(2)).clicksLeft).toBe(0);
    expect((await change(5)).clicksLeft).toBe(3);
    const [row] = await link.sql<{ capped_at: Date | null }>('select capped_at from links where id = $1', [made.id]);
    expect(row?.capped_at).toBeNull();
    expect((await change(0)).clicksLeft).toBeUndefined();
  });

  it('passes over what cannot be read and clicks of links it does not know', async () => {
    const made = await create({ maxClicks: 10 });
    await link.bus.publish('click.ingested.v1', [{ key: actor.workspaceId, value: Buffer.from('\xff\xff not protobuf', 'latin1') }]);
    await ingest(click('lnk_never'), click(''), click(made.id, { id: 'no uuid' }));
    await counted(made.id, 1);
  });
});

describe('a seat', () => {
  it('is given out exactly as often as the cap allows, however many ask at once', async () => {
    const made = await create({ maxClicks: 7 });
    const taken = await Promise.all(Array.from({ length: 30 }, () => seat(made)));
    expect(taken.filter(Boolean)).toHaveLength(7);
  });

  it('may be asked for by many in one question; the first ones get them', async () => {
    const made = await create({ maxClicks: 2 });
    const ids = [uuidv7(), uuidv7(), uuidv7()];
    const ask = async (clickIds: string[]) => (await link.client.takeSeats({ domain: made.domain, slug: made.slug, clickIds })).taken;
    expect(await ask(ids)).toEqual([true, true, false]);
    expect(await ask([ids[2]!, ids[1]!, ids[0]!])).toEqual([false, true, true]);
    expect(await ask([])).toEqual([]);
    await expect(ask(Array.from({ length: 501 }, () => uuidv7()))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('asked for again under the same click is the same one', async () => {
    const made = await create({ maxClicks: 1 });
    const id = uuidv7();
    expect([await seat(made, id), await seat(made, id), await seat(made)]).toEqual([true, true, false]);
  });

  it('becomes the count when the click was a person, and is free again when it was a machine', async () => {
    const made = await create({ maxClicks: 2 });
    const [person, machine] = [uuidv7(), uuidv7()];
    expect([await seat(made, person), await seat(made, machine), await seat(made)]).toEqual([true, true, false]);
    await ingest(click(made.id, { id: person }), click(made.id, { id: machine, isBot: true }));
    await counted(made.id, 1);
    expect([await seat(made), await seat(made)]).toEqual([true, false]);
  });

  it('of a visitor who never came is free again after a quarter of an hour', async () => {
    const made = await create({ maxClicks: 1 });
    expect([await seat(made), await seat(made)]).toEqual([true, false]);
    link.clock.forward(15 * 60_000);
    expect(await seat(made)).toBe(true);
  });

  it('is had by everybody where there is no cap, no link or no sense', async () => {
    const made = await create();
    expect(await seat(made)).toBe(true);
    expect(await seat({ domain: made.domain, slug: 'never-was' })).toBe(true);
    expect(await seat({ domain: "' or true --", slug: 'x\0y' }, 'no uuid')).toBe(true);
  });
});

describe('resolving many addresses at once', () => {
  it('answers each in its place: links, unchanged ones, missing ones', async () => {
    const [same, older, capped] = [await create(), await create(), await create({ maxClicks: 5 })];
    await as(actor, () => link.client.updateLink(updateRequest(older.id, { title: 'new' })));
    const deleted = await create();
    await as(actor, () => link.client.deleteLink({ id: deleted.id }));
    const known = (it: { domain: string; slug: string }, version: number) => ({ domain: it.domain, slug: it.slug, version });
    const { answers } = await link.client.resolveLinks({
      addresses: [
        known(same, 1),
        { domain: 'go.linqr.test', slug: 'never-was', version: 3 },
        known(older, 1),
        known(capped, 1),
        known(deleted, 2),
        { domain: 'go.linqr.test\0', slug: 'a/b', version: 0 },
        known(same, 0),
        known(same, 1),
      ],
    });
    expect(answers.map((a) => (a.unchanged ? 'unchanged' : a.missing ? 'missing' : `${a.link!.id} ${a.link!.version}`))).toEqual([
      'unchanged',
      'missing',
      `${older.id} 2`,
      `${capped.id} 1`,
      `${deleted.id} 2`,
      'missing',
      `${same.id} 1`,
      'unchanged',
    ]);
    expect(answers[3]!.link!.clicksLeft).toBe(5);
  });

  it('takes 500 in one call, refuses more, and nothing is nothing', async () => {
    const made = await create();
    const addresses = Array.from({ length: 500 }, () => ({ domain: made.domain, slug: made.slug, version: 0 }));
    const { answers } = await link.client.resolveLinks({ addresses });
    expect(answers.filter((a) => a.link?.id === made.id)).toHaveLength(500);
    await expect(link.client.resolveLinks({ addresses: [...addresses, addresses[0]!] })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect((await link.client.resolveLinks({ addresses: [] })).answers).toEqual([]);
  });
});
