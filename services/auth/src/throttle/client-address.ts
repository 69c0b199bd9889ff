import { isIP } from 'node:net';

/**
 * Who counts as one client: an IPv4 address, or the /64 of an IPv6 one (a household or a server gets a whole /64, so
 * single addresses would throttle nobody). Everything that is no address is one client, 'unknown'.
 */
export function clientNetwork(address: string): string {
  const text = address.trim().replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1];
  if (isIP(mapped ?? text) === 4) return mapped ?? text;
  if (isIP(text) !== 6) return 'unknown';
  // The URL parser writes an address in one form, with at most one "::".
  const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? left : [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
