import { describe, expect, it } from '@jest/globals';
import { type Finding, type OwnDomain, standingAfter, txtValue } from './domain.js';

const DAY = 86_400_000;
const created = new Date('2026-11-01T00:00:00Z');
const after = (ms: number) => new Date(created.getTime() + ms);
const domain = (fields: Partial<OwnDomain> = {}): OwnDomain => ({
  id: 'dom_1',
  workspaceId: 'ws_1',
  host: 'go.example.com',
  state: 'pending',
  serves: false,
  txtToken: 'token',
  rootRedirect: '',
  rootBlocked: false,
  txtFound: false,
  pointsHere: false,
  problem: '',
  checkedAt: null,
  verifiedAt: null,
  failingSince: null,
  createdAt: created,
  ...fields,
});
const finding = (fields: Partial<Finding> = {}): Finding => ({ txt: [txtValue('token')], pointsHere: true, ...fields });
const stand = (of: OwnDomain, what: Finding, at: Date) => standingAfter(of, what, at, 7 * DAY);

describe('a look at DNS', () => {
  it.each([[txtValue('token')], [`"${txtValue('token')}"`], [` ${txtValue('token')} `]])('takes %j for the proof', (value) => {
    expect(stand(domain(), finding({ txt: ['other', value] }), created)).toMatchObject({ state: 'verified', problem: '' });
  });

  it.each([
    ['no TXT record', { txt: [] }],
    ["another's TXT record", { txt: [txtValue('tokens')] }],
  ])('of %s leaves a new domain pending and says what is missing', (_, what) => {
    const standing = stand(domain(), finding(what), created);
    expect(standing).toMatchObject({ state: 'pending', failingSince: null });
    expect(standing.problem).not.toBe('');
  });

  it('takes the TXT record alone for the proof, and tells beside it that the domain does not point here', () => {
    const standing = stand(domain(), finding({ pointsHere: false }), created);
    expect(standing).toMatchObject({ state: 'verified', txtFound: true, pointsHere: false, failingSince: null });
    expect(standing.problem).toContain('proxy');
    const proved = domain({ serves: true, ...standing });
    expect(stand(proved, finding({ pointsHere: false }), after(90 * DAY)).state).toBe('verified');
    expect(stand(proved, finding({ pointsHere: 'unavailable' }), created)).toMatchObject({ state: 'verified', pointsHere: false });
  });

  it('asks less often about a claim as it ages, and in the end no more', () => {
    const waits = [0, 2 * 3_600_000, 2 * DAY, 31 * DAY].map((ms) => stand(domain(), finding({ txt: [] }), after(ms)).nextCheckMs);
    expect(waits).toEqual([60_000, 600_000, 3_600_000, null]);
  });

  it('fails a verified domain only when its proof has been away for the whole time of grace', () => {
    let now = domain({ state: 'verified', serves: true });
    const states = [0, 6, 7].map((days) => {
      const standing = stand(now, finding({ txt: [] }), after(days * DAY));
      now = { ...now, ...standing };
      return standing.state;
    });
    expect(states).toEqual(['verified', 'verified', 'failed']);
    expect(stand(now, finding(), after(8 * DAY))).toMatchObject({ state: 'verified', failingSince: null, problem: '' });
  });

  it('that nobody answers changes no state and starts no time of grace', () => {
    const verified = domain({ state: 'verified', serves: true, txtFound: true, pointsHere: true });
    expect(stand(verified, finding({ txt: 'unavailable', pointsHere: 'unavailable' }), created)).toMatchObject({
      state: 'verified',
      failingSince: null,
      txtFound: true,
      pointsHere: true,
    });
  });
});
