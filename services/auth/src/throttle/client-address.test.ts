import { expect, test } from '@jest/globals';
import { clientNetwork, clientPlace } from './client-address.js';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', 'unknown'],
  ['localhost', 'unknown'],
  ['203.0.113.7, 10.0.0.1', 'unknown'],
  ['\u0000', 'unknown'],
])('%j is the client %s', (address, client) => {
  expect(clientNetwork(address)).toBe(client);
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['nonsense', ''],
])('%j is shown to its owner as %j', (address, place) => {
  expect(clientPlace(address)).toBe(place);
});
