import { expect, test } from '@jest/globals';
import { type DecisionFacts, decide } from './target.decision.js';
import { STATE } from './target.js';

const now = 1_000_000;
const open: DecisionFacts = { state: STATE.active, startsAtMs: 0, expiresAtMs: 0, hasPassword: false, unlocked: false, nowMs: now };

test.each<[string, Partial<DecisionFacts>, string]>([
  ['an active link passes', {}, 'pass'],
  ['before its end it passes', { expiresAtMs: now + 1 }, 'pass'],
  ['at its end it has expired', { expiresAtMs: now }, 'expired'],
  ['after its end it has expired', { expiresAtMs: now - 1 }, 'expired'],
  ['before its start it is not active', { startsAtMs: now + 1 }, 'not_started'],
  ['at its start it passes', { startsAtMs: now }, 'pass'],
  ['within its window it passes', { startsAtMs: now - 1, expiresAtMs: now + 1 }, 'pass'],
  ['an end before the start has expired', { startsAtMs: now + 2, expiresAtMs: now - 1 }, 'expired'],
  ['a protected link is locked', { hasPassword: true }, 'locked'],
  ['an unlocked one passes', { hasPassword: true, unlocked: true }, 'pass'],
  ['expiry comes before the password', { hasPassword: true, expiresAtMs: 1 }, 'expired'],
  ['a start comes before the password', { hasPassword: true, startsAtMs: now + 1 }, 'not_started'],
  ['disabled wins over everything', { state: STATE.disabled, expiresAtMs: 1, hasPassword: true }, 'disabled'],
  ['unlocking does not open a disabled link', { state: STATE.disabled, hasPassword: true, unlocked: true }, 'disabled'],
  ['a removed link is gone', { state: STATE.removed, expiresAtMs: 1 }, 'removed'],
  ['a destination that is none is said to be broken', { state: STATE.broken }, 'broken'],
])('%s', (_, facts, outcome) => {
  expect(decide({ ...open, ...facts })).toBe(outcome);
});
