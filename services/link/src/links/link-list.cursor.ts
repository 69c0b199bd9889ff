import { validationFailed } from '@linqr/platform/errors';
import { z } from 'zod';

export type ListSort = 'newest' | 'oldest' | 'title';

/** Where a page ended: the sort's key and the id of its last link. */
export interface Cursor {
  sort: ListSort;
  /** Milliseconds since the epoch, or the title's key. */
  key: number | string;
  id: string;
}

const schema = z.union([
  z.tuple([z.enum(['newest', 'oldest']), z.number().int().min(0).max(8.64e15), z.string().max(64)]),
  z.tuple([z.literal('title'), z.string().max(400), z.string().max(64)]),
]);

export function encodeCursor({ sort, key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');
}

/** Undefined for the empty text; VALIDATION_FAILED for what is no cursor of this sort. */
export function decodeCursor(text: string, sort: ListSort): Cursor | undefined {
  if (text === '') return undefined;
  const parsed = schema.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!parsed.success || parsed.data[0] !== sort || String(parsed.data[1]).includes('\0') || !/^[\w-]+$/.test(parsed.data[2]))
    throw validationFailed({ field: 'cursor', message: 'The cursor is not valid for this list. Please start from the first page.' });
  const [, key, id] = parsed.data;
  return { sort, key, id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
