import { describe, expect, it } from '@jest/globals';
import { isReserved } from './reserved-words.js';
import { aliasProblem, GENERATED_LENGTH, generateSlug, isSlug } from './slug.js';

describe('an alias', () => {
  it.each(['abc', 'My-Link_2026', 'a'.repeat(50), '---', '123'])('may be %s', (alias) => {
    expect(aliasProblem(alias)).toBeUndefined();
  });

  it.each([
    ['too short', 'ab'],
    ['too long', 'a'.repeat(51)],
    ['empty', ''],
    ['a slash', 'a/b'],
    ['a dot', 'robots.txt'],
    ['a space', 'a b c'],
    ['a plus', 'abc+'],
    ['an umlaut', 'grün'],
    ['a full-width letter', 'ａｂｃ'],
    ['an encoded character', 'a%20b'],
    ['a line break at the end', 'abc\n'],
  ])('has no %s', (_, alias) => {
    expect(aliasProblem(alias)).toBeDefined();
    expect(isSlug(alias)).toBe(false);
  });

  it.each(
    'features pricing docs api help about contact privacy terms login register forgot-password dashboard qr-codes qr-analytics qr-customize analytics settings billing webhooks api-keys admin qr mailbox assets healthz metrics favicon robots report confirm-email domains unsubscribe contact Login DASHBOARD Qr-Codes'
      .split(' ')
      .filter((word) => word.length > 2)
      .map((word) => [word]),
  )('is not the reserved word %s', (word) => {
    expect(isReserved(word)).toBe(true);
    expect(aliasProblem(word)).toMatch(/reserved/);
  });
});

describe('a generated slug', () => {
  it('has seven characters without look-alikes, is a valid alias, and repeats in none of 20,000', () => {
    const slugs = Array.from({ length: 20_000 }, generateSlug);
    for (const slug of slugs) {
      expect(slug).toHaveLength(GENERATED_LENGTH);
      expect(slug).toMatch(/^[2-9a-hjkmnp-zA-HJ-NP-Z]+$/);
    }
    expect(slugs.every((slug) => aliasProblem(slug) === undefined)).toBe(true);
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  it('uses every character about equally often', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 20_000; i++) for (const c of generateSlug()) counts.set(c, (counts.get(c) ?? 0) + 1);
    const expected = (20_000 * GENERATED_LENGTH) / 55;
    expect(counts.size).toBe(55);
    // Six standard deviations: a fair source fails this less often than once in ten million runs.
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected));
  });
});
