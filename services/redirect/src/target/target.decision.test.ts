import { describe, expect, test } from '@jest/globals';
import { type Choice, readTargeting } from '../targeting/targeting.js';
import { decide, type LinkFacts, type Outcome, type VisitFacts } from './target.decision.js';
import { STATE } from './target.js';

const now = 1_000_000;
const link: LinkFacts = {
  state: STATE.active,
  startsAtMs: 0,
  expiresAtMs: 0,
  hasPassword: false,
  mayGoOn: false,
  needsSeat: false,
  targeting: undefined,
};
const visit: VisitFacts = { unlocked: false, warned: false, counts: true, seat: 'unasked', traits: undefined };
const traits = { country: 'DE', device: 'mobile', os: 'ios', browser: 'safari', language: 'de', parameter: () => [], visitorHash: 1 };
const phones = (destination: string) =>
  readTargeting(
    Buffer.from(
      JSON.stringify({
        rules: [{ id: 'rul_1', name: '', conditions: [{ field: 'device', operator: 'is', values: ['mobile'] }], destination }],
        variants: [],
      }),
    ),
  );

test.each<[string, Partial<LinkFacts>, Partial<VisitFacts>, Outcome]>([
  ['an active link passes', {}, {}, 'pass'],
  ['before its end it passes', { expiresAtMs: now + 1 }, {}, 'pass'],
  ['at its end it has expired', { expiresAtMs: now }, {}, 'expired'],
  ['before its start it is not active', { startsAtMs: now + 1 }, {}, 'not_started'],
  ['at its start it passes', { startsAtMs: now }, {}, 'pass'],
  ['an end before the start has expired', { startsAtMs: now + 2, expiresAtMs: now - 1 }, {}, 'expired'],
  ['a protected link is locked', { hasPassword: true }, {}, 'locked'],
  ['an unlocked one passes', { hasPassword: true }, { unlocked: true }, 'pass'],
  ['unlocking does not open a disabled link', { state: STATE.disabled, hasPassword: true }, { unlocked: true }, 'disabled'],
  [
    'a warning is shown before the password is asked for',
    { state: STATE.quarantined, hasPassword: true, mayGoOn: true },
    {},
    'quarantined',
  ],
  ['who was warned has to show the password', { state: STATE.quarantined, hasPassword: true, mayGoOn: true }, { warned: true }, 'locked'],
  ['who was warned may go on', { state: STATE.quarantined, mayGoOn: true }, { warned: true }, 'pass'],
  ['but not where nobody may', { state: STATE.quarantined }, { warned: true }, 'quarantined'],
  ['near its cap a link asks for a seat', { needsSeat: true }, {}, 'seat'],
  ['with a seat the visit passes', { needsSeat: true }, { seat: 'taken' }, 'pass'],
  ['without one left the cap is reached', { needsSeat: true }, { seat: 'none' }, 'capped'],
  ['what does not count needs no seat', { needsSeat: true }, { counts: false }, 'pass'],
  ['a locked visit takes no seat', { needsSeat: true, hasPassword: true }, {}, 'locked'],
  ['a rule with a bad destination is broken', { targeting: phones('javascript:alert(1)') }, { traits }, 'broken'],
  ['and asks for no seat', { targeting: phones('javascript:alert(1)'), needsSeat: true }, { traits }, 'broken'],
])('%s', (_, linkFacts, visitFacts, outcome) => {
  expect(decide({ ...link, ...linkFacts }, { ...visit, ...visitFacts }, now).outcome).toBe(outcome);
});

describe('over every combination of facts', () => {
  const states = Object.values(STATE);
  const ends = [0, now - 1, now, now + 1];
  const starts = [0, now - 1, now, now + 1];
  const bools = [false, true];
  const seats = ['unasked', 'taken', 'none'] as const;
  const targetings = [undefined, phones('https://phones.example/'), phones('ftp://x')];

  /** Said again, as a list of what must hold, weightiest first. */
  function expected(l: LinkFacts, v: VisitFacts): Outcome {
    const stops: [Outcome, boolean][] = [
      ['disabled', l.state === STATE.disabled],
      ['removed', l.state === STATE.removed],
      ['broken', l.state === STATE.broken],
      ['expired', l.expiresAtMs > 0 && l.expiresAtMs <= now],
      ['not_started', l.startsAtMs > now],
      ['capped', l.state === STATE.capped],
      ['quarantined', l.state === STATE.quarantined && (!l.mayGoOn || !v.warned)],
      ['locked', l.hasPassword && !v.unlocked],
      ['broken', l.targeting?.rules[0]?.choice.outcome === 'broken'],
      ['capped', l.needsSeat && v.counts && v.seat === 'none'],
      ['seat', l.needsSeat && v.counts && v.seat === 'unasked'],
    ];
    return stops.find(([, holds]) => holds)?.[0] ?? 'pass';
  }

  test('the outcome is the weightiest that holds, and a choice comes with a visit that passes only', () => {
    let cases = 0;
    const wrong: unknown[] = [];
    for (const state of states)
      for (const expiresAtMs of ends)
        for (const startsAtMs of starts)
          for (const hasPassword of bools)
            for (const unlocked of bools)
              for (const mayGoOn of bools)
                for (const warned of bools)
                  for (const needsSeat of bools)
                    for (const counts of bools)
                      for (const seat of seats)
                        for (const targeting of targetings) {
                          const l = { state, expiresAtMs, startsAtMs, hasPassword, mayGoOn, needsSeat, targeting };
                          const v = { unlocked, warned, counts, seat, traits };
                          const { outcome, choice } = decide(l, v, now);
                          cases++;
                          const to: Choice | undefined = outcome === 'pass' ? targeting?.rules[0]?.choice : undefined;
                          if (outcome !== expected(l, v) || choice !== to) wrong.push({ l, v, outcome });
                        }
    expect(wrong).toEqual([]);
    expect(cases).toBe(6 * 4 * 4 * 2 ** 6 * 3 * 3);
  });
});
