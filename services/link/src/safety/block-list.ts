// All lists of the operator as one question: is this destination on any of them? Pure.
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { entryCount, hostOf, type ListEntries, urlKey } from './block-list.parser.js';

export interface NamedList {
  /** What admins know it by: the file's name or the URL's host. */
  name: string;
  entries: ListEntries;
}

/** Parents of a host that are looked up; nobody has a site below more. */
const MAX_PARENTS = 10;

export class BlockList {
  private readonly hasHashes: boolean;

  /** `version` tells one state of the lists from another: their contents' hash. */
  constructor(
    readonly lists: readonly NamedList[],
    readonly version: string,
  ) {
    this.hasHashes = lists.some(({ entries }) => entries.hashes.size > 0);
  }

  get size(): number {
    return this.lists.reduce((sum, { entries }) => sum + entryCount(entries), 0);
  }

  /** Name of the first list that has the destination, its host, or a name above its host. */
  match(url: URL): string | undefined {
    if (this.lists.length === 0) return undefined;
    const hosts = withParents(hostOf(url));
    const keys = [urlKey(url), urlKey(url, false)];
    const hashes = this.hasHashes ? [...hosts, ...keys].map(sha256) : [];
    return this.lists.find(
      ({ entries }) =>
        hosts.some((host) => entries.hosts.has(host)) ||
        keys.some((key) => entries.urls.has(key)) ||
        hashes.some((hash) => entries.hashes.has(hash)),
    )?.name;
  }
}

export const NO_LISTS = new BlockList([], '');

/** a.b.example.com, b.example.com, example.com. */
function withParents(host: string): string[] {
  if (host.startsWith('[') || isIP(host)) return [host];
  const labels = host.split('.');
  const count = Math.min(Math.max(1, labels.length - 1), MAX_PARENTS);
  const parents = Array.from({ length: count }, (_, i) => labels.slice(labels.length - count - 1 + i).join('.'));
  return parents.includes(host) ? parents : [host, ...parents];
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
