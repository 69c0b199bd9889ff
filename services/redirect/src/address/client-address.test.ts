import { isIPv4 } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { clientAddress } from './client-address.js';
import { Networks, parseIPv4, parseNetwork } from './networks.js';
import { ScanGuard } from './scan.guard.js';

const trusted = new Networks(['127.0.0.0/8', '::1/128', '10.0.0.0/8', '2001:db8:1::/48']);

test.each([
  ['a peer that is no proxy is believed about nothing', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['without a header the peer is the visitor', '127.0.0.1', '', '127.0.0.1'],
  ['one trusted hop', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['what the visitor sent along stands left and is ignored', '127.0.0.1', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
  ['trusted hops are walked over', '127.0.0.1', '203.0.113.9, 10.1.1.1,10.2.2.2', '203.0.113.9'],
  ['when all are trusted the first is the visitor', '127.0.0.1', '10.3.3.3, 10.1.1.1', '10.3.3.3'],
  ['rubbish from beyond a trusted hop stops the walk there', '127.0.0.1', 'unknown, 10.1.1.1', '10.1.1.1'],
  ['rubbish alone leaves the peer', '127.0.0.1', '<script>', '127.0.0.1'],
  ['empty elements are rubbish', '127.0.0.1', '203.0.113.9,,', '127.0.0.1'],
  ['ports are cut off', '127.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['IPv6 in brackets', '::1', '[2001:DB8::9]:443', '2001:db8::9'],
  ['IPv6 bare, through a trusted IPv6 hop', '::1', '2001:db8::9, 2001:db8:1::5', '2001:db8::9'],
  ['an IPv4 peer in IPv6 clothes', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a forwarded IPv4 in IPv6 clothes', '127.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['a lone comma', '127.0.0.1', ',', '127.0.0.1'],
  ['a gone socket', '', '203.0.113.9', ''],
])('%s', (_, peer, forwarded, visitor) => {
  expect(clientAddress(peer, forwarded, trusted)).toBe(visitor);
});

test('an endless list of trusted hops is walked only so far', () => {
  expect(clientAddress('127.0.0.1', `203.0.113.9${',10.0.0.1'.repeat(5_000)}`, trusted)).toBe('10.0.0.1');
});

test.each(['10.0.0.0/33', '10.0.0', 'fe80::%eth0/64', '::/129', '1.2.3.4/-1', 'a/8', '', '1.2.3.4/8/8'])('%j is no network', (text) => {
  expect(parseNetwork(text)).toBeUndefined();
});

test('the short way for a lone IPv4 address agrees with the long way about any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.string({ unit: fc.constantFrom('0', '1', '2', '5', '.', ',', ' '), maxLength: 17 })), (text) => {
      const bytes = Buffer.from(text);
      const value = parseIPv4(bytes, 0, bytes.length);
      expect(value >= 0).toBe(isIPv4(text));
      if (value >= 0) expect(trusted.hasIPv4(value)).toBe(trusted.has(text));
    }),
    { numRuns: 2_000 },
  );
  for (const edge of ['10.0.0.0', '10.255.255.255', '11.0.0.0', '9.255.255.255', '127.0.0.1']) {
    expect(trusted.hasIPv4(parseIPv4(Buffer.from(edge), 0, edge.length))).toBe(trusted.has(edge));
  }
});

describe('somebody who tries addresses', () => {
  test('has to wait after sixty that lead nowhere, alone, and not for ever', () => {
    const guard = new ScanGuard();
    for (let i = 0; i < 60; i++) {
      expect(guard.waitSeconds('203.0.113.9', 1_000)).toBe(0);
      guard.noteMiss('203.0.113.9', 1_000);
    }
    expect(guard.waitSeconds('203.0.113.9', 2_000)).toBe(59);
    expect(guard.waitSeconds('203.0.113.10', 2_000)).toBe(0);
    expect(guard.waitSeconds('203.0.113.9', 61_000)).toBe(0);
  });

  test('is one visitor for a whole IPv6 network', () => {
    const guard = new ScanGuard();
    for (let i = 0; i < 60; i++) guard.noteMiss(`2001:db8:0:1::${i.toString(16)}`, 0);
    expect(guard.waitSeconds('2001:db8:0:1:ffff::1', 0)).toBeGreaterThan(0);
    expect(guard.waitSeconds('2001:db8:0:2::1', 0)).toBe(0);
  });

  test('cannot fill the memory with addresses', () => {
    const guard = new ScanGuard();
    for (let i = 0; i < 60; i++) guard.noteMiss('198.51.100.1', 0);
    for (let i = 0; i < 20_000; i++) guard.noteMiss(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, 0);
    expect(guard.waitSeconds('198.51.100.1', 0)).toBe(0);
  });
});
