import { describe, expect, it } from '@jest/globals';
import { unlockBucket } from './unlock-throttle.repository.js';

const of = (address: string, link = 'lnk_1', hash = '$argon2id$x') => unlockBucket(link, hash, address).toString('hex');

describe('the bucket of a guess', () => {
  it.each([
    ['one IPv6 network', '2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
    ['two spellings', '2001:db8::1', '2001:0db8:0:0::1'],
    ['IPv4 in IPv6', '203.0.113.7', '::ffff:203.0.113.7'],
  ])('is the same for %s', (_, a, b) => {
    expect(of(a)).toBe(of(b));
  });

  it.each([
    ['two addresses', of('203.0.113.7'), of('203.0.113.8')],
    ['two networks', of('2001:db8:1:2::1'), of('2001:db8:1:3::1')],
    ['two links', of('203.0.113.7', 'lnk_1'), of('203.0.113.7', 'lnk_2')],
    ['a changed password', of('203.0.113.7', 'lnk_1', 'a'), of('203.0.113.7', 'lnk_1', 'b')],
  ])('differs for %s', (_, a, b) => {
    expect(a).not.toBe(b);
  });
});
