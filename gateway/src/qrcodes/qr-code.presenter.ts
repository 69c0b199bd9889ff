import type { EntityCount } from '@linqr/proto/analytics/v1/analytics';
import { type QrCode, type QrCustomization, QrFormat, QrType } from '@linqr/proto/qr/v1/qr';
import type { z } from 'zod';
import type { QR_TYPES, qrCodeAnswer } from './qr-code.dto.js';

export const FORMATS = {
  png: QrFormat.QR_FORMAT_PNG,
  svg: QrFormat.QR_FORMAT_SVG,
  pdf: QrFormat.QR_FORMAT_PDF,
  jpeg: QrFormat.QR_FORMAT_JPEG,
  webp: QrFormat.QR_FORMAT_WEBP,
};

type TypeName = (typeof QR_TYPES)[number];

/** QR_TYPE_URL ↔ url */
export const toQrType = (name: TypeName): QrType => QrType[`QR_TYPE_${name.toUpperCase()}` as keyof typeof QrType];
export const fromQrType = (type: QrType): TypeName => type.replace('QR_TYPE_', '').toLowerCase() as TypeName;

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

/** As the API carries it, the designer's record as an object. */
export function presentCustomization(customization: QrCustomization | undefined): Record<string, unknown> {
  if (!customization) return { frontendCustomization: {} };
  const { brandingUnchanged: _requestOnly, frontendCustomization, ...plain } = customization;
  return { ...plain, frontendCustomization: frontendCustomization ? (JSON.parse(frontendCustomization) as Record<string, unknown>) : {} };
}

export function presentQrCode(code: QrCode, appOrigin: string, count: EntityCount | undefined): z.output<typeof qrCodeAnswer> {
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
    shortLinkId: code.shortLinkId || null,
    encodes: code.encodesShortUrl ? 'shortUrl' : 'qrUrl',
    archived: code.archived,
    disabled: code.disabled,
    disabledReason: code.disabledReason,
    createdAt: code.createdAt ?? '',
    updatedAt: code.updatedAt ?? '',
    metadata: { name: code.title, description: code.description, originalUrl: fromQrType(code.type) === 'url' ? code.content : '' },
    analytics: { totalScans: count?.clicks ?? null, uniqueScans: count?.uniqueClicks ?? null },
    customization: presentCustomization(code.customization),
  };
}
