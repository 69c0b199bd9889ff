// Whose visit it is. Forwarded addresses count only as far as the hops that wrote them are trusted: walking from the right,
// the first hop that is no proxy of ours is the visitor; whatever stands left of it anybody could have sent.
import { isIPv4, isIPv6 } from 'node:net';
import type { Networks } from './networks.js';

/** Proxies in a row; a longer list is walked no further. */
const MAX_HOPS = 32;

/** `::ffff:1.2.3.4` as `1.2.3.4`, without zone; undefined for what is no address. */
export function plainAddress(text: string): string | undefined {
  if (isIPv4(text)) return text;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text);
  if (mapped && isIPv4(mapped[1]!)) return mapped[1];
  const zone = text.indexOf('%');
  const address = zone < 0 ? text : text.slice(0, zone);
  return isIPv6(address) ? address.toLowerCase() : undefined;
}

/** One element of X-Forwarded-For: an address, with a port or in brackets as some proxies write it. */
function hopAddress(element: string): string | undefined {
  const text = element.trim();
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text);
  if (bracketed) return plainAddress(bracketed[1]!);
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text);
  return plainAddress(withPort ? withPort[1]! : text);
}

/** `peer` is the socket's other end, `forwarded` the X-Forwarded-For value(s) joined with commas, '' for none. */
export function clientAddress(peer: string, forwarded: string, trusted: Networks): string {
  let client = plainAddress(peer) ?? '';
  if (forwarded === '' || client === '' || !trusted.has(client)) return client;
  let end = forwarded.length;
  for (let hops = 0; hops < MAX_HOPS && end >= 0; hops++) {
    const comma = forwarded.lastIndexOf(',', end - 1);
    const hop = hopAddress(forwarded.slice(comma + 1, end));
    // What a trusted hop wrote but is no address: the nearest address known for sure is the answer.
    if (hop === undefined) return client;
    client = hop;
    if (comma <= 0 || !trusted.has(hop)) return client;
    end = comma;
  }
  return client;
}
