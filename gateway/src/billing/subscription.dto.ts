import { z } from 'zod';

const limit = z.number().nullable().meta({ description: 'null: unlimited' });
export const planAnswer = z
  .object({
    key: z.string(),
    name: z.string(),
    monthlyPrice: z.number().meta({ description: 'Minor units of the currency' }),
    yearlyPrice: z.number(),
    currency: z.string(),
    sold: z.boolean(),
    mostPopular: z.boolean(),
    description: z.string(),
    highlights: z.array(z.string()),
    limits: z.object({
      linksPerMonth: limit,
      qrCodesPerMonth: limit,
      customDomains: limit,
      apiCallsPerHour: limit,
      teamSeats: limit,
      analyticsRetentionDays: limit,
    }),
    features: z.array(z.string()),
  })
  .meta({ id: 'Plan' });
export const plansAnswer = z.object({ plans: z.array(planAnswer), paymentsConfigured: z.boolean() });
export const usageAnswer = z.object({
  usage: z.object({ linksCreated: z.number(), qrCodesGenerated: z.number() }),
  limits: z.object({ links: limit, qrCodes: limit }),
  plan: z.string(),
  currentPlan: z.string(),
  planName: z.string(),
  periodStart: z.string(),
  periodEnd: z.string(),
});
export const subscriptionAnswer = z.object({
  subscription: z
    .object({
      plan: z.string(),
      planName: z.string(),
      status: z.string(),
      periodStart: z.string(),
      periodEnd: z.string(),
      trialEnd: z.string().nullable(),
      cancelAtPeriodEnd: z.boolean(),
      interval: z.string().nullable(),
      paymentsConfigured: z.boolean(),
      trialAvailable: z.boolean(),
    })
    .meta({ id: 'Subscription' }),
});
export const checkoutBody = z.object({
  plan: z.string('Please choose a plan').max(50),
  interval: z.enum(['month', 'year'], 'interval is month or year').default('month'),
});
export const urlAnswer = z.object({ url: z.string() });
