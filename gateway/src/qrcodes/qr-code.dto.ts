import { z } from 'zod';
import { pageQuery, paginationAnswer } from '../http/pagination.js';

export const QR_TYPES = ['url', 'text', 'email', 'phone', 'sms', 'wifi'] as const;
const type = z.enum(QR_TYPES, 'type is url, text, email, phone, sms or wifi');

/** Numbers and colours are checked by the renderer's own schema in the qr service. */
const customization = z
  .object({
    color: z.string().max(50),
    backgroundColor: z.string().max(50),
    size: z.number().int().min(64).max(4096),
    margin: z.number().int().min(0).max(20),
    errorCorrectionLevel: z.enum(['L', 'M', 'Q', 'H']),
    showBranding: z.boolean(),
    frontendCustomization: z.record(z.string(), z.unknown()),
  })
  .partial()
  .meta({ id: 'QrCustomization' });

export const createQrBody = z
  .object({
    content: z.string('Please enter content for the QR code').min(1, 'Please enter content for the QR code').max(8_192),
    type,
    name: z.string().max(1_000).nullish(),
    description: z.string().max(5_000).nullish(),
    customization: customization.optional(),
    format: z.literal('png').optional(),
  })
  .meta({ id: 'CreateQrCode' });

export const updateQrBody = z
  .object({
    content: z.string().min(1, 'Content is required').max(8_192).optional(),
    type: type.optional(),
    name: z.string().max(1_000).nullish(),
    description: z.string().max(5_000).nullish(),
    customization: customization.optional(),
    archived: z.boolean().optional(),
  })
  .meta({ id: 'UpdateQrCode' });

const instant = z.iso.datetime({ offset: true, error: 'must be a date and time (ISO 8601)' }).optional();

/** `createdFrom` is inclusive, `createdTo` exclusive. */
export const listQrQuery = z.object({
  ...pageQuery.shape,
  search: z.string().max(200).default(''),
  show: z.enum(['active', 'all'], 'show is active or all').default('active'),
  type: type.optional(),
  createdFrom: instant,
  createdTo: instant,
});

export const exportQuery = z.object({
  format: z.enum(['png', 'svg', 'pdf', 'jpeg', 'webp'], 'format is png, svg, pdf, jpeg or webp').default('png'),
  size: z.coerce.number().int().min(64, 'size is at least 64').max(4096, 'size is at most 4096').optional(),
});

export const qrCodeAnswer = z
  .object({
    id: z.string(),
    _id: z.string(),
    type,
    title: z.string(),
    content: z.string(),
    qrCode: z.string().meta({ description: 'Base64 of a PNG' }),
    qrUrl: z.string(),
    shortUrl: z.string().nullable(),
    shortId: z.string().nullable(),
    archived: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
    metadata: z.object({ name: z.string(), description: z.string(), originalUrl: z.string() }),
    analytics: z.object({ totalScans: z.number().nullable(), uniqueScans: z.number().nullable() }),
    customization: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'QrCode' });
export const qrCodesAnswer = z.object({ qrCodes: z.array(qrCodeAnswer), pagination: paginationAnswer });

export const templatesAnswer = z.object({
  templates: z.array(
    z
      .object({
        key: z.string(),
        name: z.string(),
        customization: customization.required().meta({ id: 'QrTemplateCustomization' }),
      })
      .meta({ id: 'QrTemplate' }),
  ),
});
