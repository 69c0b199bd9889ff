import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkEndpointUrl } from './endpoint-url.js';

const problemOf = (url: string, allowPrivate = false) => {
  try {
    checkEndpointUrl(url, allowPrivate);
    return undefined;
  } catch (error) {
    return error as { code: string; details: { field: string }[] };
  }
};

describe('the URL of a webhook', () => {
  it.each([
    ['https://example.com/hook?x=1#part', 'https://example.com/hook?x=1'],
    [' HTTPS://Example.com:443 ', 'https://example.com/'],
    ['http://example.com:8080/', 'http://example.com:8080/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ])('is taken in its normal form: %s', (raw, normal) => {
    expect(checkEndpointUrl(raw, false)).toBe(normal);
  });

  it.each([
    '',
    '   ',
    'example.com',
    'ftp://example.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://user:secret@example.com/',
    'https:example.com',
    'https:\\\\example.com',
    'https://exa\tmple.com/',
    'https://example.com/a b',
    'https://example.com:22/',
    'https://example.com:25/',
    `https://example.com/${'x'.repeat(2_048)}`,
    'https://localhost/',
    'https://localhost./',
    'https://metadata.google.internal/',
    'https://db/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[2002:c0a8:1::]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
  ])('is refused with VALIDATION_FAILED for url: %j', (raw) => {
    expect(problemOf(raw)).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'url' }] });
  });

  it('may be a private one, on any port, where the operator allows it', () => {
    expect(checkEndpointUrl('http://127.0.0.1:22/', true)).toBe('http://127.0.0.1:22/');
    expect(checkEndpointUrl('http://receiver/', true)).toBe('http://receiver/');
    expect(problemOf('ftp://127.0.0.1/', true)).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('is taken or refused with VALIDATION_FAILED, whatever was typed', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withFragments: true, validSchemes: ['http', 'https', 'ws'] })),
        (raw) => {
          expect([undefined, 'VALIDATION_FAILED']).toContain(problemOf(raw)?.code);
        },
      ),
    );
  });
});
