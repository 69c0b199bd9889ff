/**
 * Where this installation is. The server writes both into the page (`__APP_ORIGIN__`, `__SHORT_ORIGIN__` in index.html),
 * so that a page drawn at build time and the same page in the browser say the same; without that the page's own origin is it.
 */
function written(name: string): string | undefined {
  if (typeof document === 'undefined') return `__${name.toUpperCase().replace('-', '_')}__`;
  const value = document.querySelector<HTMLMetaElement>(`meta[name="linqr:${name}"]`)?.content;
  return value && !value.startsWith('__') ? value : undefined;
}

/** 'https://app.example.com' */
export const appOrigin = (): string => written('app-origin') ?? window.location.origin;

/** 'https://go.example.com'; the app's own where the server does not say. */
export const shortOrigin = (): string => written('short-origin') ?? window.location.origin;

/** A host as people write it: 'go.example.com'. */
export const hostOf = (origin: string): string => origin.replace(/^https?:\/\//, '');
