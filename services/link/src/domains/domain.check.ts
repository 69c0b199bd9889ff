import type { DomainDns } from './domain.dns.js';
import { type Finding, txtName } from './domain.js';

/** A chain of aliases longer than this is a loop, or as good as one. */
const MAX_ALIASES = 5;
/** Of a whole look, however many questions it takes: slow name servers are their owner's trouble and nobody else's. */
export const LOOK_MS = 5_000;

/** Looks at a host's records: its TXT values, and whether it leads to the target by alias or by address. */
export async function lookAt(host: string, target: string, dns: DomainDns, lookMs = LOOK_MS): Promise<Finding> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), lookMs);
  try {
    const [txt, pointsHere] = await Promise.all([
      inTime(over.signal, dns.txt(txtName(host))),
      inTime(over.signal, leadsTo(host, target, dns, over.signal)),
    ]);
    return { txt, pointsHere };
  } finally {
    clearTimeout(timer);
  }
}

/** The answer, or `unavailable` at the signal; what is still asked then ends by its own bounds, and nobody waits for it. */
function inTime<T>(over: AbortSignal, answer: Promise<T>): Promise<T | 'unavailable'> {
  return Promise.race([
    answer,
    new Promise<'unavailable'>((resolve) => over.addEventListener('abort', () => resolve('unavailable'), { once: true })),
  ]);
}

async function leadsTo(host: string, target: string, dns: DomainDns, over: AbortSignal): Promise<boolean | 'unavailable'> {
  let name = host;
  for (let i = 0; i < MAX_ALIASES && !over.aborted; i++) {
    const aliases = await dns.cname(name);
    if (aliases === 'unavailable') return 'unavailable';
    const next = aliases[0]?.toLowerCase().replace(/\.$/, '');
    if (next === undefined) break;
    if (next === target) return true;
    name = next;
  }
  if (over.aborted) return 'unavailable';
  // At a domain's apex, and where a provider flattens aliases, there are only addresses.
  const [ours, theirs] = await Promise.all([dns.addresses(target), dns.addresses(host)]);
  if (ours === 'unavailable' || theirs === 'unavailable') return 'unavailable';
  return theirs.some((address) => ours.includes(address));
}
