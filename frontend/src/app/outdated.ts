const KEY = 'linqr.reloaded';
/** Two failures so close together are no new version: the second one is shown. */
const LEAST_PAUSE_MS = 30_000;

/**
 * A new version was put in place while this page was open, and the screen it now needs is gone from the server: the page
 * loads itself anew, once, and is up to date.
 */
export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', (event) => {
    try {
      if (Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) < LEAST_PAUSE_MS) return;
      sessionStorage.setItem(KEY, String(Date.now()));
    } catch {
      return; // without storage nothing would stop a loop
    }
    event.preventDefault();
    window.location.reload();
  });
}
