import { describe, expect, it } from '@jest/globals';
import { Catalogue } from './catalogue.js';
import { FEATURES } from './plan.js';

const catalogue = Catalogue.load();
const count = (limit: number | null, one: string, many: string) =>
  limit === null ? `Unlimited ${many}` : `${limit.toLocaleString('en')} ${limit === 1 ? one : many}`;

describe("the product's catalogue", () => {
  it.each(catalogue.plans.map((plan) => [plan.key, plan] as const))('promises on the card of %s what is enforced', (_, plan) => {
    expect(plan.highlights).toContain(`${count(plan.limits.linksPerMonth, 'short link', 'short links')} per month`);
    const qrCodes = count(plan.limits.qrCodesPerMonth, 'QR code', 'QR codes');
    expect(plan.highlights).toContain(plan.limits.qrCodesPerMonth === null ? qrCodes : `${qrCodes} per month`);
    if (plan.sold) {
      expect(plan.highlights).toContain(`API access, ${plan.limits.apiCallsPerHour?.toLocaleString('en')} calls an hour`);
      if (plan.limits.customDomains !== 0)
        expect(plan.highlights).toContain(count(plan.limits.customDomains, 'custom domain', 'custom domains'));
    }
    expect(plan.highlights.includes('Webhooks')).toBe(plan.features.includes('webhooks') && plan.sold);
    expect(plan.features.includes('custom_domains')).toBe(plan.limits.customDomains !== 0);
  });

  it('gives 20 % off by the year', () => {
    for (const plan of catalogue.plans) expect(plan.yearlyPrice).toBe(Math.round(plan.monthlyPrice * 12 * 0.8));
  });

  it('takes an unknown key for unlimited with everything', () => {
    expect(catalogue.plan('enterprise')).toMatchObject({
      name: 'Enterprise',
      sold: false,
      features: [...FEATURES],
      limits: { linksPerMonth: null },
    });
  });

  it('finds the cheapest sold plan with a feature', () => {
    expect(catalogue.cheapestWith(['password'])?.key).toBe('starter');
    expect(catalogue.cheapestWith(['webhooks', 'password'])?.key).toBe('professional');
  });
});

describe('a catalogue file', () => {
  const good = JSON.parse(
    JSON.stringify({
      currency: 'usd',
      defaultPlan: 'free',
      trial: { plan: 'free', days: 1 },
      plans: catalogue.plans.map((plan) => ({ ...plan, currency: undefined })),
    }),
  );

  it('is read when it is right', () => {
    expect(Catalogue.parse(good, 'test').plans).toHaveLength(6);
  });

  it.each([
    ['no plans', { ...good, plans: [] }, /plans/],
    ['a plan twice', { ...good, plans: [...good.plans, good.plans[0]] }, /free is there twice/],
    ['an unknown default plan', { ...good, defaultPlan: 'nope' }, /nope is not a plan/],
    ['an unknown trial plan', { ...good, trial: { plan: 'nope', days: 1 } }, /nope is not a plan/],
    ['an unknown feature', { ...good, plans: [{ ...good.plans[0], features: ['teleport'] }] }, /features/],
    ['a negative price', { ...good, plans: [{ ...good.plans[0], monthlyPrice: -1 }] }, /monthlyPrice/],
    ['a misspelt field', { ...good, plans: [{ ...good.plans[0], montlyPrice: 1 }] }, /montlyPrice/],
    ['no object', 'free', /expected object/i],
  ])('is refused with %s, and the error says so', (_, json, message) => {
    expect(() => Catalogue.parse(json, 'test')).toThrow(message);
  });
});
