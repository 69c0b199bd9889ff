import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@linqr/platform/ids';
import type { DataSource } from 'typeorm';
import { LinkListRepository, type ListQuery } from '../src/links/link-list.repository.js';
import { startLink, type TestLink } from './harness.js';

/** Enough that PostgreSQL prefers reading the table to a bad index; measured by hand at 100,000 (see README). */
const LINKS_A_WORKSPACE = 15_000;

let link: TestLink;
const workspaceId = newId('ws');
beforeAll(async () => {
  link = await startLink();
  for (const workspace of [workspaceId, newId('ws')])
    await link.sql(
      `with made as (
         insert into links (id, workspace_id, owner_id, domain_id, slug, is_custom_alias, original_url, title, redirect_type, search_text,
                            title_key, created_at, updated_at)
         select 'lnk_' || md5($1 || i), $1, 'usr_1', d.id, substr(md5($1 || 's' || i), 1, 12), i % 100 = 0,
                'https://example-' || i % 997 || '.com/', 'Campaign ' || i, 302, lower('Campaign ' || i || ' https://example-' || i % 997 || '.com/'),
                lower('Campaign ' || i), now() - i * interval '1 minute', now()
           from generate_series(1, ${LINKS_A_WORKSPACE}) i, domains d
         returning id, domain_id, slug)
       insert into addresses select domain_id, slug, id from made`,
      [workspace],
    );
  await link.sql(`insert into link_tags select id, 'tag' || hashtext(id) % 50, 'Tag', workspace_id, 1 from links`);
  await link.sql('vacuum analyze');
}, 120_000);
afterAll(() => link?.stop());

/** Plans of the statements a list really runs: the total's, then the page's. */
async function plansOf(fields: Partial<ListQuery>): Promise<string[]> {
  const plans: string[] = [];
  const recorder = {
    query: async (sql: string, parameters: unknown[]) => {
      const lines = await link.sql<{ 'QUERY PLAN': string }>(`explain (costs off) ${sql}`, parameters);
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      return link.sql(sql, parameters);
    },
  } as unknown as DataSource;
  const query: ListQuery = {
    workspaceId,
    filter: 'all',
    sort: 'newest',
    search: '',
    tag: '',
    domain: '',
    page: 1,
    limit: 50,
    cursor: undefined,
    now: new Date(),
    ...fields,
  };
  await new LinkListRepository(recorder).list(query);
  return plans;
}

describe('a list out of many links', () => {
  it.each([
    ['counted', {}, 'Index Only Scan using links_of_workspace', 'links_newest'],
    ['newest first', { page: 200 }, 'links_of_workspace', 'links_newest'],
    ['oldest first', { sort: 'oldest' as const, page: 200 }, 'links_of_workspace', 'links_newest'],
    ['by title', { sort: 'title' as const }, 'links_of_workspace', 'links_by_title'],
    ['from a cursor on', { cursor: { sort: 'newest' as const, key: Date.now() - 1e8, id: 'lnk_x' } }, 'links_of_workspace', 'links_newest'],
    ['searched', { search: 'campaign 777' }, 'links_search', 'links_search'],
    ['of a tag', { tag: 'tag7' }, 'link_tags', 'link_tags'],
    ['with aliases', { filter: 'custom' as const }, 'links_custom', 'links_custom'],
    ['with passwords', { filter: 'protected' as const }, 'links_protected', 'links_protected'],
    ['that expired', { filter: 'expired' as const }, /links_(expiring|restricted)/, /links_(expiring|restricted)/],
  ])('is %s without reading the table through', async (_, fields, totalBy, pageBy) => {
    const [total, page] = await plansOf(fields);
    expect(total).toMatch(totalBy);
    expect(page).toMatch(pageBy);
    for (const plan of [total, page]) expect(plan).not.toMatch(/Seq Scan on (links|link_tags)/);
  });
});
