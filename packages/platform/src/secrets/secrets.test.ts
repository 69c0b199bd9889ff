import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { SecretBox } from './index.js';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];

test('a sealed text opens with its key and context only', () => {
  const box = new SecretBox([oldKey]);
  const sealed = box.seal('secret', 'key_1');
  expect(box.open(sealed, 'key_1')).toBe('secret');
  expect(box.open(sealed, 'key_2')).toBeUndefined();
  expect(new SecretBox([newKey]).open(sealed, 'key_1')).toBeUndefined();
  expect(sealed.toString('latin1')).not.toContain('secret');
  expect(box.seal('secret', 'key_1').equals(sealed)).toBe(false);
});

test('any changed byte and any cut keeps it shut', () => {
  const box = new SecretBox([oldKey]);
  const sealed = box.seal('secret', 'key_1');
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i]! ^= 1;
    expect(box.open(changed, 'key_1')).toBeUndefined();
    expect(box.open(sealed.subarray(0, i), 'key_1')).toBeUndefined();
  }
});

test('keys can be changed: the first seals, the older ones still open', () => {
  const sealed = new SecretBox([oldKey]).seal('secret', 'c');
  const rotated = new SecretBox([newKey, oldKey]);
  expect(rotated.open(sealed, 'c')).toBe('secret');
  expect(new SecretBox([newKey]).open(rotated.seal('next', 'c'), 'c')).toBe('next');
});
