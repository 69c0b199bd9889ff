// Which domain a Host header means.

import type { RequestHead } from '../http/request-head.js';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const VALID = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$|^\[[0-9a-f:.]+\]$/;
const MAX_REMEMBERED = 1_000;

export class HostNames {
  /** Host of the short domain as links carry it: port included where it is not the scheme's own. */
  readonly shortDomain: string;
  private readonly shortBytes: Buffer;
  private readonly shortHostname: string;
  private readonly defaultPort: string;
  private readonly shortPort: string;
  private readonly remembered = new Map<string, string | undefined>();

  constructor(shortOrigin: string) {
    const url = new URL(shortOrigin);
    this.shortDomain = url.host;
    this.shortBytes = Buffer.from(url.host, 'latin1');
    this.shortHostname = url.hostname;
    this.defaultPort = url.protocol === 'https:' ? '443' : '80';
    this.shortPort = url.port || this.defaultPort;
  }

  /** The domain of a request; the short one, as nearly always, without a string on the way. */
  domainOfHead(head: RequestHead): string | undefined {
    const { shortBytes } = this;
    const { buffer, hostStart, hostEnd } = head;
    if (hostEnd - hostStart === shortBytes.length) {
      let i = 0;
      while (i < shortBytes.length && buffer[hostStart + i] === shortBytes[i]) i++;
      if (i === shortBytes.length) return this.shortDomain;
    }
    return this.domainOf(head.host);
  }

  /** Lower-case, without the scheme's own port and the root's dot; undefined for what no host can be. */
  domainOf(host: string): string | undefined {
    let domain = this.remembered.get(host);
    if (domain === undefined && !this.remembered.has(host)) {
      domain = this.normalize(host);
      if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
      this.remembered.set(host, domain);
    }
    return domain;
  }

  private normalize(host: string): string | undefined {
    const match = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(host.toLowerCase());
    const name = match?.[1]?.replace(/\.$/, '');
    if (!match || !name || name.length > 253 || !VALID.test(name)) return undefined;
    const port = match[2] ?? this.defaultPort;
    // A single machine is reached by any of its loopback names.
    if (LOOPBACK.test(this.shortHostname) && LOOPBACK.test(name) && port === this.shortPort) return this.shortDomain;
    return port === this.defaultPort ? name : `${name}:${port}`;
  }
}
