import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { type Link, LinkFilter, LinkSort, type ListLinksRequest } from '@linqr/proto/link/v1/link';
import { as, createRequest, listRequest, newActor, startLink, type TestLink, updateRequest } from './harness.js';

const COUNT = 47;
const WORDS = ['Alpha', 'beta', 'Gamma', 'ünïcode', '100% off', 'under_score', 'back\\slash', ''];

let link: TestLink;
let actor: Actor;
const made: Link[] = [];
beforeAll(async () => {
  link = await startLink();
  actor = newActor();
  await link.billing.client.setPlan({ workspaceId: actor.workspaceId, plan: 'starter' });
  for (let i = 0; i < COUNT; i++)
    made.push(
      await as(actor, () =>
        link.client.createLink(
          createRequest({
            originalUrl: `https://site-${i % 5}.example.com/path/${i}`,
            title: WORDS[i % WORDS.length],
            description: i % 10 === 0 ? 'Every tenth One' : undefined,
            tags: i % 4 === 0 ? ['Four', `number-${i}`] : [],
            customAlias: i % 6 === 0 ? `custom-${i}` : undefined,
            password: i === 1 || i === 2 ? 'secret' : undefined,
            expiresAt: i % 9 === 0 ? new Date(link.clock.now() + 3_600_000).toISOString() : undefined,
          }),
        ),
      ),
    );
  await as(newActor(), () => link.client.createLink(createRequest({ title: 'Alpha of somebody else', tags: ['Four'] })));
}, 60_000);
afterAll(() => link?.stop());

const list = (fields: Partial<ListLinksRequest> = {}) => as(actor, () => link.client.listLinks(listRequest(fields)));
const ids = (links: Link[]) => links.map((l) => l.id);
const total = async (fields: Partial<ListLinksRequest>) => {
  const page = await list({ limit: 100, ...fields });
  expect(page.links).toHaveLength(page.total);
  return page.total;
};

describe('a list of links', () => {
  it("has the workspace's own links whole, newest first, with the exact total", async () => {
    const page = await list({ limit: 10 });
    expect(page.links).toEqual(made.slice(-10).reverse());
    expect(page.total).toBe(COUNT);
    expect(page.nextCursor).not.toBe('');
  });

  it.each([LinkSort.LINK_SORT_NEWEST, LinkSort.LINK_SORT_OLDEST, LinkSort.LINK_SORT_TITLE])(
    'walks by cursor through the same as by pages: %s',
    async (sort) => {
      const byPage: string[] = [];
      const byCursor: string[] = [];
      let cursor = '';
      for (let page = 1; page <= 7; page++) {
        byPage.push(...ids((await list({ sort, page, limit: 7 })).links));
        if (page > 1 && cursor === '') continue;
        const next = await list({ sort, limit: 7, cursor, page: 999 * Number(cursor !== '') || 1 });
        expect(next.total).toBe(COUNT);
        byCursor.push(...ids(next.links));
        cursor = next.nextCursor;
      }
      expect(byCursor).toEqual(byPage);
      expect(new Set(byPage).size).toBe(COUNT);
      expect(cursor).toBe('');
    },
  );

  it('keeps its place by cursor when links are added meanwhile', async () => {
    const other = newActor();
    const own = [];
    for (let i = 0; i < 6; i++) own.push(await as(other, () => link.client.createLink(createRequest())));
    const first = await as(other, () => link.client.listLinks(listRequest({ limit: 3 })));
    await as(other, () => link.client.createLink(createRequest()));
    const second = await as(other, () => link.client.listLinks(listRequest({ limit: 3, cursor: first.nextCursor })));
    expect(ids([...first.links, ...second.links])).toEqual(ids(own).reverse());
  });

  it('sorts by title whatever the case, by destination where there is none', async () => {
    const { links } = await list({ sort: LinkSort.LINK_SORT_TITLE, limit: 100 });
    const keys = links.map((l) => (l.title || l.originalUrl.slice('https://'.length)).toLowerCase());
    expect(keys).toEqual([...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  });

  it('filters', async () => {
    expect(await total({ filter: LinkFilter.LINK_FILTER_CUSTOM_ALIAS })).toBe(8);
    expect(await total({ filter: LinkFilter.LINK_FILTER_PASSWORD_PROTECTED })).toBe(2);
    expect(await total({ filter: LinkFilter.LINK_FILTER_EXPIRED })).toBe(0);
    link.clock.forward(3_600_000);
    expect(await total({ filter: LinkFilter.LINK_FILTER_EXPIRED })).toBe(6);
  });

  it.each([
    ['a title, whatever the case', 'ALPHA', 6],
    ['part of a title', 'gamm', 6],
    ['two characters', '0%', 6],
    ['letters beyond ASCII', 'ÜNÏ', 6],
    ['a percent sign as it is', '0% o', 6],
    ['an underscore as it is', 'r_s', 6],
    ['a backslash as it is', 'k\\s', 6],
    ['a destination', 'site-3.example', 9],
    ['a description', 'tenth', 5],
    ['an alias', 'custom-6', 1],
    ['a tag', 'number-44', 1],
    ['a whole short URL', 'https://go.linqr.test/custom-6', 1],
    ['nothing that is there', 'zzzz', 0],
    ['a wildcard that is none', 'al%pha', 0],
    ['an injection', "' or true --", 0],
  ])('is searched by %s', async (_, search, count) => {
    expect(await total({ search })).toBe(count);
  });

  it('is narrowed by a tag, whatever the case, and by everything together', async () => {
    expect(await total({ tag: 'four' })).toBe(12);
    expect(await total({ tag: 'fou' })).toBe(0);
    expect(await total({ tag: 'FOUR', search: 'alpha', filter: LinkFilter.LINK_FILTER_CUSTOM_ALIAS })).toBe(2);
  });

  it('finds a link by what it was changed to and no more by what it was', async () => {
    const other = newActor();
    const one = await as(other, () => link.client.createLink(createRequest({ title: 'formerly', tags: ['old-tag'] })));
    await as(other, () => link.client.updateLink(updateRequest(one.id, { title: 'presently', tags: { values: ['new-tag'] } })));
    const found = async (fields: Partial<ListLinksRequest>) => (await as(other, () => link.client.listLinks(listRequest(fields)))).total;
    expect(
      await Promise.all([
        found({ search: 'formerly' }),
        found({ search: 'presently' }),
        found({ tag: 'old-tag' }),
        found({ tag: 'new-tag' }),
      ]),
    ).toEqual([0, 1, 0, 1]);
  });

  it('is empty past its end', async () => {
    expect(await list({ page: 1_000 })).toEqual({ links: [], total: COUNT, nextCursor: '' });
  });

  it.each([
    ['limit', { limit: 101 }],
    ['limit', { limit: -1 }],
    ['page', { page: -1 }],
    ['page', { page: 1_000_001 }],
    ['cursor', { cursor: 'rubbish' }],
    ['search', { search: 'x'.repeat(201) }],
    ['search', { search: 'a\0b' }],
    ['tag', { tag: 'x'.repeat(51) }],
    ['filter', { filter: LinkFilter.UNRECOGNIZED }],
    ['sort', { sort: LinkSort.UNRECOGNIZED }],
  ])('with a bad %s is refused (case %#)', async (field, fields) => {
    await expect(list(fields)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [expect.objectContaining({ field })] });
  });

  it('needs somebody signed in', async () => {
    await expect(link.client.listLinks(listRequest())).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    await expect(link.client.countLinks({})).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  });
});
