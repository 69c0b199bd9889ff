// What a person types as their domain → the host that browsers will send. Pure.
import { domainToASCII } from 'node:url';
import { validationFailed } from '@linqr/platform/errors';
import { leadsInward } from '@linqr/platform/network';
import { parse } from 'tldts';

/** `_linqr.` is put before it. */
const MAX_LENGTH = 253 - '_linqr.'.length;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** Lower case, punycode. VALIDATION_FAILED (`host`) for what cannot be somebody's own domain. `ownHosts` without ports. */
export function ownDomainHost(typed: string, ownHosts: string[]): string {
  const text = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  if (text === '') throw refused('Please enter a domain, for example go.example.com');
  if (/[/?#@\\\s]/.test(text) || text.length > 1_000) throw refused('Please enter the domain alone, for example go.example.com');
  if (/:\d*$/.test(text)) throw refused('A domain has no port. Please enter it alone, for example go.example.com');
  const host = domainToASCII(text.toLowerCase()).replace(/\.$/, '');
  const labels = host.split('.');
  const { isIp, publicSuffix, hostname } = parse(host, { allowPrivateDomains: true });
  if (isIp || host.includes('[')) throw refused('An IP address cannot be a domain of links.');
  if (host === '' || host.length > MAX_LENGTH || !labels.every((label) => LABEL.test(label)) || hostname !== host)
    throw refused('That is not a domain name. It has letters, digits and hyphens, for example go.example.com');
  if (labels.length < 2 || /^\d+$/.test(labels.at(-1)!) || leadsInward(host)) throw refused('That name does not exist on the internet.');
  if (publicSuffix === host)
    throw refused('Everybody registers domains under that name. Please enter your own, for example go.example.com');
  if (ownHosts.some((own) => host === own || host.endsWith(`.${own}`))) throw refused('That domain is one of ours.');
  return host;
}

function refused(message: string) {
  return validationFailed({ field: 'host', message });
}
