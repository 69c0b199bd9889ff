import type { Clock } from '@linqr/platform/clock';
import { requireActor } from '@linqr/platform/context';
import { isId } from '@linqr/platform/ids';
import { LinkFilter, LinkSort } from '@linqr/proto/link/v1/link';
import type { DataSource } from 'typeorm';
import { linkNotFound } from './link.errors.js';
import type { Link } from './link.js';
import type { LinkRepository } from './link.repository.js';
import type { ListLinksInput } from './link.schemas.js';
import { decodeCursor, type ListSort } from './link-list.cursor.js';
import type { LinkListRepository, LinkPage, ListFilter } from './link-list.repository.js';

const FILTERS: Record<ListLinksInput['filter'], ListFilter> = {
  [LinkFilter.LINK_FILTER_UNSPECIFIED]: 'all',
  [LinkFilter.LINK_FILTER_ALL]: 'all',
  [LinkFilter.LINK_FILTER_CUSTOM_ALIAS]: 'custom',
  [LinkFilter.LINK_FILTER_PASSWORD_PROTECTED]: 'protected',
  [LinkFilter.LINK_FILTER_EXPIRED]: 'expired',
};
const SORTS: Record<ListLinksInput['sort'], ListSort> = {
  [LinkSort.LINK_SORT_UNSPECIFIED]: 'newest',
  [LinkSort.LINK_SORT_NEWEST]: 'newest',
  [LinkSort.LINK_SORT_OLDEST]: 'oldest',
  [LinkSort.LINK_SORT_TITLE]: 'title',
};

const MAX_IDS = 10_000;

/** Links as their workspace sees them. */
export class LinkReading {
  constructor(
    private readonly database: DataSource,
    private readonly links: LinkRepository,
    private readonly lists: LinkListRepository,
    private readonly shortOrigin: string,
    private readonly clock: Clock,
  ) {}

  async get(id: string): Promise<Link> {
    const { workspaceId } = requireActor();
    const link = isId('lnk', id) ? await this.links.find(this.database.manager, workspaceId, id) : undefined;
    if (!link) throw linkNotFound();
    return link;
  }

  async list(input: ListLinksInput): Promise<LinkPage> {
    const { workspaceId } = requireActor();
    const sort = SORTS[input.sort];
    return this.lists.list({
      workspaceId,
      filter: FILTERS[input.filter],
      sort,
      search: this.withoutOrigin(input.search),
      tag: input.tag,
      domain: input.domain,
      page: input.page,
      limit: input.limit,
      cursor: decodeCursor(input.cursor, sort),
      now: new Date(this.clock.now()),
    });
  }

  /** What a list with these filters would show, newest first, up to MAX_IDS of it. */
  ids(input: Pick<ListLinksInput, 'search' | 'filter' | 'tag' | 'domain'>): Promise<{ ids: string[]; total: number }> {
    const { workspaceId } = requireActor();
    const { tag, domain } = input;
    const selection = { workspaceId, filter: FILTERS[input.filter], search: this.withoutOrigin(input.search), tag, domain };
    return this.lists.ids({ ...selection, now: new Date(this.clock.now()) }, MAX_IDS);
  }

  count(): Promise<{ total: number; active: number }> {
    const { workspaceId } = requireActor();
    return this.links.count(this.database.manager, workspaceId, new Date(this.clock.now()));
  }

  /** Whoever pastes a whole short URL looks for its slug. */
  private withoutOrigin(search: string): string {
    for (const prefix of [`${this.shortOrigin}/`, `${new URL(this.shortOrigin).host}/`])
      if (search.toLowerCase().startsWith(prefix) && search.length > prefix.length) return search.slice(prefix.length);
    return search;
  }
}
