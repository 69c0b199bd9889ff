import { validationFailed } from '@linqr/platform/errors';
import { z } from 'zod';

/** Where a page of the log ended. */
export interface DeliveryCursor {
  createdAtMs: number;
  id: string;
}

const schema = z.tuple([z.number().int().min(0).max(8.64e15), z.string().regex(/^[\w-]{1,64}$/)]);

export function encodeCursor({ createdAtMs, id }: DeliveryCursor): string {
  return Buffer.from(JSON.stringify([createdAtMs, id])).toString('base64url');
}

/** Undefined for the empty text; VALIDATION_FAILED for what is no cursor. */
export function decodeCursor(text: string): DeliveryCursor | undefined {
  if (text === '') return undefined;
  try {
    const [createdAtMs, id] = schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return { createdAtMs, id };
  } catch {
    throw validationFailed({ field: 'cursor', message: 'The cursor is not valid. Please start from the first page.' });
  }
}
