import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { newContext } from '@linqr/platform/context';
import { ERROR_CATALOGUE, type ErrorCode } from '@linqr/platform/errors';

const ANSWERS: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The address or the header fields of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['DEADLINE_EXCEEDED', 'The request took too long to arrive.'],
};

/** What cannot be read as HTTP never becomes a request; its sender gets the error body all the same, and the connection ends. */
export function answerUnparsable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [code, message] = ANSWERS[error.code ?? ''] ?? ['BODY_MALFORMED', 'The request could not be read. Please check its format.'];
    const { requestId } = newContext();
    const body = JSON.stringify({ success: false, message, code, details: [], requestId });
    const head = [
      `HTTP/1.1 ${ERROR_CATALOGUE[code].http} ${code}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}
