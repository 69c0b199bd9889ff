import {
  type QrCustomization,
  QrFormat,
  type QrCode as QrMessage,
  type QrTemplate as QrTemplateMessage,
  QrType as QrTypeMessage,
  type ResolvedQrCode,
} from '@linqr/proto/qr/v1/qr';
import { type QrType, type StyledSize, toCustomization } from '@linqr/qr-render';
import type { ImageFormat } from '../rendering/render-task.js';
import type { QrTemplate } from '../templates/template.js';
import { type PublicQrCode, type QrCode, styledSizeOf } from './qr-code.js';

const TYPES: Record<QrType, QrTypeMessage> = {
  url: QrTypeMessage.QR_TYPE_URL,
  text: QrTypeMessage.QR_TYPE_TEXT,
  email: QrTypeMessage.QR_TYPE_EMAIL,
  phone: QrTypeMessage.QR_TYPE_PHONE,
  sms: QrTypeMessage.QR_TYPE_SMS,
  wifi: QrTypeMessage.QR_TYPE_WIFI,
};

const FORMATS: ReadonlyMap<QrFormat, ImageFormat> = new Map([
  [QrFormat.QR_FORMAT_UNSPECIFIED, 'png'],
  [QrFormat.QR_FORMAT_PNG, 'png'],
  [QrFormat.QR_FORMAT_SVG, 'svg'],
  [QrFormat.QR_FORMAT_PDF, 'pdf'],
  [QrFormat.QR_FORMAT_JPEG, 'jpeg'],
  [QrFormat.QR_FORMAT_WEBP, 'webp'],
]);

/** Undefined for what is none of the six. */
export function qrTypeOf(message: QrTypeMessage): QrType | undefined {
  return (Object.keys(TYPES) as QrType[]).find((type) => TYPES[type] === message);
}

export function qrTypeMessage(type: QrType): QrTypeMessage {
  return TYPES[type];
}

export function formatOf(message: QrFormat): ImageFormat | undefined {
  return FORMATS.get(message);
}

export function toQrMessage(code: QrCode): QrMessage {
  return {
    id: code.id,
    workspaceId: code.workspaceId,
    ownerId: code.ownerId,
    type: TYPES[code.type],
    title: code.title,
    description: code.description,
    content: code.content,
    payload: code.payload,
    image: code.image,
    shortUrl: code.shortUrl,
    shortId: code.shortId,
    shortLinkId: code.shortLinkId,
    encodesShortUrl: code.encodesShortUrl,
    customization: toCustomizationMessage(styledSizeOf(code)),
    archived: code.archivedAt !== null,
    disabled: code.disabledAt !== null,
    disabledReason: code.disabledReason,
    createdAt: code.createdAt.toISOString(),
    updatedAt: code.updatedAt.toISOString(),
  };
}

export function toTemplateMessage({ id, name, createdAt, ...styled }: QrTemplate): QrTemplateMessage {
  return { id, name, createdAt: createdAt.toISOString(), customization: toCustomizationMessage(styled) };
}

function toCustomizationMessage(styled: StyledSize): QrCustomization {
  const { frontendCustomization, ...plain } = toCustomization(styled);
  return { ...plain, brandingUnchanged: false, frontendCustomization: JSON.stringify(frontendCustomization) };
}

export function toResolvedMessage(code: PublicQrCode, blocked: boolean): ResolvedQrCode {
  return {
    id: code.id,
    workspaceId: code.workspaceId,
    ownerId: code.ownerId,
    type: TYPES[code.type],
    content: code.content,
    title: code.title,
    active: code.archivedAt === null,
    blocked: blocked || code.disabledAt !== null,
    version: code.version,
  };
}
