// Which peers are believed: addresses and CIDR ranges.
import { BlockList, isIPv4, isIPv6 } from 'node:net';

export interface Network {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

/** `10.0.0.0/8`, `::1`, …; undefined for anything else. */
export function parseNetwork(text: string): Network | undefined {
  const [address, prefixText, ...rest] = text.split('/');
  if (!address || rest.length > 0) return undefined;
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) && !address.includes('%') ? 'ipv6' : undefined;
  if (!family) return undefined;
  const longest = family === 'ipv4' ? 32 : 128;
  if (prefixText === undefined) return { address, prefix: longest, family };
  if (!/^\d{1,3}$/.test(prefixText)) return undefined;
  const prefix = Number(prefixText);
  return prefix > longest ? undefined : { address, prefix, family };
}

/** Answers remembered; addresses of proxies are few, those of visitors must not fill memory. */
const MAX_REMEMBERED = 4096;

export class Networks {
  private readonly list = new BlockList();
  private readonly remembered = new Map<string, boolean>();

  constructor(networks: readonly string[]) {
    for (const text of networks) {
      const network = parseNetwork(text);
      if (!network) throw new Error(`not an address or CIDR range: ${text}`);
      this.list.addSubnet(network.address, network.prefix, network.family);
    }
  }

  /** `address` is a valid address in its shortest family (see plainAddress). */
  has(address: string): boolean {
    let known = this.remembered.get(address);
    if (known === undefined) {
      known = this.list.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
      if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
      this.remembered.set(address, known);
    }
    return known;
  }
}
