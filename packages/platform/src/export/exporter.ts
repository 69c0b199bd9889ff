import { z } from 'zod';
import { type Actor, requireActor } from '../context/index.js';
import { AppError, validationFailed } from '../errors/index.js';
import { parseInput } from '../validation/index.js';

/** One page of a section: records behind `after` (empty: the first ones), and where the next page begins, if there is one. */
export interface SectionPage {
  records: object[];
  next?: string | undefined;
}

export interface ExportSection {
  /** Its name in the document. */
  name: string;
  page(actor: Actor, after: string): Promise<SectionPage>;
}

const requestSchema = z.object({ cursor: z.string().max(2_000) });

/** Serves ExportPage out of a service's sections. */
export class Exporter {
  constructor(private readonly sections: readonly ExportSection[]) {}

  async page(request: { cursor: string }) {
    const actor = requireActor();
    if (actor.via !== 'session') throw new AppError('FORBIDDEN', 'Please sign in to do this; an API key is not enough.');
    const { cursor } = parseInput(requestSchema, request);
    const at = cursor === '' ? { section: 0, after: '' } : this.read(cursor);
    const section = this.sections[at.section];
    const { records, next } = section ? await section.page(actor, at.after) : { records: [], next: undefined };
    const more = next !== undefined ? { section: at.section, after: next } : { section: at.section + 1, after: '' };
    return {
      records: records.map((record) => ({ section: section?.name ?? '', json: JSON.stringify(record) })),
      nextCursor: more.section < this.sections.length ? Buffer.from(JSON.stringify(more)).toString('base64url') : '',
      sections: cursor === '' ? this.sections.map(({ name }) => name) : [],
    };
  }

  private read(cursor: string): { section: number; after: string } {
    try {
      const { section, after } = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as { section: unknown; after: unknown };
      if (Number.isInteger(section) && typeof after === 'string' && !after.includes('\0')) return { section: Number(section), after };
    } catch {
      // Said below.
    }
    throw validationFailed({ field: 'cursor', message: 'This is not a cursor of an export' });
  }
}
