import { z } from 'zod';
import { pageQuery, paginationAnswer } from '../http/pagination.js';

const text = (max: number) => z.string().max(max, `Please use at most ${max} characters`);
/** No person sees this field: whoever fills it in is a program, and is told that all went well. */
const trap = text(500).optional();

export const contactBody = z
  .object({
    name: text(200).default(''),
    email: text(254).default(''),
    type: text(50).default('general'),
    subject: text(200).default(''),
    message: text(5_000).default(''),
    website: trap,
  })
  .meta({ id: 'ContactMessage' });
export const reportBody = z
  .object({
    shortId: text(2_048).default(''),
    reason: text(100).default(''),
    details: text(2_000).default(''),
    email: text(254).default(''),
    website: trap,
  })
  .meta({ id: 'ReportForm' });
export const receivedAnswer = z.object({ id: z.string() });

export const messagesQuery = z.object({
  ...pageQuery.shape,
  limit: pageQuery.shape.limit.default(25),
  state: z.enum(['open', 'done', 'all'], 'state must be open, done or all').default('all'),
});
export const messageAnswer = z.object({
  id: z.string(),
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  type: z.string(),
  subject: z.string(),
  message: z.string(),
  state: z.enum(['open', 'done']),
  createdAt: z.string(),
  doneAt: z.string().nullable(),
});
export const messagesAnswer = z.object({ messages: z.array(messageAnswer), open: z.number(), pagination: paginationAnswer });
export const messageOneAnswer = z.object({ message: messageAnswer });
export const messageStateBody = z.object({ state: z.enum(['open', 'done'], 'The state must be open or done.') });
