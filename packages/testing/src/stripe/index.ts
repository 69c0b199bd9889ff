// A Stripe of our own: its HTTP API over an account that keeps state and has a virtual clock, with really signed events.
// For life cycles, which the official stripe-mock (stateless) cannot show.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StripeAccount } from './account.js';
import { parseForm } from './form.js';
import { type Event, Refusal } from './objects.js';
import { showPage } from './pages.js';
import { ROUTES } from './routes.js';

export type { StripeAccount } from './account.js';
export type { Event as StripeEvent } from './objects.js';
export { startStripeMock, stripeMockMissing } from './stripe-mock.js';

export interface FakeStripeOptions {
  secretKey?: string;
  webhookSecret?: string;
  /** Where events go as they happen; without it they wait in `account.events`. */
  webhookUrl?: () => string;
  /** Milliseconds; then time moves by `account.advanceTo` only. */
  startAt?: number;
  afterRetries?: 'canceled' | 'unpaid';
}

export interface StripeRequest {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
}

export interface FakeStripe {
  url: string;
  secretKey: string;
  webhookSecret: string;
  account: StripeAccount;
  /** Every call of the API, oldest first. */
  requests: StripeRequest[];
  /** 500 to every call while true. */
  outage: { on: boolean };
  /** The call is carried out and its answer lost, this many times. */
  lostAnswers: { left: number };
  /** Keeps the answer of the next call of that kind ('GET /v1/subscriptions'), as of when it came, until released. */
  hold: (route: string) => { arrived: Promise<void>; release: () => void };
  /** An event as it is sent: body and header. `at`: milliseconds, default the account's time. */
  sign: (event: Event, options?: { secret?: string; at?: number }) => { body: string; signature: string };
  stop: () => Promise<void>;
}

/** An account without a server: for rules that are tried on thousands of histories. */
export function standaloneAccount(options: { startAt: number; onEvent: (event: Event) => void }): StripeAccount {
  return new StripeAccount({ url: 'https://stripe.example.com', ...options });
}

const MAX_BODY = 1_000_000;

export function signPayload(body: string, secret: string, atSeconds: number): string {
  const signature = createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex');
  return `t=${atSeconds},v1=${signature}`;
}

export async function startFakeStripe(options: FakeStripeOptions = {}): Promise<FakeStripe> {
  const secretKey = options.secretKey ?? 'sk_test_fake';
  const webhookSecret = options.webhookSecret ?? 'whsec_fake';
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const underWay = new Set<Promise<void>>();

  const sign: FakeStripe['sign'] = (event, { secret = webhookSecret, at } = {}) => {
    const body = JSON.stringify(event);
    return { body, signature: signPayload(body, secret, at === undefined ? account.now() : Math.floor(at / 1_000)) };
  };
  const account = new StripeAccount({
    url,
    startAt: options.startAt,
    afterRetries: options.afterRetries ?? 'canceled',
    onEvent: (event) => {
      if (!options.webhookUrl) return;
      const delivery = deliver(options.webhookUrl(), () => sign(event)).finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },
  });
  const requests: StripeRequest[] = [];
  const outage = { on: false };
  const lostAnswers = { left: 0 };
  const holds = new Map<string, { arrive: () => void; released: Promise<void> }>();
  const remembered = new Map<string, { fingerprint: string; status: number; body: string }>();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request);
    const at = new URL(request.url ?? '/', url);
    if (!at.pathname.startsWith('/v1/')) {
      const { status, html = '', location } = showPage(account, request.method ?? 'GET', at);
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...(location ? { location } : {}) }).end(html);
      return;
    }
    const key = request.headers['idempotency-key'] as string | undefined;
    requests.push({ method: request.method ?? '', path: at.pathname, idempotencyKey: key });
    const answer = respond(request, at, body, key);
    const held = holds.get(`${request.method} ${at.pathname}`);
    if (held) {
      holds.delete(`${request.method} ${at.pathname}`);
      held.arrive();
      await held.released;
    }
    if (lostAnswers.left > 0 && request.method === 'POST' && answer.status === 200) {
      lostAnswers.left--;
      response.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': `req_${requests.length}` }).end(answer.body);
  }

  function respond(request: IncomingMessage, at: URL, body: string, key: string | undefined): { status: number; body: string } {
    if (outage.on) return failure(new Refusal(500, { type: 'api_error', message: 'Something went wrong on our side.' }));
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return failure(new Refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' }));
    const fingerprint = `${request.method} ${at.pathname} ${body}`;
    const before = key === undefined || request.method !== 'POST' ? undefined : remembered.get(key);
    if (before && before.fingerprint !== fingerprint)
      return failure(new Refusal(400, { type: 'idempotency_error', message: 'Keys for idempotent requests need the same parameters.' }));
    if (before) return before;
    const answer = carryOut(request.method ?? '', at, body);
    if (key !== undefined && request.method === 'POST') remembered.set(key, { fingerprint, ...answer });
    return answer;
  }

  function carryOut(method: string, at: URL, body: string): { status: number; body: string } {
    const params = parseForm(body || at.search.slice(1));
    for (const [route, handler] of Object.entries(ROUTES)) {
      const [routeMethod, pattern = ''] = route.split(' ');
      const match = routeMethod === method && new RegExp(`^${pattern.replaceAll('*', '([^/]+)')}$`).exec(at.pathname);
      if (!match) continue;
      try {
        return { status: 200, body: JSON.stringify(handler({ account, params, ids: match.slice(1), url })) };
      } catch (error) {
        if (error instanceof Refusal) return failure(error);
        return failure(new Refusal(500, { type: 'api_error', message: (error as Error).stack ?? '' }));
      }
    }
    return failure(new Refusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${at.pathname}).` }));
  }

  return {
    url,
    secretKey,
    webhookSecret,
    account,
    requests,
    outage,
    lostAnswers,
    hold(route) {
      let arrive!: () => void;
      let release!: () => void;
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      holds.set(route, { arrive, released });
      return { arrived, release };
    },
    sign,
    stop: async () => {
      await Promise.allSettled(underWay);
      await close(server);
    },
  };
}

const failure = ({ status, error }: Refusal) => ({ status, body: JSON.stringify({ error }) });

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** As Stripe: tried again until it is answered with success, here at once and a few times. */
async function deliver(to: string, signed: () => { body: string; signature: string }): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const { body, signature } = signed();
    try {
      const answer = await fetch(to, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature, 'user-agent': 'Stripe/1.0' },
        signal: AbortSignal.timeout(10_000),
      });
      if (answer.ok) return;
    } catch {
      // Not there yet: once more.
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
