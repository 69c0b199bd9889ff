import { expect, test } from '@jest/globals';
import { asideId, isAsideId } from './set-aside.js';

test('a batch set aside has an id of its own, the same each time, also when it is set aside again', () => {
  expect(asideId('bat_1', 'impossible')).toBe('bat_1.impossible1');
  expect(asideId('bat_1.impossible1', 'impossible')).toBe('bat_1.impossible2');
  expect(asideId('bat_1.impossible2', 'refused')).toBe('bat_1.refused3');
  expect(isAsideId('bat_1')).toBe(false);
  expect(isAsideId('bat_1.refused3')).toBe(true);
});
