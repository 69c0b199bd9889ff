/** How long what opened a dialog may take to go away after it, with the row that was deleted. */
const WATCHED_MS = 5_000;

/**
 * Remembers what has the focus now. The answer gives the focus back; if that is gone, or goes with its row soon after, the focus
 * goes to the nearest place around it that can take it (at last the screen itself) instead of being lost to the page's top.
 */
export function rememberFocus(): () => void {
  const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const around: HTMLElement[] = [];
  for (let place = opener?.parentElement; place; place = place.parentElement) if (place.hasAttribute('tabindex')) around.push(place);
  const isLost = () => document.activeElement === null || document.activeElement === document.body;
  const toNearest = () => around.find((place) => place.isConnected)?.focus({ preventScroll: true });
  return () => {
    if (!opener?.isConnected) return toNearest();
    opener.focus();
    const watch = new MutationObserver(() => {
      if (opener.isConnected) return;
      stop();
      if (isLost()) toNearest();
    });
    const stop = () => {
      watch.disconnect();
      clearTimeout(timer);
    };
    const timer = setTimeout(stop, WATCHED_MS);
    watch.observe(document.body, { childList: true, subtree: true });
  };
}
