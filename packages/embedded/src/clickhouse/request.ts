// Body and credentials of a request.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { EngineError } from './errors.js';

export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new EngineError(158, 'TOO_MANY_ROWS', `The request body is larger than ${maxBytes} bytes`);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined) return body;
  if (encoding !== 'gzip') throw new EngineError(89, 'UNKNOWN_COMPRESSION_METHOD', 'Only gzip is understood');
  try {
    return await promisify(gunzip)(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new EngineError(354, 'ZLIB_INFLATE_FAILED', 'The body is not valid gzip');
  }
}

export interface Credentials {
  user: string;
  password: string;
}

export function checkCredentials(request: IncomingMessage, expected: Credentials): void {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const decoded = basic ? Buffer.from(basic, 'base64').toString('utf8') : undefined;
  const given = decoded ?? `${one(request.headers['x-clickhouse-user'])}:${one(request.headers['x-clickhouse-key'])}`;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(given), digest(`${expected.user}:${expected.password}`)))
    throw new EngineError(516, 'AUTHENTICATION_FAILED', 'Authentication failed: password is incorrect, or there is no user with such name');
}

function one(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header[0] : header) ?? '';
}
