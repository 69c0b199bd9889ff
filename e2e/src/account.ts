import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Product } from '@linqr/testing/product';
import { sourcePath } from '@linqr/testing/typescript';
import { PASSWORD, somebody } from './person.js';

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
  const { body } = await callApi<SignedIn>(product, 'POST', '/auth/register', person);
  if (!body.success) throw new Error(`registering failed: ${body.code} ${body.message}`);
  const account = accountOf(product, person.email, body.data);
  if (trial) await account.call('POST', '/subscription/trial');
  return account;
}

/** Makes an account an admin's, as the operator does; its access tokens of before have the role within seconds. */
export async function grantAdmin(product: Product, email: string): Promise<void> {
  // Not spawnSync: a connection that the server closes meanwhile has to be noticed.
  await promisify(execFile)(process.execPath, [sourcePath('deploy/local/bin/admin.mjs'), 'grant', email], {
    env: { ...process.env, LINQR_DATA_DIR: product.dataDir },
    timeout: 60_000,
  });
}

/** A registered admin, signed in after becoming one. */
export async function openAdmin(product: Product): Promise<Account> {
  const { email } = await openAccount(product);
  await grantAdmin(product, email);
  const { body } = await callApi<SignedIn>(product, 'POST', '/auth/login', { email, password: PASSWORD });
  if (!body.success) throw new Error(`signing in failed: ${body.code} ${body.message}`);
  return accountOf(product, email, body.data);
}

interface SignedIn {
  user: { id: string };
  accessToken: string;
  refreshToken: string;
}

function accountOf(product: Product, email: string, { user, accessToken, refreshToken }: SignedIn): Account {
  return {
    email,
    userId: user.id,
    accessToken,
    refreshToken,
    call: (method, path, sent, headers = {}) =>
      callApi(product, method, path, sent, { authorization: `Bearer ${accessToken}`, ...headers }),
  };
}
