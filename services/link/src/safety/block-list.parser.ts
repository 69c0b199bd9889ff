// Lines of a block list. Four kinds may be mixed in one file: hosts-file lines, plain domains (also *.domain and
// ||domain^), whole URLs, and SHA-256 hashes. docs/block-lists.md says the same to operators.
import { isIP } from 'node:net';
import { leadsInward } from '@linqr/platform/network';

export interface ListEntries {
  /** Host names; a name stands for itself and every name below it. */
  hosts: Set<string>;
  /** `host/path?query` without scheme and fragment. */
  urls: Set<string>;
  /** Lower-case hex of SHA-256 of a host or of `host/path?query`. */
  hashes: Set<string>;
}

export const noEntries = (): ListEntries => ({ hosts: new Set(), urls: new Set(), hashes: new Set() });

export const entryCount = ({ hosts, urls, hashes }: ListEntries): number => hosts.size + urls.size + hashes.size;

/** Longer lines are not read: no URL we shorten is that long. */
export const MAX_LINE_LENGTH = 4_096;
/** What hosts files send blocked names to. */
const SINKS = new Set(['0.0.0.0', '127.0.0.1', '255.255.255.255', '::', '::1', '[::]', '[::1]']);

/** Puts what the line names into `entries`. `nothing`: empty, a comment, or a name that cannot be public. */
export function readLine(raw: string, entries: ListEntries): 'entry' | 'nothing' | 'unreadable' {
  if (raw.length > MAX_LINE_LENGTH) return 'unreadable';
  // A URL's own fragment is no part of what is compared, so that "#" may begin a comment anywhere behind white space.
  const line = raw.replace(/^\ufeff/, '').trim();
  if (line === '' || /^[#!;]/.test(line)) return 'nothing';
  const [first = '', ...rest] = line.replace(/\s[#!].*$/, '').split(/\s+/);
  if (SINKS.has(first) && rest.length > 0) {
    const read = rest.map((name) => readHost(name, entries));
    return read.find((one) => one === 'entry') ?? read[0]!;
  }
  if (rest.length > 0) return 'unreadable';
  const hash = /^(?:sha256:)?([0-9a-f]{64})$/i.exec(first)?.[1];
  if (hash) {
    entries.hashes.add(hash.toLowerCase());
    return 'entry';
  }
  if (/^https?:\/\//i.test(first)) return readUrl(first, entries);
  if (first.includes('/')) return readUrl(`http://${first}`, entries);
  return readHost(first.replace(/^\|\|/, '').replace(/\^$/, ''), entries);
}

/** How a host is written in lists and looked up in them: lower case, punycode, no final dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/\.+$/, '');
}

/** `host[:port]/path?query`: neither scheme nor fragment decide what is served. */
export function urlKey(url: URL, withQuery = true): string {
  return `${hostOf(url)}${url.port ? `:${url.port}` : ''}${url.pathname}${withQuery ? url.search : ''}`;
}

function readUrl(text: string, entries: ListEntries): 'entry' | 'nothing' | 'unreadable' {
  const url = parse(text);
  if (!url) return 'unreadable';
  if (url.pathname === '/' && url.search === '' && url.port === '') return readHost(url.hostname, entries);
  if (leadsInward(url.hostname)) return 'nothing';
  entries.urls.add(urlKey(url));
  return 'entry';
}

function readHost(text: string, entries: ListEntries): 'entry' | 'nothing' | 'unreadable' {
  const name = text.replace(/^\*?\./, '');
  // Anything but letters, digits, dots, hyphens and what IDN and IPv6 need would change the URL's meaning.
  if (!/^[\p{L}\p{M}\p{N}._-]+$|^\[?[0-9a-f:.]+\]?$/iu.test(name)) return 'unreadable';
  const url = parse(`http://${isIP(name) === 6 ? `[${name}]` : name}/`);
  if (!url) return 'unreadable';
  const host = hostOf(url);
  // A name of one label (com, localhost) or of this network is not somebody's site: blocking it would block the world.
  if (leadsInward(host)) return 'nothing';
  entries.hosts.add(host);
  return 'entry';
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
