import { useEffect, useRef, useState } from 'react';

/**
 * A search box over a value that lives elsewhere (the URL): what is typed shows at once and is committed, trimmed, a
 * moment later; when the value changes by other means (Back, a cleared filter) the box follows.
 */
export function useSearchText(value: string, commit: (text: string) => void, delayMs = 250): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const committed = useRef(value);
  const timer = useRef<number>(undefined);
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });

  useEffect(() => {
    if (value === committed.current) return;
    window.clearTimeout(timer.current);
    committed.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const type = (text: string) => {
    setTyped(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      committed.current = text.trim();
      latest.current(committed.current);
    }, delayMs);
  };
  return [typed, type];
}
