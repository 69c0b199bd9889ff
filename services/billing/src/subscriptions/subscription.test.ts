import { describe, expect, it } from '@jest/globals';
import { openSubscription, planDiffers, settle } from './subscription.js';

const opened = openSubscription('ws_1', 'sub_1', 'free', new Date('2026-01-31T10:00:00Z'));

describe('settling a subscription', () => {
  it('changes nothing within the period', () => {
    expect(settle(opened, 'free', new Date('2026-02-28T09:59:59.999Z'))).toBe(opened);
  });

  it('moves on to the period that contains now, keeping the anchor', () => {
    const settled = settle(opened, 'free', new Date('2026-05-31T10:00:00Z'));
    expect(settled).toMatchObject({
      periodStart: new Date('2026-05-31T10:00:00Z'),
      periodEnd: new Date('2026-06-30T10:00:00Z'),
      anchorAt: opened.anchorAt,
    });
    expect(planDiffers(opened, settled)).toBe(false);
  });

  it('ends a trial at its very moment and not before', () => {
    const trialEnd = new Date('2026-02-14T10:00:00Z');
    const trial = { ...opened, plan: 'professional', status: 'trialing' as const, trialEnd };
    expect(settle(trial, 'free', new Date(trialEnd.getTime() - 1))).toBe(trial);
    const ended = settle(trial, 'free', trialEnd);
    expect(ended).toMatchObject({ plan: 'free', status: 'active', trialEnd });
    expect(planDiffers(trial, ended)).toBe(true);
  });
});
