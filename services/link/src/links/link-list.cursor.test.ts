import { describe, expect, it } from '@jest/globals';
import { decodeCursor, encodeCursor } from './link-list.cursor.js';

describe('a cursor', () => {
  it.each([
    { sort: 'newest' as const, key: 1_795_000_000_000, id: 'lnk_1' },
    { sort: 'title' as const, key: 'ümlaut "quoted" 😀', id: 'lnk_2' },
  ])('comes back as it went: %j', (cursor) => {
    expect(decodeCursor(encodeCursor(cursor), cursor.sort)).toEqual(cursor);
  });

  it('is none when empty', () => {
    expect(decodeCursor('', 'newest')).toBeUndefined();
  });

  const of = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each([
    ['rubbish', '%%%'],
    ['another sort', encodeCursor({ sort: 'oldest', key: 1, id: 'lnk_1' })],
    ['a wrong type', of(['newest', 'x', 'lnk_1'])],
    ['a date that is none', of(['newest', 9e15, 'lnk_1'])],
    ['a NUL', of(['newest', 1, 'lnk\0'])],
    ['too much', of(['newest', 1, 'lnk_1', 2])],
    ['an object', of({ sort: 'newest' })],
    ['null', of(null)],
  ])('with %s is refused', (_, text) => {
    expect(() => decodeCursor(text, 'newest')).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });
});
