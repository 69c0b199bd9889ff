import { AxiosError, AxiosHeaders, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { http } from '../api/http';

export interface FakeRequest {
  method: string;
  /** Below the origin: `/api/urls`. */
  path: string;
  params: Record<string, unknown>;
  body: Record<string, unknown>;
  headers: Record<string, string>;
}

export interface FakeAnswer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** No answer at all. */
  network?: true;
}

type Handler = FakeAnswer | ((request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>);

/** `{ success: true, data }` */
export const ok = (data: unknown, status = 200): FakeAnswer => ({ status, body: { success: true, data } });

/** The error envelope. */
export const problem = (status: number, code: string, message: string, details: { field: string; message: string }[] = []): FakeAnswer => ({
  status,
  body: { success: false, message, code, details, requestId: 'req-1' },
});

/**
 * Stands in for the gateway below axios: everything above it (session, refresh, retry, errors) is the real code.
 * A call nobody described fails the test that made it.
 */
export class FakeApi {
  readonly requests: FakeRequest[] = [];
  private readonly handlers = new Map<string, Handler>();

  constructor(handlers: Record<string, Handler> = {}) {
    this.on('GET /api/health', ok({ status: 'ok', parts: {} }));
    this.on('GET /api/subscription/plans', ok({ plans: [], paymentsConfigured: false }));
    this.on('GET /api/domains', ok({ domains: [], limit: 0 }));
    for (const [key, handler] of Object.entries(handlers)) this.on(key, handler);
    http.defaults.adapter = (config) => this.answer(config);
  }

  on(key: string, handler: Handler): this {
    this.handlers.set(key, handler);
    return this;
  }

  to(key: string): FakeRequest[] {
    return this.requests.filter((request) => `${request.method} ${request.path}` === key);
  }

  private async answer(config: InternalAxiosRequestConfig): Promise<AxiosResponse> {
    const headers = Object.fromEntries(Object.entries(config.headers.toJSON()).map(([name, value]) => [name.toLowerCase(), String(value)]));
    const request: FakeRequest = {
      method: (config.method ?? 'get').toUpperCase(),
      path: `${config.baseURL ?? ''}${config.url ?? ''}`,
      params: (config.params ?? {}) as Record<string, unknown>,
      body: typeof config.data === 'string' ? (JSON.parse(config.data) as Record<string, unknown>) : {},
      headers,
    };
    this.requests.push(request);
    const key = `${request.method} ${request.path}`;
    const handler = this.handlers.get(key);
    if (!handler) throw new Error(`no fake answer for ${key}`);
    const answer = typeof handler === 'function' ? await handler(request) : handler;
    if (answer.network) throw new AxiosError('Network Error', 'ERR_NETWORK', config, {});
    const response: AxiosResponse = {
      data: answer.body ?? null,
      status: answer.status ?? 200,
      statusText: '',
      headers: new AxiosHeaders(answer.headers),
      config,
      request: {},
    };
    if (response.status >= 400) throw new AxiosError('refused', 'ERR_BAD_REQUEST', config, {}, response);
    return response;
  }
}
