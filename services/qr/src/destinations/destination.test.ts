import { describe, expect, it } from '@jest/globals';
import { AppError } from '@linqr/platform/errors';
import fc from 'fast-check';
import { checkDestination } from './destination.js';

const RULES = { appOrigin: 'https://app.linqr.test', shortOrigin: 'http://localhost:4001', allowPrivate: false };

function codeOf(raw: string, rules = RULES): string {
  try {
    checkDestination(raw, rules);
    return 'allowed';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe('checkDestination', () => {
  it.each([
    [' HTTPS://Example.COM:443/A b'.replace(' b', ''), 'https://example.com/A'],
    ['http://müller.example/straße?q=ä', 'http://xn--mller-kva.example/stra%C3%9Fe?q=%C3%A4'],
    ['http://localhost:4001/summer', 'http://localhost:4001/summer'],
    ['https://app.linqr.test/pricing', 'https://app.linqr.test/pricing'],
  ])('normalises %s', (raw, normal) => {
    expect(checkDestination(raw, RULES)).toBe(normal);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.example/x',
    'ftp://a.example/',
  ])('refuses the scheme of %s', (raw) => {
    expect(codeOf(raw)).toBe('DESTINATION_NOT_ALLOWED');
  });

  it.each(['https://app.linqr.test/qr/qr_1', 'https://app.linqr.test//qr/x', 'https://APP.linqr.test/QR/x', 'https://app.linqr.test/qr'])(
    'refuses the loop %s',
    (raw) => {
      expect(codeOf(raw)).toBe('DESTINATION_NOT_ALLOWED');
    },
  );

  it.each([
    'http://10.1.2.3/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[fe80::1]/',
    'http://router.local/',
    'http://169.254.169.254/',
  ])('refuses the inward address %s unless the operator allows it', (raw) => {
    expect(codeOf(raw)).toBe('DESTINATION_NOT_ALLOWED');
    expect(codeOf(raw, { ...RULES, allowPrivate: true })).toBe('allowed');
  });

  it('refuses control characters, spaces and direction marks hidden anywhere', () => {
    const hidden = fc.constantFrom('\t', '\n', '\r', '\u0000', ' ', '\u00a0', '\u200b', '\u202e', '\ufeff');
    fc.assert(
      fc.property(hidden, fc.integer({ min: 1, max: 24 }), (character, at) => {
        const url = 'https://example.com/some/path';
        expect(codeOf(url.slice(0, at) + character + url.slice(at))).not.toBe('allowed');
      }),
    );
  });

  it('answers any text with an absolute http(s) address of 2,048 characters at most, or a typed error', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `https://example.com/${text}`),
        ),
        (raw) => {
          let href: string;
          try {
            href = checkDestination(raw, RULES);
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
            return;
          }
          expect(href).toMatch(/^https?:\/\/[^/]+\//);
          expect(href.length).toBeLessThanOrEqual(2_048);
        },
      ),
      { numRuns: 500 },
    );
  });
});
