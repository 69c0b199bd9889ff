import { requireActor } from '@linqr/platform/context';
import { validationFailed } from '@linqr/platform/errors';
import { isId } from '@linqr/platform/ids';
import type { ResolvedQrCode } from '@linqr/proto/qr/v1/qr';
import { MAX_SIZE, MIN_SIZE } from '@linqr/qr-render';
import type { DataSource } from 'typeorm';
import type { ImageFormat, PrintSize } from '../rendering/render-task.js';
import type { QrRenderer } from '../rendering/renderer.js';
import type { CodeBlockRepository } from '../safety/code-block.repository.js';
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

const MAX_RESOLVED = 500;
const MILLIMETRES_AN_INCH = 25.4;
/** What printers ask for. */
const PRINT_DPI = 300;
/** CSS pixels in an inch: what a vector drawing counts in. */
const CSS_DPI = 96;

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
  blocks: CodeBlockRepository;
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
  async export({ id, format, size: pixels, millimetres, dpi }: ExportQrCodeInput): Promise<QrFile> {
    const code = await this.get(id);
    const { drawing, renderer } = this.parts;
    const design = await drawing.brand(code.workspaceId, code.design);
    const raster = format === 'png' || format === 'jpeg' || format === 'webp';
    const print = millimetres > 0 ? { millimetres, dpi: raster ? dpi || PRINT_DPI : CSS_DPI } : undefined;
    const size = print ? pixelsOf(print, raster) : pixels;
    const side = size || code.size;
    // A size nobody asked for grows where the branding needs room.
    const minimumSize = renderer.requireScannable(design, code.payload, raster && size > 0 ? side : undefined);
    const content = await renderer.draw(code.payload, design, format, raster ? Math.max(side, minimumSize) : side, print);
    return { content, contentType: CONTENT_TYPES[format], fileName: `${fileStem(code)}.${format === 'jpeg' ? 'jpg' : format}` };
  }

  /** What the edge asks on a cache miss. No actor: an address is public. */
  async resolve(id: string): Promise<ResolvedQrCode> {
    const [found] = await this.resolveAll([id]);
    if (!found) throw qrCodeNotFound();
    return found;
  }

  /** Each as `resolve` would answer, in the order asked; undefined where there is no such code. */
  async resolveAll(ids: readonly string[]): Promise<(ResolvedQrCode | undefined)[]> {
    if (ids.length > MAX_RESOLVED)
      throw validationFailed({ field: 'ids', message: `At most ${MAX_RESOLVED} codes can be resolved at once.` });
    const { codes, blocks, database } = this.parts;
    const found = await codes.findPublic(
      database.manager,
      ids.filter((id) => isId('qr', id)),
    );
    const blocked = await blocks.among(database.manager, [...found.values()]);
    return ids.map((id) => {
      const code = found.get(id);
      return code && toResolvedMessage(code, blocked.has(id));
    });
  }
}

/** Whole pixels of a raster image, at most MAX_SIZE; of a vector image however many CSS pixels there are. */
function pixelsOf({ millimetres, dpi }: PrintSize, raster: boolean): number {
  const pixels = (millimetres / MILLIMETRES_AN_INCH) * dpi;
  if (!raster) return pixels;
  if (pixels > MAX_SIZE) {
    const most = Math.floor((MAX_SIZE / dpi) * MILLIMETRES_AN_INCH);
    throw validationFailed({
      field: 'millimetres',
      message: `At ${dpi} dots an inch an image has ${most} millimetres at most. Choose fewer dots, or PDF or SVG, which have no limit.`,
    });
  }
  return Math.max(MIN_SIZE, Math.round(pixels));
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
