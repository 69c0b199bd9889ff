import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type AnalyticsQuery, DIMENSIONS, type Dimension, RANGES, type Range } from './analytics.api';

/** What the screen shows, kept in the URL so that it can be shared and survives a reload. */
export function useAnalyticsState(linkId: string | undefined) {
  const [params, setParams] = useSearchParams();
  const query: AnalyticsQuery = useMemo(() => {
    const range = params.get('range') as Range | null;
    return {
      linkId,
      timeRange: range && RANGES.includes(range) ? range : '7d',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
      bots: params.get('bots') === 'true',
      filters: Object.fromEntries(DIMENSIONS.map((d) => [d, params.getAll(d)]).filter(([, values]) => (values?.length ?? 0) > 0)),
    };
  }, [linkId, params]);

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
