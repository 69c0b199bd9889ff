import { describe, expect, it } from '@jest/globals';
import type { ImportField } from './import-columns.js';
import { readRow } from './import-row.js';

const read = (row: Partial<Record<ImportField, string>>) => readRow(Object.values(row), Object.keys(row) as ImportField[]);
const fields = (row: Partial<Record<ImportField, string>>) => {
  const reading = read({ originalUrl: 'https://a.example/', ...row });
  if ('problem' in reading) throw new Error(reading.problem);
  const { originalUrl: _, ...rest } = reading.fields;
  return rest;
};

describe('a row', () => {
  it('asks for nothing that it leaves empty', () => {
    expect(read({ originalUrl: ' https://a.example/ ', title: ' ', tags: '', expiresAt: '', maxClicks: '', forwardQuery: '' })).toEqual({
      fields: { originalUrl: 'https://a.example/' },
    });
  });

  it.each([
    [{ tags: 'a, b|c; d,' }, { tags: ['a', 'b', 'c', 'd'] }],
    [{ shortUrl: 'https://bit.ly/3xYz?x=1' }, { customAlias: '3xYz' }],
    [{ shortUrl: 'bit.ly/one, bit.ly/two' }, { customAlias: 'one' }],
    [{ customAlias: 'mine', shortUrl: 'bit.ly/one' }, { customAlias: 'mine' }],
    [{ title: "'=SUM(A1)" }, { title: '=SUM(A1)' }],
    [{ title: "'quoted'" }, { title: "'quoted'" }],
    [{ password: ' secret' }, { password: ' secret' }],
    [{ expiresAt: '2027-01-31' }, { expiresAt: '2027-01-31T00:00:00.000Z' }],
    [{ expiresAt: '2027-01-31 18:30' }, { expiresAt: '2027-01-31T18:30:00.000Z' }],
    [{ expiresAt: '2027-01-31T18:30:10.5+01:00' }, { expiresAt: '2027-01-31T17:30:10.500Z' }],
    [{ expiresAt: '1800000000' }, { expiresAt: '2027-01-15T08:00:00.000Z' }],
    [{ expiresAt: '1800000000000' }, { expiresAt: '2027-01-15T08:00:00.000Z' }],
    [
      { maxClicks: '10', redirectType: '301', forwardQuery: 'Yes' },
      { maxClicks: 10, redirectType: 301, forwardQuery: true },
    ],
  ] as [Partial<Record<ImportField, string>>, object][])('of %j asks for %j', (row, wanted) => {
    expect(fields(row)).toEqual(wanted);
  });

  it.each([
    { expiresAt: '01/02/2027' },
    { expiresAt: '2027-02-31' },
    { expiresAt: '2027-13-01' },
    { expiresAt: '2027-01-01T25:00' },
    { startsAt: 'tomorrow' },
    { maxClicks: '1.5' },
    { redirectType: '-1' },
    { forwardQuery: 'perhaps' },
  ])('with %j says what is wrong', (row) => {
    expect(read({ originalUrl: 'https://a.example/', ...row })).toEqual({ problem: expect.stringContaining(Object.keys(row)[0]!) });
  });
});
