import { isId } from '@linqr/platform/ids';
import { LinkFilter, LinkSort } from '@linqr/proto/link/v1/link';
import { z } from 'zod';
import { aliasProblem } from '../slugs/slug.js';
import { rules, variants } from '../targeting/targeting.schemas.js';
import { REDIRECT_TYPES, type RedirectType } from './link.js';

export const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 50;
/** Before empty and repeated ones are dropped. */
const MAX_RAW_TAGS = 200;
const MAX_CLICK_CAP = 1_000_000_000_000;
const LAST_MOMENT = Date.UTC(10_000, 0, 1) - 1;

/** Trimmed; no control characters but line breaks and tabs (PostgreSQL takes no NUL). */
const text = (name: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `The ${name} must not be longer than ${max.toLocaleString('en')} characters.`)
    .refine((value) => !hasControlCharacters(value), `The ${name} must not contain control characters.`);

const moment = (name: string) =>
  z
    .string()
    .transform((value) => new Date(value))
    .refine((date) => Number.isFinite(date.getTime()) && date.getTime() > 0 && date.getTime() <= LAST_MOMENT, `The ${name} is not a date.`);

/** Empty: none was chosen. */
const customAlias = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .superRefine((value, context) => {
    const problem = value === undefined ? undefined : aliasProblem(value);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

const tags = z
  .array(z.string().trim())
  .max(MAX_RAW_TAGS, `A link has ${MAX_TAGS} tags at most.`)
  .transform((values) =>
    [
      ...new Map(
        values
          .filter(Boolean)
          .map((tag) => [tag.toLowerCase(), tag] as const)
          .reverse(),
      ).values(),
    ].reverse(),
  )
  .superRefine((values, context) => {
    if (values.length > MAX_TAGS) context.addIssue({ code: 'custom', message: `A link has ${MAX_TAGS} tags at most.` });
    if (values.some((tag) => tag.length > MAX_TAG_LENGTH))
      context.addIssue({ code: 'custom', message: `A tag has ${MAX_TAG_LENGTH} characters at most.` });
    if (values.some(hasControlCharacters)) context.addIssue({ code: 'custom', message: 'A tag must not contain control characters.' });
  });

/** Not trimmed: a password may begin with a space. */
const password = z.string().max(200, 'A password has 200 characters at most.');
const maxClicks = z
  .number()
  .int('The click limit must be a whole number.')
  .min(0, 'The click limit must not be negative.')
  .max(MAX_CLICK_CAP, 'The click limit is too large.');
const redirectType = z
  .number()
  .refine(
    (value): value is RedirectType => (REDIRECT_TYPES as readonly number[]).includes(value),
    'The redirect type must be 301, 302, 307 or 308.',
  );
/** Lower-cased; empty: none was named. */
export const hostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(260)
  .regex(/^[a-z0-9.:[\]_-]*$/, 'The domain is not a host name.');

export const createLinkSchema = z.object({
  originalUrl: z.string(),
  customAlias: customAlias.optional(),
  title: text('title', 200).default(''),
  description: text('description', 1_000).default(''),
  tags,
  password: password.default(''),
  expiresAt: moment('expiry date').optional(),
  startsAt: moment('start date').optional(),
  maxClicks: maxClicks.default(0),
  redirectType: redirectType.default(302),
  forwardQuery: z.boolean().default(false),
  domain: hostSchema.default(''),
  rules: rules.default([]),
  variants: variants.default([]),
  qrId: z
    .string()
    .refine((value) => isId('qr', value), 'This is not the id of a QR code.')
    .optional(),
  idempotencyKey: z
    .string()
    .regex(/^[\x21-\x7e]{0,200}$/, 'An idempotency key has 200 visible ASCII characters at most.')
    .default(''),
});
export type CreateLinkInput = z.output<typeof createLinkSchema>;

export const updateLinkSchema = z.object({
  id: z.string(),
  originalUrl: z.string().optional(),
  customAlias: customAlias.optional(),
  title: text('title', 200).optional(),
  description: text('description', 1_000).optional(),
  tags: z
    .object({ values: tags })
    .transform(({ values }) => values)
    .optional(),
  password: password.optional(),
  expiresAt: moment('expiry date').optional(),
  clearExpiresAt: z.boolean(),
  startsAt: moment('start date').optional(),
  clearStartsAt: z.boolean(),
  maxClicks: maxClicks.optional(),
  redirectType: redirectType.optional(),
  forwardQuery: z.boolean().optional(),
  rules: z
    .object({ values: rules })
    .transform(({ values }) => values)
    .optional(),
  variants: z
    .object({ values: variants })
    .transform(({ values }) => values)
    .optional(),
  archived: z.boolean().optional(),
});
export type UpdateLinkInput = z.output<typeof updateLinkSchema>;

export const listLinksSchema = z.object({
  page: z
    .number()
    .int()
    .min(0, 'The page must be at least 1.')
    .max(1_000_000, 'The page is too large.')
    .transform((page) => page || 1),
  limit: z
    .number()
    .int()
    .min(0, 'The limit must be at least 1.')
    .max(100, 'The limit must be at most 100.')
    .transform((limit) => limit || 50),
  search: text('search', 200),
  filter: z.enum(LinkFilter, 'The filter is not one of all, custom, protected and expired.').exclude(['UNRECOGNIZED']),
  sort: z.enum(LinkSort, 'The sort is not one of newest, oldest and title.').exclude(['UNRECOGNIZED']),
  cursor: z.string().max(2_000, 'The cursor is not valid.'),
  tag: text('tag', MAX_TAG_LENGTH),
  domain: hostSchema,
});
export type ListLinksInput = z.output<typeof listLinksSchema>;

export const unlockLinkSchema = z.object({
  domain: z.string().trim().toLowerCase().max(260),
  slug: z.string().max(100),
  password: z.string().max(1_000, 'The password is too long.'),
  clientAddress: z.string().max(100),
  id: z.string().max(100),
});
export type UnlockLinkInput = z.output<typeof unlockLinkSchema>;

/** Control characters but tab, line feed and carriage return. */
function hasControlCharacters(value: string): boolean {
  return /\p{Cc}/u.test(value.replace(/[\t\n\r]/g, ''));
}
