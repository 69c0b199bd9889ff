import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

const QUERY_TIMEOUT_MS = 2_000;
const TRIES = 2;
/** Of one name; an answer with more is cut, not refused. */
const MAX_ADDRESSES = 16;

export interface NameResolverOptions {
  /** address or address:port; none: the machine's own. */
  servers: string[];
  /** Where private addresses are allowed, names of the machine's own (hosts file, search domains) are looked up too. */
  useSystem: boolean;
}

/**
 * Addresses of names, asked for anew each time. Not by getaddrinfo where it can be helped: that blocks one of four threads
 * for as long as somebody's name server likes.
 */
export class NameResolver {
  constructor(private readonly options: NameResolverOptions) {}

  /** IPv4 first. Empty when there is none; rejects when nobody could be asked, or the signal aborts. */
  async resolve(hostname: string, signal: AbortSignal): Promise<string[]> {
    const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
    if (isIP(bare)) return [bare];
    if (this.options.useSystem && this.options.servers.length === 0)
      return (await lookup(bare, { all: true, order: 'ipv4first' })).slice(0, MAX_ADDRESSES).map(({ address }) => address);
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
    if (this.options.servers.length > 0) resolver.setServers(this.options.servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(bare), resolver.resolve6(bare)]);
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const failure = answers.find((answer) => answer.status === 'rejected');
      if (found.length === 0 && failure && !['ENODATA', 'ENOTFOUND'].includes((failure.reason as { code?: string }).code ?? ''))
        throw failure.reason;
      return found.slice(0, MAX_ADDRESSES);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
}
