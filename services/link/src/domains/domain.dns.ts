import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** What is asked of DNS about a domain. Each answers with what there is, `unavailable` when nobody could be asked. */
export interface DomainDns {
  txt(name: string): Promise<string[] | 'unavailable'>;
  cname(name: string): Promise<string[] | 'unavailable'>;
  addresses(name: string): Promise<string[] | 'unavailable'>;
}

const QUERY_TIMEOUT_MS = 2_000;
const TRIES = 2;
/** Of one name: more is nobody's intention, and is not looked through. */
const MAX_RECORDS = 100;
const NOTHING_THERE = new Set(['ENODATA', 'ENOTFOUND', 'ENONAME', 'EBADNAME']);

/**
 * Asked anew each time, of the machine's name servers or those that are configured; the answers are compared, never
 * connected to.
 */
export class DomainResolver implements DomainDns {
  constructor(private readonly servers: string[]) {}

  async txt(name: string): Promise<string[] | 'unavailable'> {
    // A long value comes in pieces of 255 characters.
    return this.ask((resolver) => resolver.resolveTxt(name).then((records) => records.map((pieces) => pieces.join(''))));
  }

  cname(name: string): Promise<string[] | 'unavailable'> {
    return this.ask((resolver) => resolver.resolveCname(name));
  }

  async addresses(name: string): Promise<string[] | 'unavailable'> {
    if (isIP(name)) return [name];
    const answers = await Promise.all([this.ask((r) => r.resolve4(name)), this.ask((r) => r.resolve6(name))]);
    const found = answers.flatMap((answer) => (answer === 'unavailable' ? [] : answer));
    return found.length === 0 && answers.includes('unavailable') ? 'unavailable' : found;
  }

  private async ask(question: (resolver: Resolver) => Promise<string[]>): Promise<string[] | 'unavailable'> {
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
    if (this.servers.length > 0) resolver.setServers(this.servers);
    try {
      return (await question(resolver)).slice(0, MAX_RECORDS);
    } catch (error) {
      return NOTHING_THERE.has(String((error as { code?: unknown }).code)) ? [] : 'unavailable';
    }
  }
}
