import { busFields, databaseFields, erasureFields, flag, grpcServiceFields, list, originField } from '@linqr/platform/config';
import { z } from 'zod';

/** What paying needs; the prices command reads nothing else. */
export const stripeFields = {
  CATALOGUE_FILE: z.string().optional().describe("Path of a plan catalogue (JSON) that replaces the product's own"),
  STRIPE_SECRET_KEY: z.string().optional().describe('Secret key of the Stripe account; without it everything works but paying'),
  STRIPE_API_BASE: z
    .url({ protocol: /^https?$/ })
    .default('https://api.stripe.com')
    .describe("Where Stripe's API is; another one only for tests"),
  APP_ORIGIN: originField.default('http://localhost:3000').describe('Where people open the app; Stripe sends them back there'),
};

/** The only place of this service that names the environment. */
export const billingConfig = z.object({
  ...grpcServiceFields,
  ...databaseFields,
  ...busFields,
  ...erasureFields,
  ...stripeFields,
  STRIPE_WEBHOOK_SECRET: list('').describe("Signing secret of Stripe's webhook endpoint; two, comma-separated, while it is rolled"),
  STRIPE_AUTOMATIC_TAX: flag(false).describe('Lets Stripe Tax compute taxes at the checkout; needs Stripe Tax to be set up'),
  PAYMENT_GRACE_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60)
    .default(7)
    .describe('How many days a plan is kept after its payment failed, before the limits of the default plan hold'),
  RECONCILE_HOURS: z.coerce
    .number()
    .min(0.1)
    .max(168)
    .default(12)
    .describe('After how many hours the state of a paid subscription is fetched again without any event'),
  HOUSEKEEPING_SECONDS: z.coerce
    .number()
    .min(0.05)
    .max(3_600)
    .default(60)
    .describe('How often ended trials, overdue plans and lost events of the payment provider are looked for'),
  RESERVATION_TIMEOUT_MINUTES: z.coerce
    .number()
    .min(1)
    .max(10_080)
    .default(60)
    .describe('After how long a reservation whose creation never became known is given back'),
});

export type BillingConfig = z.output<typeof billingConfig>;
