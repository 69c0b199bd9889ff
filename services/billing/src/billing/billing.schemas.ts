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

export const checkoutSchema = z.object({
  plan: z.string().regex(PLAN_KEY, 'plan is not the key of a plan'),
  interval: z.enum(['month', 'year'], 'interval must be month or year'),
});

export const setPlanSchema = z.object({
  workspaceId,
  plan: z.string().regex(PLAN_KEY, 'plan must be lower-case letters, digits, _ and -'),
});
