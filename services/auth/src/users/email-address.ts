import { domainToASCII } from 'node:url';
import { z } from 'zod';

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_LENGTH = 254; // RFC 5321: a path of 256 octets with its brackets
const MAX_LOCAL_LENGTH = 64;

/** The one spelling an address is kept and compared in: trimmed, lower case, IDN domain in punycode. Undefined when it is none. */
export function normaliseEmail(text: string): string | undefined {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  if (trimmed.length > MAX_LENGTH || at < 1) return undefined;
  const local = trimmed.slice(0, at).toLowerCase();
  const typedDomain = trimmed.slice(at + 1);
  // domainToASCII is the URL parser's: it would take "a.b/c" or "1" for more than they are.
  if (/[\s/\\?#@:[\]%]/.test(typedDomain)) return undefined;
  const domain = domainToASCII(typedDomain);
  if (local.length > MAX_LOCAL_LENGTH || local.length + 1 + domain.length > MAX_LENGTH) return undefined;
  if (!LOCAL_PART.test(local) || !DOMAIN.test(domain) || /^[\d.]+$/.test(domain)) return undefined;
  return `${local}@${domain}`;
}

/** A required e-mail address, normalised. */
export const emailField = z
  .string()
  .max(1_000, 'Please enter a valid email address')
  .transform((text, context) => {
    if (text.trim() === '') {
      context.addIssue({ code: 'custom', message: 'Email is required' });
      return z.NEVER;
    }
    const email = normaliseEmail(text);
    if (email) return email;
    context.addIssue({ code: 'custom', message: 'Please enter a valid email address' });
    return z.NEVER;
  });
