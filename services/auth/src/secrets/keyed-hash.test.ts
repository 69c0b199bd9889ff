import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { KeyedHash } from './keyed-hash.js';

const [key, anotherKey] = [randomBytes(32), randomBytes(32)];

test('pseudonyms depend on the key and on where one part ends', () => {
  const hash = new KeyedHash(key);
  expect(hash.of('a', 'bc').equals(hash.of('a', 'bc'))).toBe(true);
  expect(hash.of('a', 'bc').equals(hash.of('ab', 'c'))).toBe(false);
  expect(hash.of('a').equals(new KeyedHash(anotherKey).of('a'))).toBe(false);
});
