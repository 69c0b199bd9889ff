// One POST to somewhere on the internet, bounded in every way: time, bytes, redirects, where it may go.
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { type ConnectionOptions, openChecked } from './checked-connection.js';
import { NoAnswer, noAnswer } from './outbound.errors.js';

export interface OutboundOptions extends ConnectionOptions {
  /** From the first look at the name to the head of the answer. */
  totalTimeoutMs: number;
}

export interface Answer {
  status: number;
  /** The beginning of the body; of text only what can be shown. */
  body: string;
  retryAfter: string | undefined;
}

const MAX_HEADER_BYTES = 16_384;
/** Read at most, so that a short body ends by itself. */
const MAX_BODY_BYTES = 16_384;
const KEPT_BODY_BYTES = 2_048;
/** For the body once the head is there; the status has decided by then. */
const BODY_TIMEOUT_MS = 2_000;

/** The answer, whatever its status; redirects are not followed. Rejects with NoAnswer. The connection is not used again. */
export async function post(url: URL, headers: Record<string, string>, body: Buffer, options: OutboundOptions): Promise<Answer> {
  const timeUp = AbortSignal.timeout(options.totalTimeoutMs);
  const socket = await openChecked(url, options, timeUp);
  try {
    const response = await headOf(url, headers, body, socket, timeUp);
    const retryAfter = response.headers['retry-after'];
    return { status: response.statusCode ?? 0, body: await beginningOf(response), retryAfter };
  } catch (error) {
    if (timeUp.aborted) throw new NoAnswer(`No answer within ${options.totalTimeoutMs / 1_000} seconds.`, { cause: error });
    throw noAnswer(error);
  } finally {
    socket.destroy();
  }
}

function headOf(url: URL, headers: Record<string, string>, body: Buffer, socket: Socket, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request({
      createConnection: () => socket,
      method: 'POST',
      path: url.pathname + url.search,
      headers: { host: url.host, ...headers, 'content-length': String(body.length) },
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    });
    sent.once('response', resolve);
    sent.once('upgrade', () => reject(new NoAnswer('The answer is not one to a POST.')));
    sent.once('close', () => reject(new NoAnswer('The connection was closed without an answer.')));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Never rejects: what was read until then counts. */
function beginningOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const kept: Buffer[] = [];
    let read = 0;
    const timer = setTimeout(done, BODY_TIMEOUT_MS);
    function done() {
      clearTimeout(timer);
      response.destroy();
      resolve(readable(Buffer.concat(kept).subarray(0, KEPT_BODY_BYTES)));
    }
    response.on('data', (chunk: Buffer) => {
      if (read < KEPT_BODY_BYTES) kept.push(chunk.subarray(0, KEPT_BODY_BYTES));
      read += chunk.length;
      if (read >= MAX_BODY_BYTES) done();
    });
    response.once('end', done);
    response.on('error', done);
    response.once('close', done);
  });
}

/** Valid UTF-8 without control characters (PostgreSQL takes no NUL); a character cut in two at the end is left out. */
function readable(bytes: Buffer): string {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\ufffd');
}
