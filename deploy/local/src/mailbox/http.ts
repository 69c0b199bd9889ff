// The mailbox's pages and JSON, on loopback; the gateway passes /mailbox on in local mode.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MessageStore } from './message-store.js';
import { BASE, framedHtml, mailboxPage } from './page.js';
import { REFRESH, STYLE } from './style.js';

const COMMON = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
const PAGE_POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Nothing runs and nothing is fetched from inside a message, framed or opened on its own. */
const MESSAGE_POLICY = "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'";

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
  if (path === BASE || path === `${BASE}/`) return page(200, mailboxPage(messages, undefined));
  if (path === `${BASE}.json`) return send(response, 200, 'application/json', JSON.stringify({ messages }));
  if (path === `${BASE}/newest`) return send(response, 200, 'text/plain', messages[0]?.id ?? '');
  if (path === `${BASE}/style.css`) return send(response, 200, 'text/css', STYLE);
  if (path === `${BASE}/refresh.js`) return send(response, 200, 'text/javascript', REFRESH);
  const [, id, part] = /^\/mailbox\/(msg_[0-9a-z]{1,40})(\/html)?$/.exec(path) ?? [];
  const message = id ? store.get(id) : undefined;
  if (!message) return page(404, mailboxPage(messages, undefined));
  if (!part) return page(200, mailboxPage(messages, message));
  send(response, 200, 'text/html', framedHtml(message), { 'content-security-policy': MESSAGE_POLICY, 'x-frame-options': 'SAMEORIGIN' });
}

function send(response: ServerResponse, status: number, type: string, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...COMMON, 'content-type': `${type}; charset=utf-8`, ...headers }).end(body);
}
