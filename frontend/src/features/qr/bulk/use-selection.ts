import { useState } from 'react';

/** Chosen ids, kept over pages; undefined while nothing is being chosen. */
export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<string>>();
  const change = (edit: (chosen: Set<string>) => void) =>
    setIds((before) => {
      const next = new Set(before);
      edit(next);
      return next;
    });
  return {
    active: ids !== undefined,
    ids: [...(ids ?? [])],
    has: (id: string) => ids?.has(id) ?? false,
    start: () => setIds(new Set()),
    stop: () => setIds(undefined),
    clear: () => setIds((before) => before && new Set()),
    toggle: (id: string) => change((chosen) => (chosen.has(id) ? chosen.delete(id) : chosen.add(id))),
    add: (more: readonly string[]) => change((chosen) => more.forEach((id) => void chosen.add(id))),
    remove: (less: readonly string[]) => change((chosen) => less.forEach((id) => void chosen.delete(id))),
  };
}

export type Selection = ReturnType<typeof useSelection>;
