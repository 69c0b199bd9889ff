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
      status: z.string().meta({ description: 'active, trialing, past_due, unpaid or canceled' }),
      periodStart: z.string(),
      periodEnd: z.string(),
      trialEnd: z.string().nullable(),
      cancelAtPeriodEnd: z.boolean(),
      interval: z.string().nullable(),
      paymentsConfigured: z.boolean(),
      trialAvailable: z.boolean(),
      billedPlan: z.string().nullable().meta({ description: 'The plan that is or was paid for; null: never paid' }),
      billedPlanName: z.string().nullable(),
      graceEndsAt: z.string().nullable().meta({ description: 'Until when an overdue plan is kept' }),
      endedAt: z.string().nullable().meta({ description: 'When the paid plan ended or will end by itself' }),
      renewsAt: z.string().nullable().meta({ description: 'End of the paid period, a year with yearly payment' }),
    })
    .meta({ id: 'Subscription' }),
});
const plan = z.string('Please choose a plan').regex(/^[a-z][a-z0-9_-]{0,39}$/, 'plan is not the key of a plan');
const interval = z.enum(['month', 'year'], 'interval is month or year').default('month');
export const checkoutBody = z.object({ plan, interval });
export const changeBody = z.object({
  plan,
  interval,
  prorationAt: z.iso
    .datetime('prorationAt must be the moment that the preview gave')
    .optional()
    .meta({ description: "The preview's: exactly what it showed is charged, for 15 minutes" }),
});
export const previewAnswer = z.object({
  plan: z.string(),
  planName: z.string(),
  interval: z.string(),
  kind: z.enum(['checkout', 'change']).meta({ description: 'What buying it takes: the checkout, or a change of the running plan' }),
  amountDue: z.number().meta({ description: 'Due now, minor units of the currency' }),
  credit: z.number().meta({ description: 'Put to the credit for the next invoices, minor units' }),
  currency: z.string(),
  recurring: z.number().meta({ description: 'Price of every further period, minor units' }),
  renewsAt: z.string(),
  prorationAt: z.string(),
});
export const invoicesAnswer = z.object({
  invoices: z.array(
    z
      .object({
        id: z.string(),
        number: z.string(),
        createdAt: z.string(),
        amount: z.number().meta({ description: 'Minor units; negative: a credit' }),
        currency: z.string(),
        status: z.string().meta({ description: 'draft, open, paid, uncollectible or void' }),
        hostedUrl: z.string().nullable(),
        pdfUrl: z.string().nullable(),
      })
      .meta({ id: 'Invoice' }),
  ),
});
export const receivedAnswer = z.object({ received: z.boolean() });
export const urlAnswer = z.object({ url: z.string() });
