import { describe, expect, it } from '@jest/globals';
import { ownDomainHost } from './domain-host.js';

const host = (typed: string) => ownDomainHost(typed, ['linqr.to', 'app.linqr.example']);

describe('a domain of links', () => {
  it.each([
    ['go.example.com', 'go.example.com'],
    [' GO.Example.COM. ', 'go.example.com'],
    ['https://go.example.com/', 'go.example.com'],
    ['example.co.uk', 'example.co.uk'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['ＧＯ.example.com', 'go.example.com'],
    ['me.github.io', 'me.github.io'],
    ['1.example.com', '1.example.com'],
    ['notlinqr.to', 'notlinqr.to'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(host(typed)).toBe(kept);
  });

  it.each([
    ['nothing', ''],
    ['a path', 'go.example.com/links'],
    ['a port', 'go.example.com:8080'],
    ['a user', 'me@example.com'],
    ['an IPv4 address', '203.0.113.7'],
    ['a number that is one', '3405803783'],
    ['hexadecimal', '0xcb007107'],
    ['an IPv6 address', '[2001:db8::1]'],
    ['a name without a dot', 'localhost'],
    ['a name of this machine', 'a.localhost'],
    ['a name of a local network', 'printer.lan'],
    ['a top-level domain', 'com'],
    ['a public suffix', 'co.uk'],
    ["a provider's suffix", 'github.io'],
    ['our short domain', 'linqr.to'],
    ['a name below ours', 'x.app.linqr.example'],
    ['an underscore', 'my_go.example.com'],
    ['a hyphen at the edge', '-go.example.com'],
    ['an empty label', 'go..example.com'],
    ['a star', '*.example.com'],
    ['a line break', 'go.exa\nmple.com'],
    ['too long a label', `${'a'.repeat(64)}.example.com`],
    ['too long a name', `${'a.'.repeat(125)}example.com`],
    ['a bidirectional trick', 'go\u202e.example.com'],
  ])('is not %s', (_, typed) => {
    expect(() => host(typed)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', details: [expect.objectContaining({ field: 'host' })] }),
    );
  });
});
