import { useSearchParams } from 'react-router-dom';

/** State of one list of several on a screen, in the URL under names of its own (`links.page`). Another filter begins at page 1. */
export function useSectionList(section: string) {
  const [params, setParams] = useSearchParams();
  const name = (key: string) => `${section}.${key}`;
  const change = (values: Record<string, string>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (!('page' in values)) next.delete(name('page'));
        for (const [key, value] of Object.entries(values)) {
          if (value) next.set(name(key), value);
          else next.delete(name(key));
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    page: Math.max(1, Number.parseInt(params.get(name('page')) ?? '1', 10) || 1),
    setPage: (page: number) => change({ page: page > 1 ? String(page) : '' }),
    text: (key: string) => params.get(name(key)) ?? '',
    oneOf: <T extends string>(key: string, values: readonly [T, ...T[]]): T => values.find((v) => v === params.get(name(key))) ?? values[0],
    change,
  };
}
