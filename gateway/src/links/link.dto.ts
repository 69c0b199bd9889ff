import { z } from 'zod';
import { pageQuery, paginationAnswer } from '../http/pagination.js';
import { ruleAnswer, rulesBody, variantAnswer, variantsBody } from './targeting.dto.js';

const dateTime = z.iso.datetime({ offset: true, error: 'Please enter a valid date and time (ISO 8601)' });
const redirectType = z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)], 'redirectType is 301, 302, 307 or 308');

/** Lengths only guard the wire; what a link may be is the link service's to say. */
const fields = {
  originalUrl: z.string('Please enter a URL to shorten').max(8_192, 'The URL is too long'),
  customAlias: z.string().max(200),
  title: z.string().max(1_000),
  description: z.string().max(5_000),
  tags: z.array(z.string().max(200)).max(100),
  password: z.string().max(1_024),
  expiresAt: dateTime,
  startsAt: dateTime,
  maxClicks: z.number().int().min(0).max(1e12),
  redirectType,
  forwardQuery: z.boolean(),
  domain: z.string().max(255),
};

/** Forms send an empty string or null for a field that was left empty. */
/** A list that may be left out; documented as such, which a preprocess would not be. */
export const orNone = <T extends z.ZodType<unknown[]>>(schema: T) =>
  schema.nullish().transform((list): z.output<T> => (list ?? []) as z.output<T>);

const optional = <T extends z.ZodType>(schema: T) => z.preprocess((v) => (v === null || v === '' ? undefined : v), schema.optional());

export const createLinkBody = z
  .object({
    originalUrl: fields.originalUrl,
    customAlias: optional(fields.customAlias),
    title: optional(fields.title),
    description: optional(fields.description),
    tags: orNone(fields.tags),
    password: optional(fields.password),
    expiresAt: optional(fields.expiresAt),
    startsAt: optional(fields.startsAt),
    maxClicks: optional(fields.maxClicks),
    redirectType: optional(fields.redirectType),
    forwardQuery: optional(fields.forwardQuery),
    domain: optional(fields.domain),
    rules: orNone(rulesBody),
    variants: orNone(variantsBody),
  })
  .meta({ id: 'CreateLink' });

/** Absent: unchanged. null or '' clears password, expiresAt, startsAt and maxClicks; rules and variants are replaced whole. */
export const updateLinkBody = z
  .object({
    originalUrl: z
      .string('Destination URL is required')
      .trim()
      .min(1, 'Destination URL is required')
      .max(8_192, 'The URL is too long')
      .optional(),
    customAlias: fields.customAlias.nullish(),
    title: fields.title.nullish(),
    description: fields.description.nullish(),
    tags: fields.tags.nullish(),
    password: fields.password.nullish(),
    expiresAt: z.union([fields.expiresAt, z.literal('')]).nullish(),
    startsAt: z.union([fields.startsAt, z.literal('')]).nullish(),
    maxClicks: z.union([fields.maxClicks, z.literal('')]).nullish(),
    redirectType: fields.redirectType.optional(),
    forwardQuery: fields.forwardQuery.optional(),
    archived: z.boolean().optional(),
    rules: rulesBody.nullish(),
    variants: variantsBody.nullish(),
  })
  .meta({ id: 'UpdateLink' });

export const listLinksQuery = z.object({
  ...pageQuery.shape,
  search: z.string().max(200).default(''),
  filter: z.enum(['all', 'custom', 'protected', 'expired'], 'filter is all, custom, protected or expired').default('all'),
  sort: z.enum(['newest', 'oldest', 'title'], 'sort is newest, oldest or title').default('newest'),
  tag: z.string().max(100).default(''),
  domain: z.string().max(260).default(''),
});

export const unlockBody = z.object({ password: z.string().min(1, 'Password is required').max(1_024) });

export const linkAnswer = z
  .object({
    id: z.string(),
    _id: z.string(),
    title: z.string(),
    originalUrl: z.string(),
    shortUrl: z.string(),
    domain: z.string(),
    slug: z.string(),
    customAlias: z.string().nullable(),
    description: z.string(),
    tags: z.array(z.string()),
    hasPassword: z.boolean(),
    expiresAt: z.string().nullable(),
    startsAt: z.string().nullable(),
    maxClicks: z.number().nullable(),
    redirectType: z.number(),
    forwardQuery: z.boolean(),
    rules: z.array(ruleAnswer),
    variants: z.array(variantAnswer),
    clicksLeft: z.number().nullable().meta({ description: 'Clicks of people until maxClicks is reached; null without a limit' }),
    state: z.enum(['active', 'archived', 'disabled', 'quarantined']),
    clicks: z.number().nullable().meta({ description: 'null while the analytics part is unavailable' }),
    uniqueClicks: z.number().nullable(),
    lastClickAt: z.string().nullable(),
    sparkline: z.array(z.number()).meta({ description: 'Clicks of the last 14 days, oldest first' }),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Link' });

export const linksAnswer = z.object({ urls: z.array(linkAnswer), pagination: paginationAnswer });
export const deletedAnswer = z.object({ id: z.string() });
export const unlockAnswer = z.object({ originalUrl: z.string() });
