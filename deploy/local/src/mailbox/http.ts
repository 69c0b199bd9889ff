// The mailbox's pages and JSON, on loopback; the gateway passes /mailbox on in local mode.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MessageStore } from './message-store.js';
import { BASE, framedHtml, mailboxPage } from './page.js';
import { REFRESH, STYLE } from './style.js';

const COMMON = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Nothing runs and nothing is fetched from inside a message, framed or opened on its own. */
const MESSAGE_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'";

export async function openHttp(store: MessageStore, port: number): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      send(response, 405, 'text/plain', 'Only GET is answered here.\n', { allow: 'GET, HEAD' });
      return;
    }
    const path = (request.url ?? '/').split('?')[0]!;
    answer(store, path, response);
  });
  server.requestTimeout = 10_000;
  server.maxConnections = 100;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function answer(store: MessageStore, path: string, response: ServerResponse): void {
  const page = (status: number, html: string) => send(response, status, 'text/html', html, { 'content-security-policy': PAGE_POLICY });
  const messages = store.list();
  const [, id, part] = /^\/mailbox\/(msg_[0-9a-z]{1,40})(\/html)?$/.exec(path) ?? [];
  const message = id ? store.get(id) : undefined;
  if (message && part) {
    const headers = { 'content-security-policy': MESSAGE_POLICY, 'x-frame-options': 'SAMEORIGIN' };
    send(response, 200, 'text/html', framedHtml(message), headers);
  } else if (message || path === BASE || path === `${BASE}/`) page(200, mailboxPage(messages, message));
  else if (path === `${BASE}.json`) send(response, 200, 'application/json', JSON.stringify({ messages }));
  else if (path === `${BASE}/newest`) send(response, 200, 'text/plain', messages[0]?.id ?? '');
  else if (path === `${BASE}/style.css`) send(response, 200, 'text/css', STYLE);
  else if (path === `${BASE}/refresh.js`) send(response, 200, 'text/javascript', REFRESH);
  else page(404, mailboxPage(messages, undefined));
}

function send(response: ServerResponse, status: number, type: string, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...COMMON, 'content-type': `${type}; charset=utf-8`, ...headers }).end(body);
}
