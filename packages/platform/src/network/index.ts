// Which addresses and names lead inward: this machine, its neighbours, its provider's metadata service.
import { BlockList, isIP } from 'node:net';

/** Source: IANA special-purpose address registries (IPv4 and IPv6); documentation ranges lead nowhere and are not here. */
const INWARD_V4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const INWARD_V6: [string, number][] = [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32], // Teredo: wraps addresses that cannot be judged here
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];
/** Prefixes whose addresses carry an IPv4 address, with the 16-bit group at which it starts. */
const WRAPPERS: { range: BlockList; at: number }[] = [
  { range: v6Range('::', 96), at: 6 }, // IPv4-compatible
  { range: v6Range('::ffff:0:0', 96), at: 6 }, // IPv4-mapped
  { range: v6Range('::ffff:0:0:0', 96), at: 6 }, // IPv4-translated
  { range: v6Range('64:ff9b::', 96), at: 6 }, // NAT64
  { range: v6Range('2002::', 16), at: 1 }, // 6to4
];

const inward = new BlockList();
for (const [address, bits] of INWARD_V4) inward.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of INWARD_V6) inward.addSubnet(address, bits, 'ipv6');

const LOCAL_NAMES = new Set(['localhost', 'ip6-localhost', 'ip6-loopback', 'broadcasthost']);
/** Suffixes that never name a public site (RFC 6761, 6762, 8375, ICANN's .internal; and what routers hand out). */
const LOCAL_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'lan',
  'corp',
  'home',
  'private',
  'home.arpa',
  'in-addr.arpa',
  'ip6.arpa',
];

/**
 * True for an address or name that leads inward. `hostname` as a WHATWG URL has it: lower case, punycode, every IPv4
 * spelling (decimal, octal, hex, short) already dotted, IPv6 in brackets.
 */
export function leadsInward(hostname: string): boolean {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.+$/, '');
  const version = isIP(bare);
  if (version === 4) return inward.check(bare, 'ipv4');
  if (version === 6) return inward.check(bare, 'ipv6') || wrappedLeadsInward(bare);
  if (bare === '' || LOCAL_NAMES.has(bare)) return true;
  return !bare.includes('.') || LOCAL_SUFFIXES.some((suffix) => bare.endsWith(`.${suffix}`));
}

/**
 * True for an address to connect to that leads inward, as a resolver or a socket writes it (also `::ffff:10.0.0.1`); and for
 * what is no address, or names an interface of this machine (`fe80::1%eth0`).
 */
export function addressLeadsInward(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return leadsInward(address);
  const url = `http://[${address}]/`;
  return version !== 6 || address.includes('%') || !URL.canParse(url) || leadsInward(new URL(url).hostname);
}

/** True for this machine under any of its names. */
export function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/\.+$/, '');
  return (
    bare === 'localhost' ||
    bare.endsWith('.localhost') ||
    /^127(\.\d+){3}$/.test(bare) ||
    bare === '0.0.0.0' ||
    /^\[::(1|ffff:7f..:.*)?\]$/.test(bare)
  );
}

function wrappedLeadsInward(address: string): boolean {
  const wrapper = WRAPPERS.find(({ range }) => range.check(address, 'ipv6'));
  if (!wrapper) return false;
  const groups = expand(address);
  const high = groups[wrapper.at]!;
  const low = groups[wrapper.at + 1]!;
  return inward.check(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`, 'ipv4');
}

/** The eight 16-bit groups; dotted tails are gone by then, because a URL writes them as groups. */
function expand(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const before = parse(head);
  const after = tail === undefined ? [] : parse(tail);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function v6Range(address: string, bits: number): BlockList {
  const range = new BlockList();
  range.addSubnet(address, bits, 'ipv6');
  return range;
}
