import type { FieldProblem, Parsed } from './design-parser.js';
import { isRecord } from './design-parser.js';

export const QR_TYPES = ['url', 'text', 'email', 'phone', 'sms', 'wifi'] as const;
export type QrType = (typeof QR_TYPES)[number];

/** What a code says, taken apart. */
export type QrContent =
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'email'; readonly address: string; readonly subject: string; readonly body: string }
  | { readonly type: 'phone'; readonly number: string }
  | { readonly type: 'sms'; readonly number: string; readonly message: string }
  | { readonly type: 'wifi'; readonly ssid: string; readonly password: string; readonly security: WifiSecurity; readonly hidden: boolean };

export type WifiSecurity = 'WPA' | 'WEP' | 'nopass';

/** Characters; no symbol holds more than 2,953 bytes. */
const MAX_CONTENT = 2953;

/**
 * Reads the content field of a code. Accepted besides the plain value: `mailto:`, `tel:`, `sms:`, `SMSTO:` and
 * `WIFI:` texts as other tools write them, and for email, sms and wifi a JSON object with the members of QrContent.
 * A url is only trimmed here; its rules belong to the server.
 */
export function parseContent(type: QrType, content: string): Parsed<QrContent> {
  const text = content.trim();
  if (text === '') return refuse('Content is required');
  if (content.length > MAX_CONTENT) return refuse('This is more than a QR code can hold. Shorten it.');
  // Line breaks and tabs are fine in a text; other control characters are not text.
  if (/[^\P{Cc}\t\r\n]/u.test(content)) return refuse('Remove the control characters.');
  switch (type) {
    case 'url':
      return accept({ type, url: text });
    case 'text':
      return accept({ type, text: content });
    case 'email':
      return parseEmail(text);
    case 'phone': {
      const number = parseNumber(text.replace(/^tel:/i, ''));
      return number === null ? refuse(NUMBER_MESSAGE) : accept({ type, number });
    }
    case 'sms':
      return parseSms(text);
    case 'wifi':
      return parseWifi(text);
  }
}

/** The text that stands in the symbol, escaped as its scheme asks. */
export function buildPayload(content: QrContent): string {
  switch (content.type) {
    case 'url':
      return content.url;
    case 'text':
      return content.text;
    case 'email': {
      const query = [
        content.subject === '' ? '' : `subject=${encodeURIComponent(content.subject)}`,
        content.body === '' ? '' : `body=${encodeURIComponent(content.body.replace(/\r?\n/g, '\r\n'))}`,
      ].filter((part) => part !== '');
      const address = content.address.split('@').map(encodeURIComponent).join('@');
      return `mailto:${address}${query.length > 0 ? `?${query.join('&')}` : ''}`;
    }
    case 'phone':
      return `tel:${content.number}`;
    case 'sms':
      // The message runs to the end, so nothing in it needs escaping.
      return `SMSTO:${content.number}:${content.message}`;
    case 'wifi': {
      const password = content.security === 'nopass' ? '' : `P:${escapeWifi(content.password)};`;
      return `WIFI:T:${content.security};S:${escapeWifi(content.ssid)};${password}${content.hidden ? 'H:true;' : ''};`;
    }
  }
}

const NUMBER_MESSAGE = 'Enter a phone number, for example +1 555 010 9999.';
const EMAIL_MESSAGE = 'Enter an e-mail address, for example ada@example.com.';

function parseEmail(text: string): Parsed<QrContent> {
  const object = parseObject(text);
  let address = text;
  let subject = '';
  let body = '';
  if (object !== null) {
    address = member(object, 'address', 'email', 'to');
    subject = member(object, 'subject');
    body = member(object, 'body', 'message');
  } else if (/^mailto:/i.test(text)) {
    const [target = '', query = ''] = splitOnce(text.slice(7), '?');
    const fields = parseQuery(query);
    address = decode(target);
    subject = fields.subject ?? '';
    body = fields.body ?? '';
  }
  address = address.trim();
  if (address.length > 254 || !/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/u.test(address)) {
    return refuse(EMAIL_MESSAGE);
  }
  return accept({ type: 'email', address, subject, body });
}

