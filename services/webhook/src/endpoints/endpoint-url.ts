// Which URLs may be called. Pure; what a name resolves to is judged again at every connection (outbound/).
import { validationFailed } from '@linqr/platform/errors';
import { leadsInward } from '@linqr/platform/network';

export const MAX_URL_LENGTH = 2_048;
/** Of the text as typed: normalising may shorten it, but nothing this long is worth trying. */
const MAX_RAW_LENGTH = 8_192;
const LOWEST_FREE_PORT = 1_024;

/** The URL in its normal form, without fragment. Throws VALIDATION_FAILED whose details name `url`. */
export function checkEndpointUrl(raw: string, allowPrivate: boolean): string {
  const text = raw.trim();
  if (text === '') throw refused('Please fill all required fields');
  if (text.length > MAX_RAW_LENGTH) throw refused(`The URL must not be longer than ${MAX_URL_LENGTH} characters.`);
  // A URL parser drops tabs and line breaks and turns backslashes round; who writes those hides something.
  if (/[\p{Cc}\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u.test(text))
    throw refused('The URL must not contain spaces or control characters.');
  if (!/^https?:\/\/[^/\\]/i.test(text) || /^[^?#]*\\/.test(text) || !URL.canParse(text))
    throw refused('Please enter a valid URL, beginning with https:// or http://');
  const url = new URL(text);
  url.hash = '';
  if (url.username || url.password) throw refused('The URL must not carry a user name or password.');
  const problem = allowPrivate ? undefined : inwardProblem(url);
  if (problem) throw refused(problem);
  if (url.href.length > MAX_URL_LENGTH) throw refused(`The URL must not be longer than ${MAX_URL_LENGTH} characters.`);
  return url.href;
}

/** Why the URL by its spelling alone is not one of the public internet's. */
export function inwardProblem(url: URL): string | undefined {
  if (leadsInward(url.hostname)) return 'The address must be a public one, not of a private network or this machine.';
  const port = Number(url.port);
  if (url.port !== '' && port !== 80 && port !== 443 && port < LOWEST_FREE_PORT)
    return `The port must be 80, 443, or ${LOWEST_FREE_PORT} and up.`;
  return undefined;
}

function refused(message: string) {
  return validationFailed({ field: 'url', message });
}
