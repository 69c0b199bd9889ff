// How an address is written as a cache key: `slug` on the short domain, `host/slug` on a custom one, `/qr/id` for a code.
// A slug holds no slash and a host never starts with one, so the three cannot meet.

export const linkKey = (domain: string, slug: string, shortDomain: string): string => (domain === shortDomain ? slug : `${domain}/${slug}`);
export const qrKey = (id: string): string => `/qr/${id}`;

/** FNV-1a with a final mix, over part of a buffer; `seed` differs per process, so that nobody can aim at a slot. */
export function hashBytes(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let h = seed ^ 0x811c9dc5;
  for (let i = start; i < end; i++) h = Math.imul(h ^ bytes[i]!, 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
