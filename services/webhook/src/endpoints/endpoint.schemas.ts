import { z } from 'zod';
import { EVENTS } from './endpoint.js';

const events = z
  .array(z.enum(EVENTS, `An event is one of ${EVENTS.join(', ')}.`))
  .min(1, 'Please fill all required fields')
  .max(100)
  .transform((values) => EVENTS.filter((event) => values.includes(event)));

export const createWebhookSchema = z.object({
  // Judged by checkEndpointUrl.
  url: z.string(),
  events,
  includeBots: z.boolean(),
  batchClicks: z.boolean(),
});
export type CreateWebhookInput = z.output<typeof createWebhookSchema>;

export const updateWebhookSchema = z.object({
  id: z.string(),
  url: z.string().optional(),
  events: z
    .object({ values: events })
    .transform(({ values }) => values)
    .optional(),
  includeBots: z.boolean().optional(),
  batchClicks: z.boolean().optional(),
  enabled: z.boolean().optional(),
});
export type UpdateWebhookInput = z.output<typeof updateWebhookSchema>;
