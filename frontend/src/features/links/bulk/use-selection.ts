import { useCallback, useEffect, useRef, useState } from 'react';

/** Chosen links, kept over pages. With Shift held, everything between the last one pressed and this one is chosen. */
export function useSelection(onPage: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const shift = useRef(false);

  useEffect(() => {
    const note = (event: KeyboardEvent | PointerEvent) => {
      shift.current = event.shiftKey;
    };
    const events = ['keydown', 'keyup', 'pointerdown'] as const;
    for (const name of events) window.addEventListener(name, note, true);
    return () => {
      for (const name of events) window.removeEventListener(name, note, true);
    };
  }, []);

  const order = useRef(onPage);
  useEffect(() => {
    order.current = onPage;
  });

  const change = useCallback(
    (ids: readonly string[], on: boolean) =>
      setChosen((before) => {
        const next = new Set(before);
        for (const id of ids) {
          if (on) next.add(id);
          else next.delete(id);
        }
        return next;
      }),
    [],
  );
  // The same function for good: rows that nothing happened to are not drawn again.
  const toggle = useCallback(
    (id: string, on: boolean) => {
      const from = last.current === undefined ? -1 : order.current.indexOf(last.current);
      const to = order.current.indexOf(id);
      const between = order.current.slice(Math.min(from, to), Math.max(from, to) + 1);
      change(shift.current && from >= 0 && to >= 0 ? between : [id], on);
      last.current = id;
    },
    [change],
  );

  return {
    ids: chosen,
    has: (id: string) => chosen.has(id),
    toggle,
    add: (ids: readonly string[]) => change(ids, true),
    remove: (ids: readonly string[]) => change(ids, false),
    clear: () => setChosen(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
