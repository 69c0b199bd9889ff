/** At build time, when public pages are drawn. */
const isDrawing = (): boolean => typeof document === 'undefined';

/**
 * Where this installation is. The server writes it into the page (`__APP_ORIGIN__`, `__SHORT_ORIGIN__`, `__SHORT_HOST__`),
 * so that a page drawn at build time and the same page in the browser say the same; without that the page's own origin is it.
 */
function written(name: string): string | undefined {
  if (isDrawing()) return `__${name.toUpperCase().replace('-', '_')}__`;
  const value = document.querySelector<HTMLMetaElement>(`meta[name="linqr:${name}"]`)?.content;
  return value && !value.startsWith('__') ? value : undefined;
}

/** 'https://app.example.com' */
export const appOrigin = (): string => written('app-origin') ?? window.location.origin;

/** 'https://go.example.com'; the app's own where the server does not say. */
export const shortOrigin = (): string => written('short-origin') ?? window.location.origin;

/** The short origin's host as people write it: 'go.example.com'. */
export const shortHost = (): string => (isDrawing() ? '__SHORT_HOST__' : shortOrigin().replace(/^https?:\/\//, ''));
