import { api } from './api';

export interface OwnDomain {
  id: string;
  host: string;
  state: 'pending' | 'verified' | 'failed';
  /** The record that proves who owns it. */
  txtName: string;
  txtValue: string;
  cnameTarget: string;
  /** What the last look found. */
  txtFound: boolean;
  pointsHere: boolean;
  checkedAt: string | null;
  verifiedAt: string | null;
  problem: string | null;
  linkCount: number;
  rootRedirect: string | null;
  /** That address is on a block list now: the root leads nowhere. */
  rootBlocked: boolean;
  createdAt: string;
}

export interface DomainList {
  domains: OwnDomain[];
  /** How many the plan includes; null: any number. */
  limit: number | null;
}

const quiet = { quiet: true };

/** Shared by the screen of the domains and by whatever makes links on them. Screens show the errors. */
export const domainsApi = api.injectEndpoints({
  endpoints: (build) => ({
    domains: build.query<DomainList, void>({ query: () => '/domains', providesTags: ['Domain'], extraOptions: quiet }),
    addDomain: build.mutation<OwnDomain, string>({
      query: (host) => ({ url: '/domains', method: 'POST', body: { host } }),
      invalidatesTags: (_made, error) => (error ? [] : ['Domain']),
      extraOptions: quiet,
    }),
    verifyDomain: build.mutation<OwnDomain, string>({
      query: (id) => ({ url: `/domains/${encodeURIComponent(id)}/verify`, method: 'POST', body: {} }),
      // Also after a refusal: the domain says then what stands in the way.
      invalidatesTags: ['Domain'],
      extraOptions: quiet,
    }),
    updateDomain: build.mutation<OwnDomain, { id: string; rootRedirect: string | null }>({
      query: ({ id, rootRedirect }) => ({ url: `/domains/${encodeURIComponent(id)}`, method: 'PUT', body: { rootRedirect } }),
      invalidatesTags: (_changed, error) => (error ? [] : ['Domain']),
      extraOptions: quiet,
    }),
    deleteDomain: build.mutation<unknown, string>({
      query: (id) => ({ url: `/domains/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['Domain'],
      extraOptions: quiet,
    }),
  }),
});

export const { useDomainsQuery, useAddDomainMutation, useVerifyDomainMutation, useUpdateDomainMutation, useDeleteDomainMutation } =
  domainsApi;

/** Hosts that links can be made on besides the installation's own. */
export function useLinkDomains(): string[] {
  const { data } = useDomainsQuery();
  return data?.domains.filter(({ state }) => state === 'verified').map(({ host }) => host) ?? [];
}
