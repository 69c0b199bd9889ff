import { FoundQrState } from '@linqr/proto/qr/v1/desk';
import { z } from 'zod';
import { type CodeSearch, codeIdIn } from './restrained-code.js';

const STATES: Partial<Record<FoundQrState, CodeSearch['state']>> = {
  [FoundQrState.FOUND_QR_STATE_UNSPECIFIED]: 'any',
  [FoundQrState.FOUND_QR_STATE_ACTIVE]: 'active',
  [FoundQrState.FOUND_QR_STATE_ARCHIVED]: 'archived',
  [FoundQrState.FOUND_QR_STATE_DISABLED]: 'disabled',
};

/** Trimmed; PostgreSQL takes no NUL, and nobody means the other control characters. */
const line = (name: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `The ${name} must not be longer than ${max.toLocaleString('en')} characters.`)
    .refine((text) => !/(?![\t\r\n])\p{Cc}/u.test(text), `The ${name} must not contain control characters.`);

/** What is absent on the wire is 0. A search for a code's address is one for its id. */
export const findCodesSchema = z
  .object({
    page: z.number().int().min(0).max(1_000_000, 'The page is too large.'),
    limit: z.number().int().min(0).max(100, 'The limit must be at most 100.'),
    search: line('search', 2_048),
    state: z.enum(FoundQrState).transform((state, context): CodeSearch['state'] => {
      const known = STATES[state];
      if (known) return known;
      context.addIssue({ code: 'custom', message: 'The state must be active, archived or disabled.' });
      return z.NEVER;
    }),
    workspaceId: z.string().max(100),
    ids: z.array(z.string().max(100)).max(100, 'At most 100 codes at a time.'),
  })
  .transform(({ page, limit, search, ids, ...rest }): CodeSearch => {
    const id = codeIdIn(search);
    return { ...rest, page: page || 1, limit: limit || 25, ids: id ? [id] : ids, text: id ? '' : search };
  });

export const setCodeStateSchema = z
  .object({ id: z.string().max(100), disabled: z.boolean(), reason: line('reason', 500) })
  .refine(({ disabled, reason }) => !disabled || reason !== '', { path: ['reason'], message: 'Please say why.' });
