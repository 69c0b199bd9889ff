import { describe, expect, test } from '@jest/globals';
import { HostNames } from './host.names.js';

describe('on a public domain', () => {
  const hosts = new HostNames('https://lnq.example');
  test.each([
    ['lnq.example', 'lnq.example'],
    ['LNQ.Example.', 'lnq.example'],
    ['lnq.example:443', 'lnq.example'],
    ['go.customer.example', 'go.customer.example'],
    ['go.customer.example:8443', 'go.customer.example:8443'],
    ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    ['[2001:db8::1]', '[2001:db8::1]'],
    ['127.0.0.1', '127.0.0.1'],
    ['', undefined],
    ['lnq.example/evil', undefined],
    ['user@lnq.example', undefined],
    ['lnq..example', undefined],
    ['lnq.example:', undefined],
    ['lnq.example:99x', undefined],
    ['-a.example', undefined],
    ['a b', undefined],
    [`${'a.'.repeat(130)}example`, undefined],
  ])('%j means %j', (host, domain) => {
    expect(hosts.domainOf(host)).toBe(domain);
    expect(hosts.domainOf(host)).toBe(domain);
  });
});

test('on one machine every loopback name with the port is the short domain', () => {
  const hosts = new HostNames('http://localhost:3001');
  for (const host of ['localhost:3001', '127.0.0.1:3001', '[::1]:3001']) expect(hosts.domainOf(host)).toBe('localhost:3001');
  expect(hosts.domainOf('127.0.0.1:3000')).toBe('127.0.0.1:3000');
});

test('any number of made-up hosts leaves the known one known', () => {
  const hosts = new HostNames('https://lnq.example');
  for (let i = 0; i < 5_000; i++) hosts.domainOf(`h${i}.example`);
  expect(hosts.domainOf('lnq.example')).toBe('lnq.example');
});
