import { useSearchParams } from 'react-router-dom';

/** A table's state in the URL. `change` sets names, an empty value removes one; without `page` it starts over at the first. */
export function useTableParams() {
  const [params, setParams] = useSearchParams();
  const change = (values: Record<string, string>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        if (!('page' in values)) next.delete('page');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    params,
    change,
    page: Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1),
    setPage: (page: number) => change({ page: page > 1 ? String(page) : '' }),
    /** One of a few values; anything else in the URL counts as the first. */
    oneOf: <T extends string>(name: string, values: readonly [T, ...T[]]): T => values.find((v) => v === params.get(name)) ?? values[0],
  };
}