function parseSms(text: string): Parsed<QrContent> {
  const object = parseObject(text);
  let number = text;
  let message = '';
  if (object !== null) {
    number = member(object, 'number', 'phone', 'to');
    message = member(object, 'message', 'body');
  } else if (/^smsto:/i.test(text)) {
    [number = '', message = ''] = splitOnce(text.slice(6), ':');
  } else if (/^sms:/i.test(text)) {
    const [target = '', query = ''] = splitOnce(text.slice(4), '?');
    number = decode(target);
    message = parseQuery(query).body ?? '';
  } else {
    [number = '', message = ''] = splitOnce(text, ':');
  }
  const parsed = parseNumber(number);
  return parsed === null ? refuse(NUMBER_MESSAGE) : accept({ type: 'sms', number: parsed, message: message.trim() });
}

function parseWifi(text: string): Parsed<QrContent> {
  const object = parseObject(text);
  let ssid = text;
  let password = '';
  let hidden = false;
  let named = '';
  if (object !== null) {
    ssid = member(object, 'ssid', 'name', 'network');
    password = member(object, 'password');
    named = member(object, 'security', 'encryption');
    hidden = object.hidden === true;
  } else if (/^wifi:/i.test(text)) {
    const fields = parseWifiFields(text.slice(5));
    ssid = fields.S ?? '';
    password = fields.P ?? '';
    named = fields.T ?? '';
    hidden = fields.H?.toLowerCase() === 'true';
  }
  const security = parseSecurity(named, password);
  if (security === null) return refuse('The network security must be WPA, WEP or nopass.');
  // IEEE 802.11: a network's name has at most 32 bytes; a passphrase has 8 to 63 characters, or 64 hex digits.
  const bytes = new TextEncoder().encode(ssid).length;
  if (bytes === 0 || bytes > 32) return refuse('Enter the name of the Wi-Fi network, at most 32 characters.');
  if (security !== 'nopass' && password === '') return refuse('Enter the password of the Wi-Fi network.');
  if (security === 'WPA' && (password.length < 8 || password.length > 64)) {
    return refuse('A WPA password has 8 to 63 characters.');
  }
  return accept({ type: 'wifi', ssid, password: security === 'nopass' ? '' : password, security, hidden });
}

function parseSecurity(named: string, password: string): WifiSecurity | null {
  const name = named.trim().toUpperCase();
  if (name === '') return password === '' ? 'nopass' : 'WPA';
  if (/^WPA[23]?(\/WPA[23])?(-(PSK|PERSONAL))?$/.test(name) || name === 'SAE') return 'WPA';
  if (name === 'WEP') return 'WEP';
  return name === 'NOPASS' || name === 'NONE' || name === 'OPEN' ? 'nopass' : null;
}

/** `T:WPA;S:name;P:pass\;word;;` with backslash escapes. */
function parseWifiFields(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [, key = '', value = ''] of text.matchAll(/([A-Za-z]+):((?:\\.|[^\\;])*);?/gs)) {
    fields[key.toUpperCase()] ??= value.replace(/\\(.)/gs, '$1');
  }
  return fields;
}

function escapeWifi(text: string): string {
  return text.replace(/[\\;,:"]/g, '\\$&');
}

/** Digits with an optional +, and the *, # and pauses of service codes; spaces and punctuation dropped. */
function parseNumber(text: string): string | null {
  const compact = text.replace(/[\s().\-/]/g, '');
  return /^\+?[0-9*#,]{2,32}$/.test(compact) && /[0-9]{2}/.test(compact) ? compact : null;
}

function parseObject(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function member(object: Record<string, unknown>, ...names: readonly string[]): string {
  for (const name of names) {
    const value = object[name];
    if (typeof value === 'string') return value;
  }
  return '';
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}

function parseQuery(query: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const part of query.split('&')) {
    const [key, value] = splitOnce(part, '=');
    fields[decode(key).toLowerCase()] ??= decode(value);
  }
  return fields;
}

/** Unlike form data, a `+` in these schemes is a plus sign. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function accept(value: QrContent): Parsed<QrContent> {
  return { ok: true, value };
}

function refuse(message: string): Parsed<QrContent> {
  const problem: FieldProblem = { field: 'content', message };
  return { ok: false, problems: [problem] };
}
