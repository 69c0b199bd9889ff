import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allot, type Candidate, limitsFor, type Places } from './delivery.allotment.js';

const NONE: Places = { total: 0, doubtful: 0, byEndpoint: new Map(), byWorkspace: new Map() };
const candidate = (workspaceId: string, endpoint: string, fields: Partial<Candidate> = {}): Candidate => ({
  endpointId: `${workspaceId}-${endpoint}`,
  workspaceId,
  doubtful: false,
  due: 8,
  ...fields,
});

describe('free places', () => {
  it('go round the workspaces before anybody gets a second one', () => {
    const many = Array.from({ length: 20 }, (_, i) => candidate('big', String(i)));
    const small = Array.from({ length: 10 }, (_, i) => candidate(`small${i}`, 'a', { due: 1 }));
    const allotted = allot([...many, ...small], NONE, { ...limitsFor(64), total: 11 });
    for (const { endpointId } of small) expect(allotted.get(endpointId)).toBe(1);
    expect([...allotted.values()].reduce((a, b) => a + b)).toBe(11);
  });

  it('are given to a doubtful endpoint one at a time, and to all of them never more than half', () => {
    const allotted = allot(
      Array.from({ length: 100 }, (_, i) => candidate(`w${i}`, 'a', { doubtful: true })),
      NONE,
      limitsFor(64),
    );
    expect([...allotted.values()]).toEqual(Array<number>(32).fill(1));
  });

  it('keep every limit, whatever is due and under way, and none stays free that somebody could use', () => {
    const candidates = fc.uniqueArray(
      fc.record({
        w: fc.integer({ min: 0, max: 5 }),
        e: fc.integer({ min: 0, max: 4 }),
        doubtful: fc.boolean(),
        due: fc.integer({ min: 1, max: 8 }),
      }),
      { selector: ({ w, e }) => `${w}-${e}`, maxLength: 30 },
    );
    fc.assert(
      fc.property(
        candidates,
        fc.integer({ min: 2, max: 40 }),
        fc.array(fc.nat(4), { minLength: 30, maxLength: 30 }),
        (given, total, busy) => {
          const limits = limitsFor(total);
          const list = given.map(({ w, e, doubtful, due }) => candidate(`w${w}`, String(e), { doubtful, due }));
          const byEndpoint = new Map(list.map((c, i) => [c.endpointId, Math.min(busy[i]!, c.doubtful ? 1 : 8)]));
          const byWorkspace = new Map<string, number>();
          for (const c of list) byWorkspace.set(c.workspaceId, (byWorkspace.get(c.workspaceId) ?? 0) + byEndpoint.get(c.endpointId)!);
          const sum = (of: Iterable<number>) => [...of].reduce((a, b) => a + b, 0);
          const taken = {
            total: sum(byEndpoint.values()),
            doubtful: sum(list.filter((c) => c.doubtful).map((c) => byEndpoint.get(c.endpointId)!)),
            byEndpoint,
            byWorkspace,
          };
          const allotted = allot(list, taken, limits);
          const after = (c: Candidate) => byEndpoint.get(c.endpointId)! + (allotted.get(c.endpointId) ?? 0);
          const totalAfter = Math.max(0, taken.total) + sum(allotted.values());
          if (allotted.size > 0) expect(totalAfter).toBeLessThanOrEqual(total);
          for (const c of list) {
            const more = allotted.get(c.endpointId) ?? 0;
            if (more > 0) {
              expect(after(c)).toBeLessThanOrEqual(c.doubtful ? 1 : 8);
              expect(more).toBeLessThanOrEqual(c.due);
              expect(sum(list.filter((o) => o.workspaceId === c.workspaceId).map(after))).toBeLessThanOrEqual(limits.byWorkspace);
            }
          }
          const doubtfulAfter = sum(list.filter((c) => c.doubtful).map(after));
          if (list.some((c) => c.doubtful && allotted.has(c.endpointId))) expect(doubtfulAfter).toBeLessThanOrEqual(limits.doubtful);
          const couldUse = list.some(
            (c) =>
              !c.doubtful &&
              (allotted.get(c.endpointId) ?? 0) < c.due &&
              after(c) < 8 &&
              sum(list.filter((o) => o.workspaceId === c.workspaceId).map(after)) < limits.byWorkspace,
          );
          if (totalAfter < total) expect(couldUse).toBe(false);
        },
      ),
    );
  });
});
