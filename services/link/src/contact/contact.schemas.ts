import { MessageState as MessageStateMessage } from '@linqr/proto/link/v1/contact';
import { z } from 'zod';
import { plainText } from '../plain-text.js';
import { emailAddress, pageFields } from '../reports/report.schemas.js';

export const MESSAGE_TYPES = ['general', 'support', 'sales', 'partnership', 'feedback'] as const;
/** One line: it becomes a mail's subject. */
const oneLine = (name: string, max: number, required: string) =>
  plainText(name, max)
    .min(1, required)
    .transform((value) => value.replace(/\s+/g, ' '));

export const sendMessageSchema = z.object({
  name: oneLine('name', 200, 'Name is required'),
  email: z.string().trim().min(1, 'Email is required').pipe(emailAddress),
  type: z.enum(MESSAGE_TYPES, 'The type must be general, support, sales, partnership or feedback.'),
  subject: oneLine('subject', 200, 'Subject is required'),
  message: plainText('message', 5_000).min(1, 'Message is required'),
  clientAddress: z.string().max(100),
});
export type SendMessageInput = z.output<typeof sendMessageSchema>;

const STATES: Record<MessageStateMessage, 'open' | 'done' | 'any'> = {
  [MessageStateMessage.MESSAGE_STATE_UNSPECIFIED]: 'any',
  [MessageStateMessage.MESSAGE_STATE_OPEN]: 'open',
  [MessageStateMessage.MESSAGE_STATE_DONE]: 'done',
  [MessageStateMessage.UNRECOGNIZED]: 'any',
};

export const listMessagesSchema = z.object({ ...pageFields, state: z.enum(MessageStateMessage).transform((state) => STATES[state]) });

export const setMessageStateSchema = z.object({
  id: z.string().max(100),
  state: z.enum(MessageStateMessage).transform((state, context): 'open' | 'done' => {
    const known = STATES[state];
    if (known !== 'any') return known;
    context.addIssue({ code: 'custom', message: 'The state must be open or done.' });
    return z.NEVER;
  }),
});
