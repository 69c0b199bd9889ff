import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildPayload, parseContent, QR_TYPES, type QrContent, type QrType } from './payload.js';

function payloadOf(type: QrType, content: string): string | null {
  const parsed = parseContent(type, content);
  return parsed.ok ? buildPayload(parsed.value) : null;
}

describe('payloads', () => {
  it.each<[QrType, string, string]>([
    ['url', ' https://example.com/a?b=c ', 'https://example.com/a?b=c'],
    ['text', ' keeps its spaces\n', ' keeps its spaces\n'],
    ['email', 'ada@example.com', 'mailto:ada@example.com'],
    ['email', 'mailto:ada+qr@example.com?subject=A%20%26%20B', 'mailto:ada%2Bqr@example.com?subject=A%20%26%20B'],
    ['email', '{"address":"ada@example.com","subject":"Hi?","body":"1\\n2"}', 'mailto:ada@example.com?subject=Hi%3F&body=1%0D%0A2'],
    ['phone', '+1 (555) 010-9999', 'tel:+15550109999'],
    ['phone', 'tel:112', 'tel:112'],
    ['sms', '+15550109999', 'SMSTO:+15550109999:'],
    ['sms', '+1 555 010 9999: see you at 5:30', 'SMSTO:+15550109999:see you at 5:30'],
    ['sms', 'sms:+15550109999?body=Hi%20there', 'SMSTO:+15550109999:Hi there'],
    ['sms', '{"number":"+15550109999","message":"Hi"}', 'SMSTO:+15550109999:Hi'],
    ['wifi', '{"ssid":"a;b","password":"p:a\\\\s,s\\"w","security":"WPA"}', 'WIFI:T:WPA;S:a\\;b;P:p\\:a\\\\s\\,s\\"w;;'],
    ['wifi', 'WIFI:S:Caf\\;e;T:WPA2;P:longenough;H:true;;', 'WIFI:T:WPA;S:Caf\\;e;P:longenough;H:true;;'],
    ['wifi', 'Guest network', 'WIFI:T:nopass;S:Guest network;;'],
  ])('writes %s %j as its scheme asks', (type, content, payload) => {
    expect(payloadOf(type, content)).toBe(payload);
  });

  it.each<[QrType, string]>([
    ['url', '  '],
    ['text', 'bell\u0007'],
    ['text', 'x'.repeat(3000)],
    ['email', 'nobody'],
    ['email', 'a@b@c.example'],
    ['email', 'a@example.com, b@example.com'],
    ['phone', 'call me'],
    ['phone', '1'.repeat(40)],
    ['sms', ':no number'],
    ['wifi', 'WIFI:T:WPA;P:longenough;;'],
    ['wifi', '{"ssid":"x","password":"short","security":"WPA"}'],
    ['wifi', '{"ssid":"x","security":"WEP"}'],
    ['wifi', '{"ssid":"x","security":"magic","password":"longenough"}'],
    ['wifi', `{"ssid":"${'ü'.repeat(17)}"}`],
  ])('refuses %s %j at the field content', (type, content) => {
    const parsed = parseContent(type, content);
    expect(parsed.ok).toBe(false);
    expect(parsed.ok ? [] : parsed.problems.map(({ field }) => field)).toEqual(['content']);
  });

  const line = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !/\p{Cc}/u.test(text) && text.trim() === text);
  const contents: fc.Arbitrary<QrContent> = fc.oneof(
    fc.record({
      type: fc.constant('wifi' as const),
      ssid: line.filter((text) => text !== '' && new TextEncoder().encode(text).length <= 32),
      password: line.filter((text) => text.length >= 8),
      security: fc.constant('WPA' as const),
      hidden: fc.boolean(),
    }),
    fc.record({ type: fc.constant('sms' as const), number: fc.constant('+15550109999'), message: line }),
    fc.record({ type: fc.constant('email' as const), address: fc.constant('ada@example.com'), subject: line, body: line }),
  );

  it('reads back exactly what it wrote, whatever characters the parts have', () => {
    fc.assert(
      fc.property(contents, (content) => {
        expect(parseContent(content.type, buildPayload(content))).toEqual({ ok: true, value: content });
      }),
    );
  });

  it('never throws on any text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...QR_TYPES), fc.oneof(fc.string(), fc.json()), (type, content) => {
        const parsed = parseContent(type, content);
        if (parsed.ok) expect(buildPayload(parsed.value)).not.toBe('');
      }),
      { numRuns: 500 },
    );
  });
});
