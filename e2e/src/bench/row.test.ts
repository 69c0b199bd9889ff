import { describe, expect, it } from '@jest/globals';
import { tableOf, verdictOf } from './row.js';

const row = { what: 'a figure', unit: 'µs', note: 'how' };

describe('a row of the benchmark', () => {
  it('meets its bar up to and including the bar', () => {
    expect(verdictOf({ ...row, value: 1.5, most: 1.5 })).toBe('met');
    expect(verdictOf({ ...row, value: 1.51, most: 1.5 })).toBe('missed');
    expect(verdictOf({ ...row, value: 100, least: 100 })).toBe('met');
    expect(verdictOf({ ...row, value: 99, least: 100 })).toBe('missed');
  });

  it('misses a bar that was not measured, and judges nothing without one', () => {
    expect(verdictOf({ ...row, most: 1 })).toBe('missed');
    expect(verdictOf({ ...row, value: 7 })).toBe('');
  });

  it('is one line of the table, whatever its note says', () => {
    const table = tableOf([{ ...row, area: 'redirect', value: 12_345, most: 10, note: 'a | b', load: 0.5 }]);
    expect(table.split('\n')).toHaveLength(3);
    expect(table).toContain('| redirect | a figure | 12,345 µs | ≤ 10 µs | **missed** | 0.5 | a / b |');
  });
});
