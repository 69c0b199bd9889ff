import { Feature, Resource } from '@linqr/proto/billing/v1/billing';
import { z } from 'zod';
import { PLAN_KEY } from '../catalogue/catalogue.js';
import { FEATURE_KEYS, RESOURCE_KEYS } from './billing.mapping.js';

const workspaceId = z.string().regex(/^[\w-]{1,64}$/, 'workspaceId is not an id');
const reservationId = z.string().regex(/^[\w-]{1,64}$/, 'reservationId is not an id');

export const workspaceSchema = z.object({ workspaceId });

export const reserveUsageSchema = z
  .object({
    workspaceId,
    resource: z
      .enum(Resource)
      .transform((value) => RESOURCE_KEYS[value])
      .refine((value) => value !== undefined, 'resource is not one that is counted'),
    amount: z
      .number()
      .int('amount must be a whole number')
      .min(1, 'amount must be at least 1')
      .max(10_000, 'amount must be at most 10,000'),
    reservationId,
  })
  .transform((input) => ({ ...input, resource: input.resource! }));

export const releaseUsageSchema = z.object({ reservationId });

export const requireFeatureSchema = z.object({
  workspaceId,
  features: z
    .array(
      z
        .enum(Feature)
        .transform((value) => FEATURE_KEYS[value])
        .refine((value) => value !== undefined, 'features names one that does not exist')
        .transform((value) => value!),
    )
    .max(20),
});

export const choiceSchema = z.object({
  plan: z.string().regex(PLAN_KEY, 'plan is not the key of a plan'),
  interval: z.enum(['month', 'year'], 'interval must be month or year'),
});

export const checkoutSchema = choiceSchema.extend({
  email: z.union([z.literal(''), z.email('email is not an address').max(254)]),
});

export const changeSchema = choiceSchema.extend({
  prorationAt: z.iso
    .datetime('prorationAt must be the moment that the preview gave')
    .transform((text) => new Date(text))
    .optional(),
});

/** Stripe's largest events are far smaller. */
const MAX_EVENT_BYTES = 1_048_576;
export const providerEventSchema = z.object({
  payload: z.instanceof(Uint8Array).refine((bytes) => bytes.length <= MAX_EVENT_BYTES, 'payload is larger than an event'),
  signature: z.string().max(2_048),
});

export const setPlanSchema = z.object({
  workspaceId,
  plan: z.string().regex(PLAN_KEY, 'plan must be lower-case letters, digits, _ and -'),
});
