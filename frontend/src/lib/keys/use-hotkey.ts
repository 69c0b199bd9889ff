import { useEffect, useRef } from 'react';

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/**
 * Calls `run` for a key press anywhere on the page. Single keys ('c', '/', '?') are ignored while somebody types,
 * while a dialog is open, and with a modifier held; 'mod+k' (Ctrl or Cmd) works everywhere.
 */
export function useHotkey(key: string, run: (event: KeyboardEvent) => void, enabled = true): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!enabled) return;
    const withModifier = key.startsWith('mod+');
    const wanted = withModifier ? key.slice(4) : key;
    const onKeyDown = (event: KeyboardEvent) => {
      const modified = event.ctrlKey || event.metaKey;
      if (event.key.toLowerCase() !== wanted || event.altKey || modified !== withModifier) return;
      if (!withModifier && (isTyping(event.target) || document.querySelector('[data-modal-open]'))) return;
      event.preventDefault();
      latest.current(event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [key, enabled]);
}
