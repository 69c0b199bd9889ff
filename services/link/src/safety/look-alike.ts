// Destinations that are made to be mistaken for something else. Pure. A finding sends a link to review; it blocks nothing.
import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { hostOf } from './block-list.parser.js';
import { mixesScripts, skeleton } from './confusables.js';
import { BAIT, IMPERSONATED, type Impersonated } from './impersonated-names.js';

export type FindingKind = 'mixed_script' | 'look_alike' | 'address_host';

export interface Finding {
  kind: FindingKind;
  /** For an admin. */
  text: string;
}

/** Shorter names are too often words of their own to be compared by typing mistakes. */
const MIN_TYPO_LENGTH = 7;
const MIN_NAME_LENGTH = 5;
/** Second levels below a country's: example.co.uk. */
const SECOND_LEVELS = new Set(['ac', 'co', 'com', 'edu', 'gov', 'ne', 'net', 'or', 'org']);
/** Country codes that anybody gets names under for nothing. */
const FREE_COUNTRIES = new Set(['cf', 'ga', 'gq', 'ml', 'tk', 'pw', 'cc', 'ws', 'to', 'me', 'io', 'co', 'tv']);

export class LookAlikes {
  private readonly names: readonly (Impersonated & { skeleton: string })[];

  /** `ownHosts`: hosts of this installation, which nobody else should look like either. */
  constructor(ownHosts: readonly string[]) {
    const own = ownHosts
      .map((host) => ({ name: mainLabel(host), own: [baseOf(host)] }))
      .filter(({ name, own: [base] }) => name.length >= MIN_NAME_LENGTH && base!.includes('.') && isIP(base!) === 0);
    this.names = [...IMPERSONATED, ...own].map((one) => ({ ...one, skeleton: skeleton(one.name) }));
  }

  findings(url: URL): Finding[] {
    const host = hostOf(url);
    if (host.startsWith('[') || isIP(host)) return [{ kind: 'address_host', text: `Leads to an address instead of a name (${host}).` }];
    const readable = domainToUnicode(host) || host;
    const found: Finding[] = [];
    if (readable.split('.').some(mixesScripts))
      found.push({ kind: 'mixed_script', text: `Its name mixes alphabets: ${readable} (${host}).` });
    const like = this.names.find((name) => isNotOwn(host, name) && looksLike(readable, name));
    if (like) found.push({ kind: 'look_alike', text: `Looks like ${like.own[0]}: ${readable}${readable === host ? '' : ` (${host})`}.` });
    return found;
  }
}

function isNotOwn(host: string, { own }: Impersonated): boolean {
  return !own.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

function looksLike(host: string, wanted: Impersonated & { skeleton: string }): boolean {
  const labels = host.split('.');
  const main = mainLabel(host);
  const mainSkeleton = skeleton(main);
  if (main === wanted.name) return !mayBeItsCountrySite(host);
  // Forged letter by letter, with or without hyphens: paypa1, раураl, pay-pal.
  if (mainSkeleton === wanted.skeleton || mainSkeleton.replace(/-/g, '') === wanted.skeleton) return true;
  if (wanted.name.length >= MIN_TYPO_LENGTH && main.length >= MIN_TYPO_LENGTH - 1 && isOneSlipAway(main, wanted.name)) return true;
  // paypal-login.example, secure-paypa1.example
  const words = main.split('-');
  if (words.length > 1 && words.some((word) => skeleton(word) === wanted.skeleton) && words.some((word) => BAIT.has(word))) return true;
  // paypal.com.example.net, and forged labels anywhere below somebody else's name.
  if (wanted.own.some((domain) => `.${host}`.includes(`.${domain}.`))) return true;
  const below = labels.slice(0, -baseOf(host).split('.').length);
  return below.some((label) => label !== wanted.name && skeleton(label) === wanted.skeleton);
}

/** amazon.de is Amazon's, amazon.tk and amazon.shop are whoever's. */
function mayBeItsCountrySite(host: string): boolean {
  const top = host.split('.').at(-1)!;
  return ['com', 'net', 'org', 'edu', 'gov'].includes(top) || (top.length === 2 && !FREE_COUNTRIES.has(top));
}

/** The label that somebody registered, as far as it can be told without the list of public suffixes. */
function mainLabel(host: string): string {
  return baseOf(host).split('.')[0]!;
}

function baseOf(host: string): string {
  const labels = host.replace(/:\d+$/, '').split('.');
  const [second, top] = labels.slice(-2);
  const depth = labels.length > 2 && top?.length === 2 && SECOND_LEVELS.has(second!) ? 3 : 2;
  return labels.slice(-depth).join('.');
}

/** One letter more, less, other, or two of them swapped. */
function isOneSlipAway(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const left = endA - start;
  const right = endB - start;
  if (left <= 1 && right <= 1) return true;
  return left === 2 && right === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}
