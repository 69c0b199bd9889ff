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

/**
 * The same as its owner may read it in the history of an account: 203.0.113.0/24 or 2001:db8:1::/48. Enough to know a place
 * again, too little to single out a person. Empty for what is no address.
 */
export function clientPlace(address: string): string {
  const network = clientNetwork(address);
  if (network === 'unknown') return '';
  if (!network.includes(':')) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}
