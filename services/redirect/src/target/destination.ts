// Where a redirect points: always the stored destination, byte for byte, plus the visit's query where the link says so.

/** Longer than browsers and proxies take: then the destination goes without the visit's query. */
const MAX_LOCATION_BYTES = 8_000;
/** What may not stand in the query of a URL as it is; the visit's characters are one byte each. */
const UNSAFE = /[^\x21-\x7e]|["#<>\\^`{|}]/g;

/**
 * The stored destination as it may stand in a header: an absolute http(s) URL of printable ASCII. Undefined for anything
 * else, whatever the store says: no control character can ever reach a Location.
 */
export function headerSafeDestination(stored: string): string | undefined {
  let url: URL;
  try {
    url = new URL(stored);
  } catch {
    return undefined;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  // Kept as it was stored where that is clean; `href` has every other byte percent-encoded.
  const text = /^[\x21-\x7e]+$/.test(stored) ? stored : url.href;
  return /^[\x21-\x7e]+$/.test(text) ? text : undefined;
}

/** Name of a query parameter as the receiver will read it; undefined when it cannot be decoded. */
function parameterName(pair: string): string | undefined {
  const equals = pair.indexOf('=');
  try {
    return decodeURIComponent((equals < 0 ? pair : pair.slice(0, equals)).replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/**
 * Appends the visit's parameters to a destination from headerSafeDestination. Those that the stored URL already has are left
 * out: a visit adds, it never overrides. `query` is without question mark.
 */
export function withVisitQuery(destination: string, query: string): string {
  if (query === '') return destination;
  const hash = destination.indexOf('#');
  const base = hash < 0 ? destination : destination.slice(0, hash);
  const fragment = hash < 0 ? '' : destination.slice(hash);
  const mark = base.indexOf('?');
  const own = new Set(
    mark < 0
      ? []
      : base
          .slice(mark + 1)
          .split('&')
          .map(parameterName),
  );
  const added = query.split('&').filter((pair) => {
    const name = parameterName(pair);
    return pair !== '' && name !== undefined && name !== '' && !own.has(name);
  });
  if (added.length === 0) return destination;
  const clean = added.join('&').replace(UNSAFE, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
  const joint = mark < 0 ? '?' : mark === base.length - 1 || base.endsWith('&') ? '' : '&';
  const location = `${base}${joint}${clean}${fragment}`;
  return location.length > MAX_LOCATION_BYTES ? destination : location;
}
