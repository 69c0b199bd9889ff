// Many codes as one file: a table, or a ZIP of images. Both are made while they are sent, so their size costs no memory.
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { currentContext, newContext, runInContext } from '@linqr/platform/context';
import { AppError, toAppError } from '@linqr/platform/errors';
import { CountedEntity, type EntityCount } from '@linqr/proto/analytics/v1/analytics';
import type { QrCode } from '@linqr/proto/qr/v1/qr';
import { ZipFile } from 'yazl';
import { csvCell } from '../analytics/csv.js';
import type { Services } from '../clients.js';
import { fromQrType } from './qr-code.presenter.js';

const PAGE = 100;
/** Longest a single image may take: a large one behind a full queue. */
const DRAW_TIMEOUT_MS = 30_000;
/** Without it Excel reads UTF-8 as something else. */
const BYTE_ORDER_MARK = '\uFEFF';
const COLUMNS = ['id', 'title', 'type', 'content', 'description', 'url', 'shortUrl', 'totalScans', 'uniqueScans', 'archived', 'createdAt'];

export type ListRequest = Parameters<Services['qr']['listQrCodes']>[0];
export type ImageRequest = Omit<Parameters<Services['qr']['exportQrCode']>[0], 'id'>;

/** A download takes as long as its reader does: each of its steps has a time limit, the whole has none. */
function withoutDeadline<T>(step: () => T): T {
  const { deadlineMs: _ofTheCall, ...context } = currentContext() ?? newContext();
  return runInContext(context, step);
}

/** Every code that a list shows, newest first, without images. */
export async function* everyCode(services: Services, request: ListRequest): AsyncGenerator<QrCode[]> {
  let cursor = '';
  do {
    const from = { ...request, page: 1, limit: PAGE, cursor, withoutImages: true };
    const page = await withoutDeadline(() => services.qr.listQrCodes(from));
    yield page.qrCodes;
    cursor = page.nextCursor;
  } while (cursor !== '');
}

const line = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * `countsOf`: scans by id; undefined where analytics is away. The first page is there before it answers, so that what fails at
 * once is an error and not half a file.
 */
export async function codesAsCsv(
  pages: AsyncGenerator<QrCode[]>,
  appOrigin: string,
  countsOf: (kind: CountedEntity, ids: string[]) => Promise<(id: string) => EntityCount | undefined>,
): Promise<Readable> {
  const first = await pages.next();
  async function* all() {
    if (first.done) return;
    yield first.value;
    yield* pages;
  }
  async function* lines() {
    yield BYTE_ORDER_MARK + line(COLUMNS);
    for await (const codes of all()) {
      const ids = codes.map(({ id }) => id);
      const count = await withoutDeadline(() => countsOf(CountedEntity.COUNTED_ENTITY_QR_CODE, ids));
      yield codes.map((code) => line(cellsOf(code, appOrigin, count(code.id)))).join('');
    }
  }
  return Readable.from(lines());
}

function cellsOf(code: QrCode, appOrigin: string, count: EntityCount | undefined): (string | number)[] {
  return [
    code.id,
    code.title,
    fromQrType(code.type),
    code.content,
    code.description,
    `${appOrigin}/qr/${code.id}`,
    code.shortUrl,
    count?.clicks ?? '',
    count?.uniqueClicks ?? '',
    String(code.archived),
    code.createdAt ?? '',
  ];
}

/** Who draws the images of a ZIP. */
export interface Drawing {
  qr: Pick<Services['qr'], 'exportQrCode'>;
}

/** What a ZIP needs to know of a code. */
export interface ZipEntry {
  id: string;
  title: string;
  content: string;
}

/**
 * A ZIP of images and an `index.csv` that says which is which. An image is drawn when those before it have been sent. A code
 * that is gone by then, or does not scan at this size, is left out and says so in the index; a part that is away breaks the
 * file off, which the reader notices.
 */
export function codesAsZip(services: Drawing, entries: readonly ZipEntry[], image: ImageRequest, extension: string): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // PNG, JPEG and WebP are packed already.
  const compress = extension === 'svg' || extension === 'pdf';
  const add = async (name: string, content: Buffer): Promise<void> => {
    const source = Readable.from([content]);
    zip.addReadStream(source, name, { compress, size: content.length });
    await finished(source);
  };
  const fill = async (): Promise<void> => {
    const index = [BYTE_ORDER_MARK + line(['file', 'id', 'title', 'content', 'problem'])];
    const digits = String(entries.length).length;
    for (const [at, entry] of entries.entries()) {
      if (output.destroyed) return;
      const drawn = await draw(services, entry.id, image);
      const name = 'problem' in drawn ? '' : `${String(at + 1).padStart(digits, '0')}-${stemOf(entry)}.${extension}`;
      index.push(line([name, entry.id, entry.title, entry.content, 'problem' in drawn ? drawn.problem : '']));
      if ('content' in drawn) await add(name, drawn.content);
    }
    await add('index.csv', Buffer.from(index.join('')));
    zip.end();
  };
  zip.on('error', (error: Error) => output.destroy(error));
  fill().catch((error: unknown) => output.destroy(toAppError(error)));
  return output;
}

/** `problem`: for good; what passes is thrown. */
async function draw(services: Drawing, id: string, image: ImageRequest): Promise<{ content: Buffer } | { problem: string }> {
  try {
    const { content } = await withoutDeadline(() => services.qr.exportQrCode({ ...image, id }, { timeoutMs: DRAW_TIMEOUT_MS }));
    return { content: Buffer.from(content) };
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.httpStatus >= 500) throw error;
    return { problem: error.message };
  }
}

function stemOf({ title, content, id }: ZipEntry): string {
  const words = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60)
      .toLowerCase();
  return words(title) || words(content.replace(/^https?:\/\//, '')) || id;
}

/** Some downloads at a time for each workspace: each keeps the drawing threads busy. */
export class DownloadTurns {
  private readonly underWay = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** RATE_LIMITED when the workspace has as many as it may. */
  take(workspaceId: string, stream: Readable): Readable {
    const count = this.underWay.get(workspaceId) ?? 0;
    if (count >= this.most) {
      stream.destroy();
      throw new AppError('RATE_LIMITED', 'Two downloads are under way. Wait until one of them is done.', { retryAfterSeconds: 10 });
    }
    this.underWay.set(workspaceId, count + 1);
    stream.once('close', () => {
      const left = (this.underWay.get(workspaceId) ?? 1) - 1;
      if (left > 0) this.underWay.set(workspaceId, left);
      else this.underWay.delete(workspaceId);
    });
    return stream;
  }
}
