// What may be shortened. Pure: everything it needs to know about the installation comes in.
import { AppError } from '@linqr/platform/errors';
import { isLoopback, leadsInward } from '@linqr/platform/network';

export const MAX_DESTINATION_LENGTH = 2_048;
/** Of the text as typed: normalising may shorten it, but nothing this long is worth trying. */
const MAX_RAW_LENGTH = 8_192;

export interface DestinationRules {
  /** Hosts of this installation, as `ownHost` writes them: short domain, app, custom domains. A link to them could loop. */
  isOwnHost: (host: string) => boolean;
  allowPrivate: boolean;
}

/**
 * The destination; its `href` is the normal form (scheme and host in lower case, IDN as punycode, default port dropped).
 * Throws an AppError whose details name `originalUrl`.
 */
export function checkDestination(raw: string, rules: DestinationRules): URL {
  const url = parse(raw);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('Only http and https addresses can be shortened.');
  if (url.username || url.password) throw refused('The address must not carry a user name or password.');
  if (rules.isOwnHost(ownHost(url))) throw ownAddress();
  if (!rules.allowPrivate && leadsInward(url.hostname))
    throw refused('The address must be a public one, not of a private network or this machine.');
  if (url.href.length > MAX_DESTINATION_LENGTH)
    throw malformed(`The address must not be longer than ${MAX_DESTINATION_LENGTH} characters.`);
  return url;
}

export function ownAddress(): AppError {
  return refused('This address is one of ours already. Please enter the address it should lead to.');
}

/** Which list has it is not told: whoever tries addresses out would learn what is watched. */
export function blocked(): AppError {
  const message = 'This address is on a block list of harmful or deceptive sites and cannot be shortened.';
  return new AppError('LINK_BLOCKED', message, { details: [{ field: 'originalUrl', message }] });
}

/** The host of an URL for comparing: without a final dot, this machine's names as one, the schemes' own ports as none. */
export function ownHost(url: URL): string {
  const name = isLoopback(url.hostname) ? 'localhost' : url.hostname.replace(/\.+$/, '');
  const port = url.port === '80' || url.port === '443' ? '' : url.port;
  return port ? `${name}:${port}` : name;
}

function parse(raw: string): URL {
  const text = raw.trim();
  if (text === '') throw malformed('Please enter a URL to shorten');
  if (text.length > MAX_RAW_LENGTH) throw malformed(`The address must not be longer than ${MAX_DESTINATION_LENGTH} characters.`);
  // A URL parser drops tabs and line breaks and turns backslashes round; who writes those hides something.
  if (hasHiddenCharacters(text)) throw malformed('Please enter a valid URL: it must not contain spaces or control characters.');
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https') {
    if (!/^https?:\/\/[^/\\]/i.test(text) || /^[^?#]*\\/.test(text)) throw malformed('Please enter a valid URL');
  } else if (scheme !== undefined && !/^[^:]+:\d{1,5}([/?#]|$)/.test(text)) {
    // A scheme, not a host with a port such as example.com:8080.
    throw refused('Only http and https addresses can be shortened.');
  } else throw malformed('Please enter a valid URL, beginning with http:// or https://');
  try {
    return new URL(text);
  } catch {
    throw malformed('Please enter a valid URL');
  }
}

function hasHiddenCharacters(text: string): boolean {
  // C0 and C1 controls, white space of any kind, zero-width and direction-changing characters.
  return /[\p{Cc}\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u.test(text);
}

function malformed(message: string): AppError {
  return new AppError('VALIDATION_FAILED', message, { details: [{ field: 'originalUrl', message }] });
}

function refused(message: string): AppError {
  return new AppError('DESTINATION_NOT_ALLOWED', message, { details: [{ field: 'originalUrl', message }] });
}
