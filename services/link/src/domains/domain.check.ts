import type { DomainDns } from './domain.dns.js';
import { type Finding, txtName } from './domain.js';

/** A chain of aliases longer than this is a loop, or as good as one. */
const MAX_ALIASES = 5;

/** Looks at a host's records: its TXT values, and whether it leads to the target by alias or by address. */
export async function lookAt(host: string, target: string, dns: DomainDns): Promise<Finding> {
  const [txt, pointsHere] = await Promise.all([dns.txt(txtName(host)), leadsTo(host, target, dns)]);
  const unavailable = txt === 'unavailable' || pointsHere === 'unavailable';
  return { txt: txt === 'unavailable' ? [] : txt, pointsHere: pointsHere === true, unavailable };
}

async function leadsTo(host: string, target: string, dns: DomainDns): Promise<boolean | 'unavailable'> {
  let name = host;
  for (let i = 0; i < MAX_ALIASES; i++) {
    const aliases = await dns.cname(name);
    if (aliases === 'unavailable') return 'unavailable';
    const next = aliases[0]?.toLowerCase().replace(/\.$/, '');
    if (next === undefined) break;
    if (next === target) return true;
    name = next;
  }
  // At a domain's apex, and where a provider flattens aliases, there are only addresses.
  const [ours, theirs] = await Promise.all([dns.addresses(target), dns.addresses(host)]);
  if (ours === 'unavailable' || theirs === 'unavailable') return 'unavailable';
  return theirs.some((address) => ours.includes(address));
}
