import { QrBulkAction, type QrFormat, type QrType as QrTypeMessage } from '@linqr/proto/qr/v1/qr';
import { MAX_SIZE, MIN_SIZE } from '@linqr/qr-render';
import { z } from 'zod';
import { formatOf, qrTypeOf } from './qr-code.mapping.js';

/** Base64 of a logo of 5 MB and everything else. */
const MAX_RECORD = 7_200_000;
/** Longer than the longest destination as typed; the rules per type say more. */
const MAX_CONTENT = 8_192;

/** Trimmed; no control characters but line breaks and tabs (PostgreSQL takes no NUL). */
const text = (name: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `The ${name} must not be longer than ${max.toLocaleString('en')} characters.`)
    .refine((value) => !/[^\P{Cc}\t\r\n]/u.test(value), `The ${name} must not contain control characters.`);

const type = z.custom<QrTypeMessage>().transform((value, context) => {
  const known = qrTypeOf(value);
  if (known === undefined) context.addIssue({ code: 'custom', message: 'The type must be one of url, text, email, phone, sms, wifi.' });
  return known ?? 'url';
});

/** ISO 8601, in the range that PostgreSQL and JavaScript share. */
const moment = z
  .string()
  .transform((value) => new Date(value))
  .refine((date) => Number.isFinite(date.getTime()) && date.getUTCFullYear() >= 1970 && date.getUTCFullYear() <= 9999, 'Enter a date.');

const content = z.string().max(MAX_CONTENT, 'This is more than a QR code can hold. Shorten it.');

/**
 * The message's empty values mean "not given". Answers the record that the renderer's parser checks; a design that hides
 * the branding says so in either place.
 */
const customization = z
  .object({
    color: z.string().max(50),
    backgroundColor: z.string().max(50),
    size: z.number(),
    margin: z.number(),
    errorCorrectionLevel: z.string().max(10),
    showBranding: z.boolean(),
    brandingUnchanged: z.boolean(),
    frontendCustomization: z.string().max(MAX_RECORD, 'The logo is larger than 5 MB.'),
  })
  .transform((given, context) => {
    const optional = <T>(value: T): T | undefined => (value === '' || value === 0 ? undefined : value);
    return {
      color: optional(given.color),
      backgroundColor: optional(given.backgroundColor),
      size: optional(given.size),
      margin: optional(given.margin),
      errorCorrectionLevel: optional(given.errorCorrectionLevel),
      showBranding: given.brandingUnchanged ? undefined : given.showBranding,
      frontendCustomization: given.frontendCustomization === '' ? undefined : parseRecord(given.frontendCustomization, context),
    };
  });
export type CustomizationInput = z.output<typeof customization>;

export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]{0,200}$/, 'An idempotency key has 200 visible ASCII characters at most.')
  .default('');

export const createQrCodeSchema = z.object({
  type,
  content,
  name: text('name', 200).default(''),
  description: text('description', 1_000).default(''),
  customization: customization.optional(),
  idempotencyKey: idempotencyKeySchema,
});
export type CreateQrCodeInput = z.output<typeof createQrCodeSchema>;

export const updateQrCodeSchema = z.object({
  id: z.string().max(100),
  type: type.optional(),
  content: content.optional(),
  name: text('name', 200).optional(),
  description: text('description', 1_000).optional(),
  customization: customization.optional(),
  archived: z.boolean().optional(),
  encodesShortUrl: z.boolean().optional(),
});
export type UpdateQrCodeInput = z.output<typeof updateQrCodeSchema>;

export const createTemplateSchema = z.object({
  name: text('name', 100).min(1, 'Give the template a name.'),
  customization,
});
export type CreateTemplateInput = z.output<typeof createTemplateSchema>;

export const addShortLinkSchema = z.object({
  id: z.string().max(100),
  // The link service has the rules of these two.
  customAlias: z.string().max(200).optional(),
  domain: z.string().max(300).optional(),
});
export type AddShortLinkInput = z.output<typeof addShortLinkSchema>;

const BULK_ACTIONS: ReadonlyMap<QrBulkAction, 'archive' | 'restore' | 'delete'> = new Map([
  [QrBulkAction.QR_BULK_ACTION_ARCHIVE, 'archive'],
  [QrBulkAction.QR_BULK_ACTION_RESTORE, 'restore'],
  [QrBulkAction.QR_BULK_ACTION_DELETE, 'delete'],
]);

export const changeQrCodesSchema = z.object({
  action: z.custom<QrBulkAction>().transform((value, context) => {
    const known = BULK_ACTIONS.get(value);
    if (known === undefined) context.addIssue({ code: 'custom', message: 'The action must be one of archive, restore, delete.' });
    return known ?? 'archive';
  }),
  ids: z
    .array(z.string().max(100))
    .min(1, 'Choose at least one code.')
    .max(500, 'Choose 500 codes at most.')
    .transform((ids) => [...new Set(ids)]),
});
export type ChangeQrCodesInput = z.output<typeof changeQrCodesSchema>;

export const listQrCodesSchema = z.object({
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
  includeArchived: z.boolean(),
  type: type.optional(),
  cursor: z.string().max(500, 'The cursor is not valid.'),
  createdFrom: moment.optional(),
  createdTo: moment.optional(),
  ids: z.array(z.string().max(100)).max(1_000, 'Choose 1,000 codes at most.').default([]),
  withoutImages: z.boolean().default(false),
});
export type ListQrCodesInput = z.output<typeof listQrCodesSchema>;

export const exportQrCodeSchema = z.object({
  id: z.string().max(100),
  format: z.custom<QrFormat>().transform((value, context) => {
    const known = formatOf(value);
    if (known === undefined) context.addIssue({ code: 'custom', message: 'The format must be one of png, svg, pdf, jpeg, webp.' });
    return known ?? 'png';
  }),
  size: z
    .number()
    .int('The size must be a whole number.')
    .refine((size) => size === 0 || (size >= MIN_SIZE && size <= MAX_SIZE), `The size must be from ${MIN_SIZE} to ${MAX_SIZE} pixels.`),
  millimetres: z
    .number()
    .refine((side) => side === 0 || (side >= 10 && side <= 1_000), 'The side in print must be from 10 to 1,000 millimetres.')
    .default(0),
  dpi: z
    .number()
    .int()
    .refine((dpi) => dpi === 0 || (dpi >= 72 && dpi <= 1_200), 'The resolution must be from 72 to 1,200 dots an inch.')
    .default(0),
});
export type ExportQrCodeInput = z.output<typeof exportQrCodeSchema>;

function parseRecord(json: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(json);
  } catch {
    context.addIssue({ code: 'custom', path: ['frontendCustomization'], message: 'The design is not valid JSON.' });
    return undefined;
  }
}
