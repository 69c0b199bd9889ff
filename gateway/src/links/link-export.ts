// Links and outcomes of imports as CSV, made while they are sent, so that their number costs no memory.
import { Readable } from 'node:stream';
import { newContext, runInContext } from '@linqr/platform/context';
import type { Logger } from '@linqr/platform/logging';
import { CountedEntity, type EntityCount } from '@linqr/proto/analytics/v1/analytics';
import type { ImportRow } from '@linqr/proto/link/v1/bulk';
import { type Link, LinkSort } from '@linqr/proto/link/v1/link';
import { StreamableFile } from '@nestjs/common';
import Papa from 'papaparse';
import type { Services } from '../clients.js';
import type { GatewayRequest } from '../http/request.js';
import { presentLink } from './link.presenter.js';
import { countsOf } from './link-counts.js';

const PAGE = 100;
const ROWS_A_PAGE = 1_000;
/** Without it Excel reads UTF-8 as something else. */
const BYTE_ORDER_MARK = '\uFEFF';
/** The names that an import reads, then what it has no use for. */
const LINK_COLUMNS = [
  'originalUrl',
  'customAlias',
  'title',
  'description',
  'tags',
  'startsAt',
  'expiresAt',
  'maxClicks',
  'redirectType',
  'forwardQuery',
  'domain',
  'shortUrl',
  'hasPassword',
  'state',
  'clicks',
  'uniqueClicks',
  'lastClickAt',
  'createdAt',
  'updatedAt',
  'id',
] as const;
const ROW_COLUMNS = ['row', 'ok', 'shortUrl', 'code', 'message', 'originalUrl'] as const;

type Cell = string | number | boolean | null;
export type LinkSelection = Pick<Parameters<Services['link']['listLinks']>[0], 'search' | 'filter' | 'tag' | 'domain'>;

/** Papa's own pattern passes over a text with a line break in it. */
const FORMULA = /^[=+\-@\t\r]/;

/** RFC 4180; a text that a spreadsheet would run as a formula gets an apostrophe before it, which imports take off again. */
function lines(rows: Cell[][]): string {
  return rows.length === 0 ? '' : `${Papa.unparse(rows, { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;
}

/** What is fetched page by page has a deadline a page: a long file may take longer than a call. */
function perPage<T>(request: GatewayRequest, work: () => Promise<T>): Promise<T> {
  return runInContext(newContext({ actor: request.user, requestId: request.requestId }), work);
}

/** The first page is there before it answers, so that what fails at once is an error and not half a file. */
async function streamed(header: readonly string[], pages: AsyncGenerator<Cell[][]>): Promise<Readable> {
  const first = await pages.next();
  async function* text() {
    yield BYTE_ORDER_MARK + lines([[...header]]) + lines(first.done ? [] : first.value);
    if (!first.done) for await (const rows of pages) yield lines(rows);
  }
  return Readable.from(text());
}

export function linksAsCsv(services: Services, logger: Logger, request: GatewayRequest, selection: LinkSelection): Promise<Readable> {
  async function* pages() {
    let cursor = '';
    do {
      const asked = cursor;
      const page = await perPage(request, async () => {
        const { links, nextCursor } = await services.link.listLinks({
          ...selection,
          page: 1,
          limit: PAGE,
          cursor: asked,
          sort: LinkSort.LINK_SORT_NEWEST,
        });
        const ids = links.map(({ id }) => id);
        return { links, nextCursor, count: await countsOf(services, logger, CountedEntity.COUNTED_ENTITY_LINK, ids) };
      });
      yield page.links.map((link) => cellsOf(link, page.count(link.id)));
      cursor = page.nextCursor;
    } while (cursor !== '');
  }
  return streamed(LINK_COLUMNS, pages());
}

/** Clicks are empty, not 0, while analytics is away. */
function cellsOf(link: Link, count: EntityCount | undefined): Cell[] {
  const shown = presentLink(link, count);
  return LINK_COLUMNS.map((column) => (column === 'tags' ? shown.tags.join(', ') : shown[column]));
}

export function importRowsAsCsv(services: Services, request: GatewayRequest, id: string, onlyFailed: boolean): Promise<Readable> {
  async function* pages() {
    for (let afterRow = 0, more = true; more; ) {
      const asked = afterRow;
      const page = await perPage(request, () => services.bulk.listImportRows({ id, afterRow: asked, limit: ROWS_A_PAGE, onlyFailed }));
      yield page.rows.map((row) => ROW_COLUMNS.map((column) => presentImportRow(row)[column]));
      afterRow = page.rows.at(-1)?.row ?? afterRow;
      more = page.more;
    }
  }
  return streamed(ROW_COLUMNS, pages());
}

/** Rows as a spreadsheet numbers them: the header is the first. */
export function presentImportRow({ row, ok, shortUrl, code, message, originalUrl }: ImportRow) {
  return { row: row + 1, ok, shortUrl: shortUrl || null, code, message, originalUrl };
}

/** A failure on the way cuts the connection: a file that ends early must not look whole. */
export function csvAttachment(stream: Readable, name: string): StreamableFile {
  const file = new StreamableFile(stream, { type: 'text/csv; charset=utf-8', disposition: `attachment; filename="${name}.csv"` });
  return file.setErrorHandler((_error, response) => response.destroy?.());
}
