import { describe, expect, it } from '@jest/globals';
import { chooseSubscription, type PaidSubscription } from './paid-subscription.js';
import { openSubscription, planDiffers, type Subscription, settle } from './subscription.js';

const DAY_MS = 86_400_000;
const rules = { defaultPlan: 'free', graceMs: 7 * DAY_MS };
const opened = openSubscription('ws_1', 'sub_1', 'free', new Date('2026-01-31T10:00:00Z'));
const at = (iso: string) => new Date(iso);

const paid = (over: Partial<PaidSubscription> = {}): PaidSubscription => ({
  id: 'sub_stripe',
  itemId: 'si_1',
  plan: 'starter',
  interval: 'month',
  status: 'active',
  cancelAtPeriodEnd: false,
  anchorAt: at('2026-03-31T12:00:00Z'),
  periodStart: at('2026-03-31T12:00:00Z'),
  periodEnd: at('2026-04-30T12:00:00Z'),
  trialEnd: null,
  pastDueSince: null,
  endedAt: null,
  ...over,
});
const holding = (over: Partial<PaidSubscription>, now: string, own: Partial<Subscription['own']> = {}) =>
  settle({ ...opened, own: { ...opened.own, ...own }, paid: paid(over) }, rules, at(now));

describe('settling a subscription', () => {
  it('changes nothing within the period', () => {
    expect(settle(opened, rules, at('2026-02-28T09:59:59.999Z'))).toBe(opened);
  });

  it('moves on to the period that contains now, keeping the anchor', () => {
    const settled = settle(opened, rules, at('2026-05-31T10:00:00Z'));
    expect(settled).toMatchObject({
      periodStart: at('2026-05-31T10:00:00Z'),
      periodEnd: at('2026-06-30T10:00:00Z'),
      anchorAt: opened.anchorAt,
    });
    expect(planDiffers(opened, settled)).toBe(false);
  });

  it('ends a trial at its very moment and not before', () => {
    const trialEnd = at('2026-02-14T10:00:00Z');
    const started = { ...opened, own: { plan: 'free', trialPlan: 'professional', trialEnd } };
    const trial = settle(started, rules, opened.anchorAt);
    expect(trial).toMatchObject({ plan: 'professional', status: 'trialing', trialEnd });
    expect(settle(trial, rules, new Date(trialEnd.getTime() - 1))).toBe(trial);
    const ended = settle(trial, rules, trialEnd);
    expect(ended).toMatchObject({ plan: 'free', status: 'active', trialEnd });
    expect(planDiffers(trial, ended)).toBe(true);
  });
});

describe('a paid plan', () => {
  it('holds over the own one, in its own period', () => {
    expect(holding({}, '2026-04-01T00:00:00Z', { plan: 'core' })).toMatchObject({
      plan: 'starter',
      status: 'active',
      interval: 'month',
      periodStart: at('2026-03-31T12:00:00Z'),
      periodEnd: at('2026-04-30T12:00:00Z'),
    });
  });

  it('is kept while overdue until the grace is over, then waits for money', () => {
    const overdue = { status: 'past_due', pastDueSince: at('2026-03-31T13:00:00Z') } as const;
    const graceEndsAt = at('2026-04-07T13:00:00Z');
    expect(holding(overdue, '2026-04-07T12:59:59.999Z')).toMatchObject({ plan: 'starter', status: 'past_due', graceEndsAt });
    expect(holding(overdue, '2026-04-07T13:00:00Z')).toMatchObject({ plan: 'free', status: 'unpaid', interval: 'month' });
  });

  it('that ended leaves the own plan, and its months go on', () => {
    const ended = holding({ status: 'canceled', endedAt: at('2026-04-15T00:00:00Z') }, '2026-04-15T00:00:00Z');
    expect(ended).toMatchObject({ plan: 'free', status: 'canceled', interval: '', periodStart: at('2026-03-31T12:00:00Z') });
    expect(holding({ status: 'canceled' }, '2026-06-01T00:00:00Z', { plan: 'core' })).toMatchObject({
      plan: 'core',
      periodStart: at('2026-05-31T12:00:00Z'),
    });
  });

  it('by the year is counted by the month, from the anchor', () => {
    const year = holding(
      { interval: 'year', anchorAt: at('2025-03-31T12:00:00Z'), periodEnd: at('2027-03-31T12:00:00Z') },
      '2027-02-28T12:00:00Z',
    );
    expect([year.periodStart, year.periodEnd]).toEqual([at('2027-02-28T12:00:00Z'), at('2027-03-31T12:00:00Z')]);
  });

  it('is believed for a fortnight after its period while the provider is silent, and not for ever', () => {
    expect(holding({}, '2026-05-14T11:59:59Z')).toMatchObject({ plan: 'starter', periodStart: at('2026-04-30T12:00:00Z') });
    expect(holding({}, '2026-05-14T12:00:00Z')).toMatchObject({ plan: 'free', status: 'unpaid' });
  });

  it('on trial counts from the beginning of the trial', () => {
    const trialEnd = at('2026-04-14T12:00:00Z');
    const trial = { status: 'trialing', anchorAt: trialEnd, periodEnd: trialEnd, trialEnd } as const;
    expect(holding(trial, '2026-04-01T00:00:00Z')).toMatchObject({
      status: 'trialing',
      trialEnd,
      periodStart: at('2026-03-31T12:00:00Z'),
      periodEnd: trialEnd,
    });
  });
});

describe('of several subscriptions of a customer', () => {
  const one = (id: string, created: string, over: Partial<PaidSubscription> = {}) => ({
    paid: paid({ id, ...over }),
    createdAt: at(created),
  });
  const old = one('a', '2026-01-01T00:00:00Z');
  const newer = one('b', '2026-02-01T00:00:00Z');
  const waiting = one('c', '2026-03-01T00:00:00Z', { status: 'unpaid' });
  const gone = one('d', '2026-04-01T00:00:00Z', { status: 'canceled', endedAt: at('2026-05-01T00:00:00Z') });

  it('the newest entitled one counts and no other goes on, whatever their order', () => {
    for (const all of [
      [old, newer, waiting, gone],
      [gone, waiting, newer, old],
    ]) {
      const { chosen, redundant } = chooseSubscription(all);
      expect(chosen).toBe(newer);
      expect(new Set(redundant)).toEqual(new Set([old, waiting]));
    }
  });

  it('one whose payment is open counts less than one in order', () => {
    const overdue = one('z', '2026-06-01T00:00:00Z', { status: 'past_due', pastDueSince: at('2026-06-01T00:00:00Z') });
    expect(chooseSubscription([overdue, newer, waiting]).chosen).toBe(newer);
    expect(chooseSubscription([waiting, overdue]).chosen).toBe(overdue);
  });

  it('the one that ended last counts where none goes on', () => {
    const before = one('e', '2026-04-02T00:00:00Z', { status: 'canceled', endedAt: at('2026-04-03T00:00:00Z') });
    expect(chooseSubscription([before, gone])).toEqual({ chosen: gone, redundant: [] });
    expect(chooseSubscription([])).toEqual({ chosen: undefined, redundant: [] });
  });
});
