// What a url code may lead to. Pure: everything it needs to know about the installation comes in.
import { AppError } from '@linqr/platform/errors';
import { leadsInward } from '@linqr/platform/network';

export const MAX_DESTINATION_LENGTH = 2_048;
/** Of the text as typed: normalising may shorten it, but nothing this long is worth trying. */
const MAX_RAW_LENGTH = 8_192;

export interface DestinationRules {
  /** Origin of the app: a code may lead to its pages, but not to another code. */
  appOrigin: string;
  /** Origin of short links: the usual destination of a code, private address or not. */
  shortOrigin: string;
  allowPrivate: boolean;
}

/**
 * The destination in its normal form (scheme and host in lower case, IDN as punycode, default port dropped).
 * Throws an AppError whose details name `content`.
 */
export function checkDestination(raw: string, rules: DestinationRules): string {
  const url = parse(raw);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('Only http and https addresses can be opened by a code.');
  if (url.username || url.password) throw refused('The address must not carry a user name or password.');
  const own = url.origin === rules.appOrigin || url.origin === rules.shortOrigin;
  if (url.origin === rules.appOrigin && /^\/+qr(\/|$)/i.test(url.pathname))
    throw refused('This address is a QR code of ours already. Please enter the address it should lead to.');
  if (!own && !rules.allowPrivate && leadsInward(url.hostname))
    throw refused('The address must be a public one, not of a private network or this machine.');
  if (url.href.length > MAX_DESTINATION_LENGTH)
    throw malformed(`The address must not be longer than ${MAX_DESTINATION_LENGTH} characters.`);
  return url.href;
}

function parse(raw: string): URL {
  const text = raw.trim();
  if (text === '') throw malformed('Content is required');
  if (text.length > MAX_RAW_LENGTH) throw malformed(`The address must not be longer than ${MAX_DESTINATION_LENGTH} characters.`);
  // A URL parser drops tabs and line breaks and turns backslashes round; who writes those hides something.
  if (/[\p{Cc}\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u.test(text))
    throw malformed('Please enter a valid URL: it must not contain spaces or control characters.');
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https') {
    if (!/^https?:\/\/[^/\\]/i.test(text) || /^[^?#]*\\/.test(text)) throw malformed('Please enter a valid URL');
  } else if (scheme !== undefined && !/^[^:]+:\d{1,5}([/?#]|$)/.test(text)) {
    // A scheme, not a host with a port such as example.com:8080.
    throw refused('Only http and https addresses can be opened by a code.');
  } else throw malformed('Please enter a valid URL');
  try {
    return new URL(text);
  } catch {
    throw malformed('Please enter a valid URL');
  }
}

function malformed(message: string): AppError {
  return new AppError('VALIDATION_FAILED', message, { details: [{ field: 'content', message }] });
}

function refused(message: string): AppError {
  return new AppError('DESTINATION_NOT_ALLOWED', message, { details: [{ field: 'content', message }] });
}
