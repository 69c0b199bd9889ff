// Referrer, UTM, language, text and visitor hash: what a visit says about where it comes from.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { preferredLanguage } from './language.js';
import { referrerHost } from './referrer.js';
import { boundedText } from './text.js';
import { utmOf } from './utm.js';
import { VisitorHasher } from './visitor.hash.js';

describe('referrerHost', () => {
  test.each([
    ['', ''],
    ['https://www.Example.COM/path?q=1', 'example.com'],
    ['https://l.facebook.com/l.php?u=x', 'facebook.com'],
    ['https://m.facebook.com/', 'facebook.com'],
    ['https://t.co/abc', 'x.com'],
    ['https://lnkd.in/x', 'linkedin.com'],
    ['android-app://com.google.android.gm/', 'mail.google.com'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://news.example.:8443/', 'news.example'],
    ['https://lin.qr/abc', ''],
    ['https://LIN.qr:3001/abc', ''],
    ['not a url', ''],
    ['javascript:alert(1)', ''],
    ['data:text/html,x', ''],
    ['https://[::1]/', '[::1]'],
  ])('%s → %s', (referrer, host) => expect(referrerHost(referrer, 'lin.qr:3001')).toBe(host));
});

describe('utmOf', () => {
  const none = { source: '', medium: '', campaign: '', term: '', content: '' };
  test.each([
    ['', none],
    ['a=b', none],
    [
      'utm_source=news&utm_medium=mail&utm_campaign=spring+sale&utm_term=shoes&utm_content=top',
      { source: 'news', medium: 'mail', campaign: 'spring sale', term: 'shoes', content: 'top' },
    ],
    ['UTM_Source=News', { ...none, source: 'News' }],
    ['utm_source=a&utm_source=b', { ...none, source: 'a' }],
    ['utm_source=%E0%A4%A', { ...none, source: '\ufffd%A' }],
    [`utm_source=${'x'.repeat(500)}`, { ...none, source: 'x'.repeat(100) }],
    ['utm_source=a%0Ab%00c', { ...none, source: 'a b c' }],
  ])('%s', (query, utm) => expect(utmOf(query)).toEqual(utm));
});

describe('preferredLanguage', () => {
  test.each([
    ['', ''],
    ['*', ''],
    ['de-DE,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.1, FR-ca;q=0.7', 'fr'],
    ['zh-Hans-CN', 'zh'],
    ['en;q=0', ''],
    ['pt_BR', 'pt'],
    ['x; DROP TABLE', ''],
    ['english', ''],
  ])('%s → %s', (header, language) => expect(preferredLanguage(header)).toBe(language));
});

test('boundedText is bounded, one line and well formed whatever comes in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, limit) => {
      const bounded = boundedText(text, limit);
      expect(bounded.length).toBeLessThanOrEqual(limit);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
      expect(bounded).not.toMatch(/[\u0000-\u001f\u007f]/);
      expect(Buffer.from(bounded).toString()).toBe(bounded);
    }),
  );
});

describe('VisitorHasher', () => {
  const hasher = new VisitorHasher(Buffer.alloc(32, 1));
  const noon = Date.UTC(2026, 5, 1, 12);
  const base = ['81.250.0.1', 'agent', 'lnk_a', noon] as const;

  test('is the same for the same visitor, link and day, in every process', () => {
    expect(new VisitorHasher(Buffer.alloc(32, 1)).hash('81.250.0.1', 'agent', 'lnk_a', noon + 11 * 3_600_000)).toBe(hasher.hash(...base));
    expect(hasher.hash(...base)).toMatch(/^\d{1,20}$/);
  });

  test.each([
    ['address', ['81.250.0.2', 'agent', 'lnk_a', noon]],
    ['user agent', ['81.250.0.1', 'agent2', 'lnk_a', noon]],
    ['link', ['81.250.0.1', 'agent', 'lnk_b', noon]],
    ['day', ['81.250.0.1', 'agent', 'lnk_a', noon + 86_400_000]],
    ['place of a boundary', ['81.250.0.1a', 'gent', 'lnk_a', noon]],
  ] as [string, [string, string, string, number]][])('differs by %s', (_, given) =>
    expect(hasher.hash(...given)).not.toBe(hasher.hash(...base)),
  );

  test('differs by key', () => expect(new VisitorHasher(Buffer.alloc(32, 2)).hash(...base)).not.toBe(hasher.hash(...base)));
});
