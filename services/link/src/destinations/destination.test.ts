import { describe, expect, it } from '@jest/globals';
import { AppError } from '@linqr/platform/errors';
import fc from 'fast-check';
import { checkDestination, MAX_DESTINATION_LENGTH, ownHost } from './destination.js';

const own = new Set(['https://app.linqr.test', 'https://go.linqr.test', 'http://localhost:3001'].map((origin) => ownHost(new URL(origin))));
const rules = { isOwnHost: (host: string) => own.has(host), allowPrivate: false };
const codeOf = (raw: string, r = rules) => {
  try {
    checkDestination(raw, r);
    return 'ok';
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).details).toEqual([{ field: 'originalUrl', message: (error as AppError).message }]);
    return (error as AppError).code;
  }
};

describe('a destination', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['  https://Example.COM/Path?q=1#frag ', 'https://example.com/Path?q=1#frag'],
    ['HTTP://EXAMPLE.COM:80/', 'http://example.com/'],
    ['https://example.com:8443/a', 'https://example.com:8443/a'],
    ['https://münchen.de/straße', 'https://xn--mnchen-3ya.de/stra%C3%9Fe'],
    ['https://example.com/?next=javascript:alert(1)', 'https://example.com/?next=javascript:alert(1)'],
    ['https://example.com/?r=http://127.0.0.1/', 'https://example.com/?r=http://127.0.0.1/'],
    ['http://8.8.8.8/', 'http://8.8.8.8/'],
    ['http://[2606:4700:4700::1111]/', 'http://[2606:4700:4700::1111]/'],
    ['https://example.com/a\\b'.replace('\\', '%5C'), 'https://example.com/a%5Cb'],
    ['https://example.com/?a=\\', 'https://example.com/?a=\\'],
  ])('%s is kept as %s', (raw, normal) => {
    expect(checkDestination(raw, rules).href).toBe(normal);
  });

  it.each(
    [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'file:///etc/passwd',
      'ftp://example.com/',
      'vbscript:msgbox(1)',
      'mailto:a@example.com',
      'tel:+123456',
      'blob:https://example.com/1',
      'view-source:https://example.com',
      'intent://scan/#Intent;end',
      'about:blank',
      'ws://example.com/',
      'x:80x',
      'https://user:secret@example.com/',
      'https://paypal.com@evil.example.com/',
    ].map((raw) => [raw]),
  )('%s is not allowed', (raw) => {
    expect(codeOf(raw)).toBe('DESTINATION_NOT_ALLOWED');
  });

  it.each(
    [
      '',
      '   ',
      'example.com',
      'example.com:8080/path',
      'www.example.com',
      '/relative',
      '//example.com',
      'not a url',
      'https:',
      'https://',
      'https:///path',
      'http:example.com',
      'https:/example.com',
      'https:\\\\example.com',
      'https://example.com\\@evil.com',
      'java\nscript:alert(1)',
      'java\tscript:alert(1)',
      'https://exam\u200bple.com',
      'https://example.com/\u202egnp.exe',
      'https://example.com/ path',
      '\u0000https://example.com',
      'https://example.com\r\nLocation: https://evil.com',
      'https://exa mple.com',
      'https://[::1',
      'https://example.com:99999/',
      'https://%zz/',
      'javascript%3Aalert(1)',
      'https%3A%2F%2Fexample.com',
    ].map((raw) => [JSON.stringify(raw), raw]),
  )('%s is not valid', (_, raw) => {
    expect(codeOf(raw)).toBe('VALIDATION_FAILED');
  });

  it.each(
    [
      'https://go.linqr.test/abc',
      'http://go.linqr.test/abc',
      'https://GO.linqr.test./abc',
      'https://go.linqr.test:443/abc',
      'https://app.linqr.test/qr/1',
      'http://localhost:3001/abc',
      'http://127.0.0.1:3001/abc',
      'http://[::1]:3001/abc',
      'http://2130706433:3001/abc',
    ].map((raw) => [raw]),
  )('%s is ours and would loop, also where private ones are allowed', (raw) => {
    expect(codeOf(raw)).toBe('DESTINATION_NOT_ALLOWED');
    expect(codeOf(raw, { ...rules, allowPrivate: true })).toBe('DESTINATION_NOT_ALLOWED');
  });

  it('may be at another port of this machine where private ones are allowed', () => {
    expect(codeOf('http://localhost:4000/', { ...rules, allowPrivate: true })).toBe('ok');
    expect(codeOf('http://10.1.2.3/', { ...rules, allowPrivate: true })).toBe('ok');
  });

  it('has 2,048 characters at most, counted after normalising', () => {
    const base = 'https://example.com/';
    expect(codeOf(base + 'a'.repeat(MAX_DESTINATION_LENGTH - base.length))).toBe('ok');
    expect(codeOf(base + 'a'.repeat(MAX_DESTINATION_LENGTH - base.length + 1))).toBe('VALIDATION_FAILED');
    expect(codeOf(base + 'ü'.repeat(400))).toBe('VALIDATION_FAILED');
    expect(codeOf(base + 'a'.repeat(1_000_000))).toBe('VALIDATION_FAILED');
  });

  it('is an http(s) URL within the length or a typed error, whatever comes', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.webUrl(),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('', 'http://', 'https://', 'javascript:', ' '), (raw, prefix) => {
        if (codeOf(prefix + raw) !== 'ok') return;
        const url = checkDestination(prefix + raw, rules);
        expect(url.href).toMatch(/^https?:\/\/[^\s]+$/);
        expect(url.href.length).toBeLessThanOrEqual(MAX_DESTINATION_LENGTH);
        expect(checkDestination(url.href, rules).href).toBe(url.href);
      }),
      { numRuns: 1_000 },
    );
  });
});
