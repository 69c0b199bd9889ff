import { api } from '../../api/api';
import { creationApi } from '../../api/creation.api';
import type { Link, LinkRule, LinkVariant, Pagination } from '../../api/types';

export type LinkFilter = 'all' | 'custom' | 'protected' | 'expired';
export type LinkSort = 'newest' | 'oldest' | 'title';

export interface LinksQuery {
  page: number;
  limit: number;
  search: string;
  filter: LinkFilter;
  /** Host; empty: all. */
  domain: string;
  sort: LinkSort;
}

export interface LinkPage {
  urls: Link[];
  pagination: Pagination;
}

export interface UpdateLinkBody {
  originalUrl: string;
  customAlias?: string;
  title: string;
  description: string;
  tags: string[];
  /** Absent: unchanged; null: removed. */
  password?: string | null;
  expiresAt: string | null;
  redirectType: number;
  forwardQuery: boolean;
  /** null: no limit. */
  maxClicks: number | null;
  rules: LinkRule[];
  variants: LinkVariant[];
}

export const linksApi = api.injectEndpoints({
  endpoints: (build) => ({
    links: build.query<LinkPage, LinksQuery>({
      query: (params) => ({ url: '/urls', params }),
      providesTags: ['LinkList'],
      extraOptions: { quiet: true },
    }),
    updateLink: build.mutation<Link, { id: string; body: UpdateLinkBody }>({
      query: ({ id, body }) => ({ url: `/urls/${encodeURIComponent(id)}`, method: 'PUT', body }),
      invalidatesTags: (_link, error) => (error ? [] : ['LinkList', 'Analytics']),
      extraOptions: { quiet: true },
    }),
    deleteLink: build.mutation<{ id: string }, string>({
      query: (id) => ({ url: `/urls/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['LinkList', 'Analytics'],
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useLinksQuery, useUpdateLinkMutation, useDeleteLinkMutation } = linksApi;
export const { useCreateLinkMutation } = creationApi;
