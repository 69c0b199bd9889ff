// A workspace's own domain, and what a look at DNS makes of it. Imports nothing that stores or sends.
import { AppError } from '@linqr/platform/errors';

export type DomainState = 'pending' | 'verified' | 'failed';

export interface OwnDomain {
  id: string;
  workspaceId: string;
  /** Lower case, punycode, no port. */
  host: string;
  state: DomainState;
  /** Links are served on it: it was verified, and nobody else has proved since that the host is theirs. */
  serves: boolean;
  txtToken: string;
  rootRedirect: string;
  /** Where the root is to lead is on a block list now: it leads nowhere. */
  rootBlocked: boolean;
  txtFound: boolean;
  pointsHere: boolean;
  /** As a sentence; empty: nothing is wrong. */
  problem: string;
  checkedAt: Date | null;
  verifiedAt: Date | null;
  failingSince: Date | null;
  createdAt: Date;
}

/** What DNS says now; `unavailable`: nobody could be asked in time, so that it says nothing. */
export interface Finding {
  /** Values of the TXT records at the domain's name. */
  txt: string[] | 'unavailable';
  pointsHere: boolean | 'unavailable';
}

export interface Standing {
  state: DomainState;
  txtFound: boolean;
  pointsHere: boolean;
  problem: string;
  failingSince: Date | null;
  /** Milliseconds from now; null: not by itself. */
  nextCheckMs: number | null;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const txtName = (host: string): string => `_linqr.${host}`;
export const txtValue = (token: string): string => `linqr-verification=${token}`;

/** The text of a TXT record as panels of DNS providers store it: quotes and blanks around it are nobody's intention. */
export const hasToken = (finding: Finding, token: string): boolean =>
  finding.txt !== 'unavailable' && finding.txt.some((value) => value.trim().replace(/^"(.*)"$/, '$1') === txtValue(token));

/**
 * What a domain is after a look. The TXT record alone is the proof: whether the domain leads here is told beside it, because
 * behind a proxy nobody can see that. A part that could not be asked changes nothing but what is said.
 */
export function standingAfter(domain: OwnDomain, finding: Finding, now: Date, graceMs: number): Standing {
  const { state, failingSince } = domain;
  const pointsHere = finding.pointsHere === 'unavailable' ? domain.pointsHere : finding.pointsHere;
  if (finding.txt === 'unavailable') {
    const problem = 'The name servers of this domain did not answer. We will ask again in a few minutes.';
    return { state, txtFound: domain.txtFound, pointsHere, problem, failingSince, nextCheckMs: 10 * MINUTE };
  }
  const txtFound = hasToken(finding, domain.txtToken);
  if (txtFound) {
    // Soon again while its owner is at it.
    const nextCheckMs = pointsHere ? 6 * HOUR : HOUR;
    return { state: 'verified', txtFound, pointsHere, problem: pointsHere ? '' : NOT_POINTING, failingSince: null, nextCheckMs };
  }
  const missing = whatIsMissing(pointsHere);
  const found = { txtFound, pointsHere };
  if (state === 'pending') {
    const age = now.getTime() - domain.createdAt.getTime();
    const nextCheckMs = age < HOUR ? MINUTE : age < DAY ? 10 * MINUTE : age < 30 * DAY ? HOUR : null;
    return { ...found, state, problem: missing, failingSince: null, nextCheckMs };
  }
  const since = failingSince ?? now;
  const failing = now.getTime() - since.getTime();
  if (failing >= graceMs) {
    const problem = `${missing} Links on this domain are still served, but new ones cannot be made.`;
    return { ...found, state: 'failed', problem, failingSince: since, nextCheckMs: failing < 90 * DAY ? 6 * HOUR : null };
  }
  return { ...found, state: 'verified', problem: missing, failingSince: since, nextCheckMs: HOUR };
}

const NOT_POINTING =
  'The domain is proved, but its records do not point here. Behind a proxy, such as Cloudflare, that is as it should be; else set the CNAME record.';

function whatIsMissing(pointsHere: boolean): string {
  return pointsHere
    ? 'The domain points here, but the TXT record was not found.'
    : 'Neither the TXT nor the CNAME record was found. A new record can take some minutes to show.';
}

/** Said to whom a host was taken from. */
export const TAKEN_OVER = 'Another workspace has proved that this domain is theirs. Your links are not served on it any more.';

/** The same for an id that never was and another workspace's. */
export function domainNotFound(): AppError {
  return new AppError('DOMAIN_NOT_FOUND', 'Domain not found');
}

export function domainTaken(message: string): AppError {
  return new AppError('DOMAIN_TAKEN', message, { details: [{ field: 'host', message }] });
}
