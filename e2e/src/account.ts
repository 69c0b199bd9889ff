import type { Product } from '@linqr/testing/product';
import { somebody } from './person.js';

export interface ApiAnswer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: { success: boolean; data: T; code?: string; message?: string; details?: { field: string; message: string }[] } & Record<
    string,
    unknown
  >;
}

export interface Account {
  email: string;
  userId: string;
  accessToken: string;
  refreshToken: string;
  /** Calls the API as this account, with a bearer token and no cookies. */
  call: <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<ApiAnswer<T>>;
}

export async function callApi<T>(
  product: Product,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiAnswer<T>> {
  const response = await fetch(`${product.appUrl}/api${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as ApiAnswer<T>['body'] };
}

/** A registered account; with `trial` on Professional for its first fortnight. */
export async function openAccount(product: Product, { trial = false } = {}): Promise<Account> {
  const person = somebody();
  const { body } = await callApi<{ user: { id: string }; accessToken: string; refreshToken: string }>(
    product,
    'POST',
    '/auth/register',
    person,
  );
  if (!body.success) throw new Error(`registering failed: ${body.code} ${body.message}`);
  const { user, accessToken, refreshToken } = body.data;
  const account: Account = {
    email: person.email,
    userId: user.id,
    accessToken,
    refreshToken,
    call: (method, path, sent, headers = {}) =>
      callApi(product, method, path, sent, { authorization: `Bearer ${accessToken}`, ...headers }),
  };
  if (trial) await account.call('POST', '/subscription/trial');
  return account;
}
