import { requireActor } from '@linqr/platform/context';
import { isId } from '@linqr/platform/ids';
import type { ResolvedQrCode } from '@linqr/proto/qr/v1/qr';
import type { DataSource } from 'typeorm';
import type { ImageFormat } from '../rendering/render-task.js';
import type { QrRenderer } from '../rendering/renderer.js';
import { decodeCursor } from './qr-code.cursor.js';
import type { QrDrawing } from './qr-code.drawing.js';
import { qrCodeNotFound } from './qr-code.errors.js';
import type { QrCode } from './qr-code.js';
import { toResolvedMessage } from './qr-code.mapping.js';
import type { QrCodeRepository } from './qr-code.repository.js';
import type { ExportQrCodeInput, ListQrCodesInput } from './qr-code.schemas.js';
import type { QrCodeListRepository, QrCodePage } from './qr-code-list.repository.js';

const CONTENT_TYPES: Record<ImageFormat, string> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

export interface QrFile {
  content: Uint8Array;
  contentType: string;
  /** Safe in a header and on a disk. */
  fileName: string;
}

export interface QrCodeReadingParts {
  database: DataSource;
  codes: QrCodeRepository;
  lists: QrCodeListRepository;
  drawing: QrDrawing;
  renderer: QrRenderer;
}

export class QrCodeReading {
  constructor(private readonly parts: QrCodeReadingParts) {}

  async get(id: string): Promise<QrCode> {
    const { workspaceId } = requireActor();
    const { codes, database } = this.parts;
    const code = isId('qr', id) ? await codes.find(database.manager, workspaceId, id) : undefined;
    if (!code) throw qrCodeNotFound();
    return code;
  }

  async list({ cursor, ...input }: ListQrCodesInput): Promise<QrCodePage> {
    const { workspaceId } = requireActor();
    return this.parts.lists.list({ ...input, type: input.type, workspaceId, cursor: decodeCursor(cursor) });
  }

  /** QR_NOT_SCANNABLE where a raster image of that size would be too small for its modules. */
  async export({ id, format, size }: ExportQrCodeInput): Promise<QrFile> {
    const code = await this.get(id);
    const { drawing, renderer } = this.parts;
    const design = await drawing.brand(code.workspaceId, code.design);
    const side = size || code.size;
    const raster = format === 'png' || format === 'jpeg' || format === 'webp';
    // A size nobody asked for grows where the branding needs room.
    const minimumSize = renderer.requireScannable(design, code.payload, raster && size > 0 ? side : undefined);
    const content = await renderer.draw(code.payload, design, format, raster ? Math.max(side, minimumSize) : side);
    return { content, contentType: CONTENT_TYPES[format], fileName: `${fileStem(code)}.${format === 'jpeg' ? 'jpg' : format}` };
  }

  /** What the edge asks on a cache miss. No actor: an address is public. */
  async resolve(id: string): Promise<ResolvedQrCode> {
    const code = isId('qr', id) ? await this.parts.codes.findPublic(this.parts.database.manager, id) : undefined;
    if (!code) throw qrCodeNotFound();
    return toResolvedMessage(code);
  }
}

function fileStem({ title, id }: QrCode): string {
  const stem = title
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase();
  return stem === '' ? id : `${stem}-qr`;
}
