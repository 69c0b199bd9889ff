import type { EntityCount } from '@linqr/proto/analytics/v1/analytics';
import { type QrCode, type QrCustomization, QrType } from '@linqr/proto/qr/v1/qr';
import type { z } from 'zod';
import type { QR_TYPES, qrCodeAnswer } from './qr-code.dto.js';

type TypeName = (typeof QR_TYPES)[number];

/** QR_TYPE_URL ↔ url */
export const toQrType = (name: TypeName): QrType => QrType[`QR_TYPE_${name.toUpperCase()}` as keyof typeof QrType];
const fromQrType = (type: QrType): TypeName => type.replace('QR_TYPE_', '').toLowerCase() as TypeName;

/** Fields that a customization leaves out go empty: the qr service keeps what the code has, or takes its defaults. */
export function toCustomization(
  body: Partial<Omit<QrCustomization, 'frontendCustomization' | 'brandingUnchanged'>> & {
    frontendCustomization?: Record<string, unknown> | undefined;
  },
): QrCustomization {
  return {
    color: body.color ?? '',
    backgroundColor: body.backgroundColor ?? '',
    size: body.size ?? 0,
    margin: body.margin ?? 0,
    errorCorrectionLevel: body.errorCorrectionLevel ?? '',
    showBranding: body.showBranding ?? false,
    brandingUnchanged: body.showBranding === undefined,
    frontendCustomization: body.frontendCustomization ? JSON.stringify(body.frontendCustomization) : '',
  };
}

export function presentQrCode(code: QrCode, appOrigin: string, count: EntityCount | undefined): z.output<typeof qrCodeAnswer> {
  const {
    brandingUnchanged: _requestOnly,
    frontendCustomization,
    ...plain
  } = code.customization ?? { brandingUnchanged: false, frontendCustomization: '' };
  return {
    id: code.id,
    _id: code.id,
    type: fromQrType(code.type),
    title: code.title,
    content: code.content,
    qrCode: Buffer.from(code.image).toString('base64'),
    qrUrl: `${appOrigin}/qr/${code.id}`,
    shortUrl: code.shortUrl || null,
    shortId: code.shortId || null,
    archived: code.archived,
    createdAt: code.createdAt ?? '',
    updatedAt: code.updatedAt ?? '',
    metadata: { name: code.title, description: code.description, originalUrl: fromQrType(code.type) === 'url' ? code.content : '' },
    analytics: { totalScans: count?.clicks ?? null, uniqueScans: count?.uniqueClicks ?? null },
    customization: {
      ...plain,
      frontendCustomization: frontendCustomization ? (JSON.parse(frontendCustomization) as Record<string, unknown>) : {},
    },
  };
}
