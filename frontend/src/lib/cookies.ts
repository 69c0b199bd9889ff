/** The value of a cookie this page may read, or undefined. */
export function readCookie(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined; // a page that is drawn at build time
  for (const part of document.cookie.split('; ')) {
    const at = part.indexOf('=');
    if (part.slice(0, at) !== name) continue;
    try {
      return decodeURIComponent(part.slice(at + 1));
    } catch {
      return part.slice(at + 1);
    }
  }
  return undefined;
}

/** Sets a cookie of the whole site; `maxAgeSeconds` 0 removes it. */
export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}

export const removeCookie = (name: string): void => writeCookie(name, '', 0);
