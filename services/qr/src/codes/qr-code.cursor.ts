import { validationFailed } from '@linqr/platform/errors';
import { isId } from '@linqr/platform/ids';
import { z } from 'zod';

/** Where a page ended: its last code. */
export interface Cursor {
  createdAtMs: number;
  id: string;
}

const schema = z.tuple([z.number().int().min(0).max(8.64e15), z.string().refine((id) => isId('qr', id))]);

export function encodeCursor({ createdAtMs, id }: Cursor): string {
  return Buffer.from(JSON.stringify([createdAtMs, id])).toString('base64url');
}

/** Undefined for the empty text; VALIDATION_FAILED for what is no cursor. */
export function decodeCursor(text: string): Cursor | undefined {
  if (text === '') return undefined;
  const parsed = schema.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!parsed.success)
    throw validationFailed({ field: 'cursor', message: 'The cursor is not valid for this list. Please start from the first page.' });
  const [createdAtMs, id] = parsed.data;
  return { createdAtMs, id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
