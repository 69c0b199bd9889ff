import { Readable } from 'node:stream';
import { type CallContext, runInContext } from '@linqr/platform/context';
import type { ExportPageResponse } from '@linqr/proto/export/v1/export';
import type { ExportClient } from '../clients.js';

/** Sections that have one record at most: an object, or null. */
const SINGLE = new Set(['user', 'notificationPreferences', 'twoFactor', 'emailChanges']);
/** Pages of one service; at 5,000 clicks a page more than any workspace has. */
const MAX_PAGES = 1_000_000;

/**
 * One JSON document out of all services, page by page: what is held in memory is one page, and the next is asked for when the
 * reader has taken it. The first page is asked for before anything is answered, so that a refusal is still a refusal; when a
 * service is away later, the document is cut off and cannot be taken for a whole one.
 */
export async function accountExport(clients: readonly ExportClient[], context: CallContext, exportedAt: Date): Promise<Readable> {
  const page = (client: ExportClient, cursor: string) => runInContext(context, () => client.exportPage({ cursor }));
  const first = await page(clients[0]!, '');
  return Readable.from(document(clients, page, first, exportedAt), { objectMode: false, highWaterMark: 64 * 1024 });
}

async function* document(
  clients: readonly ExportClient[],
  page: (client: ExportClient, cursor: string) => Promise<ExportPageResponse>,
  first: ExportPageResponse,
  exportedAt: Date,
): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(exportedAt.toISOString())}`;
  for (const client of clients) {
    let answer = client === clients[0] ? first : await page(client, '');
    const section = new SectionWriter(answer.sections);
    for (let pages = 1; ; pages++) {
      for (const { section: name, json } of answer.records) yield section.record(name, json);
      if (answer.nextCursor === '') break;
      if (pages >= MAX_PAGES) throw new Error('an export without an end');
      answer = await page(client, answer.nextCursor);
    }
    yield section.end();
  }
  yield '\n}\n';
}

/** Opens and closes the sections of one service; one without records is there too, empty. */
class SectionWriter {
  private readonly waiting: string[];
  private open: string | undefined;
  private records = 0;

  constructor(sections: readonly string[]) {
    this.waiting = [...sections];
  }

  record(name: string, json: string): string {
    const before = name === this.open ? '' : this.openUntil(name);
    this.records++;
    return `${before}${this.records > 1 ? ',' : ''}\n${json}`;
  }

  end(): string {
    return `${this.close()}${this.waiting.map(empty).join('')}`;
  }

  private openUntil(name: string): string {
    let text = this.close();
    for (let next = this.waiting.shift(); next !== undefined && next !== name; next = this.waiting.shift()) text += empty(next);
    this.open = name;
    this.records = 0;
    return `${text},\n${JSON.stringify(name)}:${SINGLE.has(name) ? '' : '['}`;
  }

  private close(): string {
    const was = this.open;
    this.open = undefined;
    return was === undefined || SINGLE.has(was) ? '' : '\n]';
  }
}

const empty = (name: string): string => `,\n${JSON.stringify(name)}:${SINGLE.has(name) ? 'null' : '[]'}`;
