// What we write is taken apart by readers that share nothing with our own parser: the grammar of ZXing's result parsers
// (the reader behind most phones' scanners) for WIFI and SMSTO, the platform's URL for mailto and tel.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildPayload, type QrContent } from './payload.js';

/** ZXing's matchSinglePrefixedField: up to the first semicolon that no odd number of backslashes stands before. */
function zxingField(prefix: string, text: string, trim: boolean): string | undefined {
  const start = text.indexOf(prefix);
  if (start < 0) return undefined;
  const from = start + prefix.length;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] !== ';') continue;
    let backslashes = 0;
    for (let back = at - 1; back >= from && text[back] === '\\'; back -= 1) backslashes += 1;
    if (backslashes % 2 === 1) continue;
    const raw = text.slice(from, at);
    // unescapeBackslash: a backslash goes, what follows it stays.
    let value = '';
    for (let index = 0; index < raw.length; index += 1) {
      if (raw[index] === '\\' && index + 1 < raw.length) index += 1;
      value += raw[index];
    }
    return trim ? value.trim() : value;
  }
  return undefined;
}

/** ZXing looks for each field anywhere behind `WIFI:`; a hostile name must not be found as another field. */
function readWifi(payload: string): { ssid?: string; password?: string; type?: string; hidden: boolean } | undefined {
  if (!payload.startsWith('WIFI:')) return undefined;
  const fields: Record<string, string> = {};
  let at = 5;
  // As Android's own reader does: field by field from the left.
  while (at < payload.length && payload[at] !== ';') {
    const colon = payload.indexOf(':', at);
    const key = payload.slice(at, colon);
    const value = zxingField('', payload.slice(colon + 1), false);
    if (value === undefined) return undefined;
    fields[key] = value;
    let end = colon + 1;
    for (; end < payload.length; end += 1) {
      if (payload[end] === '\\') end += 1;
      else if (payload[end] === ';') break;
    }
    at = end + 1;
  }
  return { ssid: fields['S'], password: fields['P'], type: fields['T'], hidden: fields['H'] === 'true' } as ReturnType<typeof readWifi>;
}

/** ZXing's SMSTOMMSTOResultParser. */
function readSms(payload: string): { number: string; body: string } {
  const rest = payload.slice('smsto:'.length);
  const colon = rest.indexOf(':');
  return colon < 0 ? { number: rest, body: '' } : { number: rest.slice(0, colon), body: rest.slice(colon + 1) };
}

const HOSTILE = [
  ';',
  '\\',
  '\\;',
  ';;H:true;',
  'S:other;P:evil;',
  'a;T:nopass;;',
  '"quoted"',
  'comma,colon:semi;back\\slash"',
  ':::',
  'mailto:x@y.example?cc=z@w.example',
  'a&bcc=eve@example.com',
  '?subject=other',
  '%0d%0aBcc: eve@example.com',
  '#fragment',
  '+plus +1',
  'ünï¢ödé 世界 🌍',
  '\u202eright to left',
  'SMSTO:1:2',
  '<script>alert(1)</script>',
  ' lead and trail ',
] as const;
const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) => !/\p{Cc}/u.test(value)),
  fc.array(fc.constantFrom(...';:,\\"&?=%#+ aS'.split('')), { minLength: 1, maxLength: 20 }).map((parts) => parts.join('')),
);

describe('hostile characters arrive as they were written', () => {
  it('in a network name and its password', () => {
    fc.assert(
      fc.property(text, text, fc.boolean(), (ssid, password, hidden) => {
        const content: QrContent = { type: 'wifi', ssid, password, security: 'WPA', hidden };
        expect(readWifi(buildPayload(content))).toEqual({ ssid, password, type: 'WPA', hidden });
      }),
      { numRuns: 2_000 },
    );
  });

  it('in a text message', () => {
    fc.assert(
      fc.property(text, (message) => {
        expect(readSms(buildPayload({ type: 'sms', number: '+15550109999', message }))).toEqual({ number: '+15550109999', body: message });
      }),
      { numRuns: 1_000 },
    );
  });

  it('in an e-mail, without a further field or a further recipient', () => {
    fc.assert(
      fc.property(text, text, (subject, body) => {
        const url = new URL(buildPayload({ type: 'email', address: 'ada+qr@example.com', subject, body }));
        expect(url.protocol).toBe('mailto:');
        expect(decodeURIComponent(url.pathname)).toBe('ada+qr@example.com');
        expect(url.hash).toBe('');
        // Read as RFC 6068 says: a plus sign is a plus sign.
        const fields = url.search
          .slice(1)
          .split('&')
          .filter(Boolean)
          .map((field) => field.split('=').map(decodeURIComponent));
        expect(Object.fromEntries(fields)).toEqual({ ...(subject ? { subject } : {}), ...(body ? { body } : {}) });
        expect(fields.every((field) => field.length === 2)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('in a plain text; and a number is digits for whoever dials it', () => {
    fc.assert(fc.property(text, (plain) => expect(buildPayload({ type: 'text', text: plain })).toBe(plain)));
    expect(new URL(buildPayload({ type: 'phone', number: '+15550109999' })).pathname).toBe('+15550109999');
  });
});
