import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

export type Range = '24h' | '7d' | '30d' | '90d';
export const RANGES: readonly Range[] = ['24h', '7d', '30d', '90d'];

/** Dimensions that filter everything else; each is the name of its query parameter. */
export const DIMENSIONS = [
  'country',
  'city',
  'device',
  'browser',
  'os',
  'referrer',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'language',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export interface AnalyticsQuery {
  timeRange: Range;
  timeZone: string;
  bots: boolean;
  filters: Partial<Record<Dimension, string[]>>;
}

/** Query parameters as the API takes them; a list repeats its name (`country=DE&country=AT`). */
export const toParams = ({ timeRange, timeZone, bots, filters }: AnalyticsQuery): Record<string, string | string[]> => ({
  timeRange,
  timeZone,
  ...(bots ? { bots: 'true' } : {}),
  ...filters,
});

/** What the screen shows, kept in the URL so that it can be shared and survives a reload. */
export function useAnalyticsState(defaultRange: Range = '7d') {
  const [params, setParams] = useSearchParams();
  const query: AnalyticsQuery = useMemo(
    () => ({
      timeRange: RANGES.find((range) => range === params.get('range')) ?? defaultRange,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
      bots: params.get('bots') === 'true',
      filters: Object.fromEntries(DIMENSIONS.map((d) => [d, params.getAll(d)]).filter(([, values]) => (values?.length ?? 0) > 0)),
    }),
    [params, defaultRange],
  );

  const change = (edit: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(params);
    edit(next);
    setParams(next, { replace: true, preventScrollReset: true });
  };

  return {
    query,
    setRange: (range: Range) => change((next) => next.set('range', range)),
    setBots: (bots: boolean) => change((next) => (bots ? next.set('bots', 'true') : next.delete('bots'))),
    toggleFilter: (dimension: Dimension, value: string) =>
      change((next) => {
        const values = next.getAll(dimension);
        next.delete(dimension);
        for (const v of values.includes(value) ? values.filter((v) => v !== value) : [...values, value]) next.append(dimension, v);
      }),
    clearFilters: () =>
      change((next) => {
        for (const dimension of DIMENSIONS) next.delete(dimension);
      }),
  };
}

export type AnalyticsState = ReturnType<typeof useAnalyticsState>;
