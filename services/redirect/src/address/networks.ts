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

/** Dotted decimal as node:net's isIPv4 has it, as an unsigned number; -1 for anything else. */
export function parseIPv4(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > 15) return -1;
  let value = 0;
  let octets = 0;
  for (let at = start; at < end; at++) {
    const first = at;
    let octet = 0;
    while (at < end && bytes[at]! >= 0x30 && bytes[at]! <= 0x39) octet = octet * 10 + bytes[at++]! - 0x30;
    if (at === first || at - first > 3 || octet > 255 || (at - first > 1 && bytes[first] === 0x30)) return -1;
    value = value * 256 + octet;
    octets++;
    if (at === end) return octets === 4 ? value : -1;
    if (bytes[at] !== 0x2e || octets === 4) return -1;
  }
  return -1;
}

/** Answers remembered; addresses of proxies are few, those of visitors must not fill memory. */
const MAX_REMEMBERED = 4096;

export class Networks {
  private readonly list = new BlockList();
  private readonly ranges: { from: number; to: number }[] = [];
  private readonly remembered = new Map<string, boolean>();

  constructor(networks: readonly string[]) {
    for (const text of networks) {
      const network = parseNetwork(text);
      if (!network) throw new Error(`not an address or CIDR range: ${text}`);
      this.list.addSubnet(network.address, network.prefix, network.family);
      if (network.family === 'ipv4') {
        const bytes = Buffer.from(network.address, 'latin1');
        const size = 2 ** (32 - network.prefix);
        const from = Math.floor(parseIPv4(bytes, 0, bytes.length) / size) * size;
        this.ranges.push({ from, to: from + size });
      }
    }
  }

  /** `address` as parseIPv4 has it. */
  hasIPv4(address: number): boolean {
    for (const { from, to } of this.ranges) if (address >= from && address < to) return true;
    return false;
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
