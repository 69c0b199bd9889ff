// An account as full as the largest plan allows, made the way its owner would: one file, imported.
import { eventually } from '@linqr/testing/eventually';
import type { Product } from '@linqr/testing/product';
import { openAccount } from '../account.js';
import type { Cookie } from './audit.js';

export const MANY = 10_000;
const IMPORT_MS = 300_000;

interface Import {
  import: { id: string; state: string; succeeded: number; failed: number };
}

/** Signed in to an account on Professional with 10,000 links. */
export async function accountWithManyLinks(product: Product): Promise<Cookie[]> {
  const account = await openAccount(product, { trial: true });
  const rows = Array.from(
    { length: MANY },
    (_, i) => `https://example.com/shop/${i}?utm_source=letter,"Article ${i} of the catalogue",spring`,
  );
  const started = await fetch(`${product.appUrl}/api/urls/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': 'text/csv' },
    body: ['originalUrl,title,tags', ...rows].join('\n'),
  });
  const { data, message } = (await started.json()) as { data?: Import; message?: string };
  if (!data) throw new Error(`the import was refused: ${message}`);
  const now = async () => (await account.call<Import>('GET', `/urls/imports/${data.import.id}`)).body.data.import;
  await eventually(async () => (await now()).state === 'done', { timeoutMs: IMPORT_MS, intervalMs: 500 });
  const { succeeded, failed } = await now();
  if (succeeded !== MANY) throw new Error(`${succeeded} links were made, ${failed} were not`);
  return [{ name: 'accessToken', value: account.accessToken, url: product.appUrl }];
}
