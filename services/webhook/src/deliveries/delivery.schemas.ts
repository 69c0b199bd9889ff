import { z } from 'zod';
import { EVENTS } from '../endpoints/endpoint.js';
import { DELIVERY_STATUSES } from './delivery.js';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 100;
const LAST_MOMENT = Date.UTC(10_000, 0, 1) - 1;

const id = z.string().max(100);

const moment = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .transform((value) => new Date(value))
    .refine((date) => date.getTime() >= 0 && date.getTime() <= LAST_MOMENT, `${name} is not a date.`);

const eventOrNone = z
  .string()
  .transform((event) => event || undefined)
  .pipe(z.enum(EVENTS, `An event is one of ${EVENTS.join(', ')}.`).optional());

export const listDeliveriesSchema = z.object({
  webhookId: id,
  limit: z
    .number()
    .int()
    .min(0, 'The limit must be at least 1.')
    .max(MAX_LIMIT, `The limit must be at most ${MAX_LIMIT}.`)
    .transform((limit) => limit || DEFAULT_LIMIT),
  cursor: z.string().max(500, 'The cursor is not valid. Please start from the first page.'),
  status: z
    .string()
    .transform((status) => status || undefined)
    .pipe(z.enum(DELIVERY_STATUSES, `A status is one of ${DELIVERY_STATUSES.join(', ')}.`).optional()),
  event: eventOrNone,
});
export type ListDeliveriesInput = z.output<typeof listDeliveriesSchema>;

export const testWebhookSchema = z.object({
  webhookId: id,
  event: eventOrNone,
});
export type TestWebhookInput = z.output<typeof testWebhookSchema>;

export const replaySchema = z
  .object({ webhookId: id, from: moment('from'), to: moment('to'), includeDelivered: z.boolean() })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'to must be after from.' });
export type ReplayInput = z.output<typeof replaySchema>;
