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
    encodes: z
      .enum(['qrUrl', 'shortUrl'], 'encodes is qrUrl or shortUrl')
      .optional()
      .meta({ description: "What the image of a url code encodes: the code's own address, or its short link" }),
  })
  .meta({ id: 'UpdateQrCode' });

export const shortLinkBody = z
  .object({ customAlias: z.string().max(200).nullish(), domain: z.string().max(300).nullish() })
  .meta({ id: 'AddShortLink' });

/** `keepShortLink=true`: the short link stays as a link of its own. */
export const deleteQrQuery = z.object({
  keepShortLink: z
    .enum(['true', 'false'], 'keepShortLink is true or false')
    .default('false')
    .transform((value) => value === 'true'),
});

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
  millimetres: z.coerce
    .number()
    .min(10, 'millimetres is at least 10')
    .max(1_000, 'millimetres is at most 1000')
    .optional()
    .meta({ description: 'The side in print; wins over size' }),
  dpi: z.coerce
    .number()
    .int()
    .min(72, 'dpi is at least 72')
    .max(1_200, 'dpi is at most 1200')
    .optional()
    .meta({ description: 'Dots an inch of a raster image with a side in print; 300 unless told' }),
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
    shortLinkId: z.string().nullable(),
    encodes: z.enum(['qrUrl', 'shortUrl']),
    archived: z.boolean(),
    disabled: z.boolean().meta({ description: 'An admin took it down: it opens nothing' }),
    disabledReason: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    metadata: z.object({ name: z.string(), description: z.string(), originalUrl: z.string() }),
    analytics: z.object({ totalScans: z.number().nullable(), uniqueScans: z.number().nullable() }),
    customization: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'QrCode' });
export const qrCodesAnswer = z.object({ qrCodes: z.array(qrCodeAnswer), pagination: paginationAnswer });

const templateCustomization = customization.required().meta({ id: 'QrTemplateCustomization' });

export const ownTemplateAnswer = z
  .object({ id: z.string(), _id: z.string(), name: z.string(), customization: templateCustomization, createdAt: z.string() })
  .meta({ id: 'OwnQrTemplate' });

export const templatesAnswer = z.object({
  templates: z.array(
    z
      .object({
        key: z.string(),
        name: z.string(),
        customization: templateCustomization,
      })
      .meta({ id: 'QrTemplate' }),
  ),
  own: z.array(ownTemplateAnswer).nullable().meta({ description: 'null while they cannot be read' }),
});

export const createTemplateBody = z
  .object({ name: z.string('Give the template a name.').min(1, 'Give the template a name.').max(200), customization })
  .meta({ id: 'CreateQrTemplate' });
