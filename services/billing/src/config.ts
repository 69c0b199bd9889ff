import { busFields, databaseFields, grpcServiceFields } from '@linqr/platform/config';
import { z } from 'zod';

/** The only place of this service that names the environment. */
export const billingConfig = z.object({
  ...grpcServiceFields,
  ...databaseFields,
  ...busFields,
  CATALOGUE_FILE: z.string().optional().describe("Path of a plan catalogue (JSON) that replaces the product's own"),
  STRIPE_SECRET_KEY: z.string().optional().describe('Secret key of the Stripe account; without it everything works but paying'),
  STRIPE_WEBHOOK_SECRET: z.string().optional().describe("Signing secret of Stripe's webhook endpoint"),
  RESERVATION_TIMEOUT_MINUTES: z.coerce
    .number()
    .min(1)
    .max(10_080)
    .default(60)
    .describe('After how long a reservation whose creation never became known is given back'),
});

export type BillingConfig = z.output<typeof billingConfig>;
