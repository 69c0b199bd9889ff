// What somebody typed into the report form, as an address of ours. Pure; whether there is such a link is not asked here.
import { validationFailed } from '@linqr/platform/errors';
import { ownHost } from '../destinations/destination.js';
import { isSlug } from '../slugs/slug.js';

export interface ReportTarget {
  /** As links' domains write it. */
  host: string;
  /** Slug, or the id of a code. */
  shortId: string;
  kind: 'link' | 'code';
}

export interface OwnPlaces {
  shortHost: string;
  appHost: string;
  /** A workspace's domain. */
  isCustomDomain: (host: string) => Promise<boolean>;
}

const MAX_LENGTH = 2_048;
const MESSAGE = 'Please enter the short link as you saw it, or the part behind the last slash.';

/** VALIDATION_FAILED for what cannot be an address of this installation, existing or not. */
export async function parseReportTarget(text: string, own: OwnPlaces): Promise<ReportTarget> {
  const typed = text.trim();
  if (typed === '' || typed.length > MAX_LENGTH) throw wrong();
  if (!/[./:]/.test(typed)) return linkAt(own.shortHost, typed.replace(/\+$/, ''));
  const url = parse(typed);
  if (!url) throw wrong();
  const host = ownHost(url);
  const [first = '', second = ''] = url.pathname.slice(1).split('/');
  if (first === 'qr' && second !== '' && (host === own.appHost || host === own.shortHost)) return codeAt(own.appHost, second);
  if (host !== own.shortHost && !(await own.isCustomDomain(host)))
    throw validationFailed({ field: 'shortId', message: 'That is not a link of this service. Please report it where it was made.' });
  return linkAt(host, first.replace(/\+$/, ''));
}

function linkAt(host: string, slug: string): ReportTarget {
  if (!isSlug(slug)) throw wrong();
  return { host, shortId: slug, kind: 'link' };
}

function codeAt(host: string, id: string): ReportTarget {
  if (!/^qr_[0-9a-z]{26}$/.test(id)) throw wrong();
  return { host, shortId: id, kind: 'code' };
}

function parse(typed: string): URL | undefined {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`;
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
  } catch {
    return undefined;
  }
}

function wrong() {
  return validationFailed({ field: 'shortId', message: MESSAGE });
}
