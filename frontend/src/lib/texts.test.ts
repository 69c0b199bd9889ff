import { describe, expect, test } from '@jest/globals';
import { countryName, formatMoney, formatRelative } from './format/format';
import { chooseLocale, registerMessages, translator } from './i18n/translator';
import { parseDestination } from './url/destination';

describe('destinations', () => {
  test.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['  http://example.com ', 'http://example.com'],
    ['HTTPS://EXAMPLE.com', 'HTTPS://EXAMPLE.com'],
    ['example.com', 'https://example.com'],
    ['example.com:8080/path', 'https://example.com:8080/path'],
    ['sub.example.co.uk?x=1', 'https://sub.example.co.uk?x=1'],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
    ['bücher.example', 'https://bücher.example'],
  ])('%p is %p', (typed, expected) => expect(parseDestination(typed)).toBe(expected));

  test.each([
    '',
    'hello',
    'two words.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.b',
    'https://',
    'http://a b',
    'me@example.com',
    '//x.y',
    'file:///etc/passwd',
  ])('%p is none', (typed) => expect(parseDestination(typed)).toBeUndefined());
});

describe('the message catalogue', () => {
  const t = translator('test', { hello: 'Hello {name}', count: '{count, plural, one {# link} other {# links}} in {place}' });

  test('fills names and plural forms', () => {
    expect(t('hello', { name: 'Ada' })).toBe('Hello Ada');
    expect(t('count', { count: 1, place: 'here' })).toBe('1 link in here');
    expect(t('count', { count: 1200, place: 'here' })).toBe('1,200 links in here');
  });

  test('a value that looks like a template is not filled again', () => {
    expect(t('hello', { name: '{place}' })).toBe('Hello {place}');
  });

  test('another language wins where it has the text, English stands in where it has not', () => {
    registerMessages('de', 'test', { hello: 'Hallo {name}' });
    chooseLocale('de');
    try {
      expect(t('hello', { name: 'Ada' })).toBe('Hallo Ada');
      expect(t('count', { count: 2, place: 'x' })).toBe('2 links in x');
    } finally {
      chooseLocale('en');
    }
  });
});

describe('formats', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  test.each([
    ['2026-11-21T11:59:50Z', 'now'],
    ['2026-11-21T11:58:00Z', '2 minutes ago'],
    ['2026-11-21T09:00:00Z', '3 hours ago'],
    ['2026-11-20T11:00:00Z', 'yesterday'],
    ['2026-12-01T12:00:00Z', 'next week'],
    ['2025-11-01T12:00:00Z', 'last year'],
  ])('%s reads %s', (at, text) => expect(formatRelative(at, now)).toBe(text));

  test('money has cents only when there are some', () => {
    expect([formatMoney(900, 'usd'), formatMoney(8640, 'usd'), formatMoney(0, 'usd')]).toEqual(['$9', '$86.40', '$0']);
  });

  test('a country code becomes a name; what is none stays', () => {
    expect([countryName('DE'), countryName('Unknown'), countryName('')]).toEqual(['Germany', 'Unknown', '']);
  });
});
