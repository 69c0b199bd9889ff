import { describe, expect, it } from '@jest/globals';
import { callProblems, callRows } from './calls.mjs';
import { exactnessProblems, ROWS } from './exactness.mjs';

describe('the page of exactness', () => {
  it('names every row of the promise, and only tests that exist', () => {
    expect(ROWS.map(([row]) => row)).toEqual([...Array.from({ length: 11 }, (_, i) => `A${i + 1}`), 'B1', 'F14', 'F15']);
    expect(exactnessProblems()).toEqual([]);
  });

  it('notices a test that was renamed, and a file that is gone', () => {
    const row = (path: string, words: string) => [['A1', '', '', [[path, words]], '']] as unknown as typeof ROWS;
    expect(exactnessProblems(row('services/nowhere.itest.ts', 'x'))).toEqual(['A1: services/nowhere.itest.ts is not there']);
    expect(exactnessProblems(row('services/billing/test/quota.itest.ts', 'no such test'))).toHaveLength(1);
  });
});

describe('the page of calls', () => {
  it('has every call of the specification and the decisions, each with a test of its own', () => {
    expect(callProblems()).toEqual([]);
    expect(callRows().length).toBeGreaterThan(120);
  });

  it('tells a call from its neighbours: another method, a longer path, a name where an id stands', () => {
    interface Row {
      call: string;
      door: string[];
      service: string[];
    }
    const rows = new Map((callRows() as Row[]).map((row) => [row.call, row]));
    const door = (call: string) => rows.get(call)!.door;
    expect(door('POST /urls/shorten').length).toBeGreaterThan(3);
    expect(door('POST /admin/qrcodes/{id}/state')).toEqual(['e2e/src/abuse.e2e.ts']);
    expect(door('GET /auth/export')).toEqual(['e2e/src/api.e2e.ts']);
    expect(rows.get('POST /qrcodes/{id}/short-link')!.service).toContain('services/qr/test/short-links.itest.ts');
    expect(rows.get('POST /report')).toMatchObject({ access: 'public', by: 'decisions' });
  });
});
