// One GET of a block list, bounded in every way: time, bytes, redirects, where it may go. A name is resolved once; the
// address that was judged is the one that is connected to, so an answer that changes in between changes nothing.
import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { addressLeadsInward, leadsInward } from '@linqr/platform/network';

export interface DownloadOptions {
  allowPrivate: boolean;
  totalTimeoutMs: number;
  /** ETag and Last-Modified of what is held already. */
  validators?: { etag?: string | undefined; lastModified?: string | undefined };
}

export interface Download {
  /** null: what is held is still good. */
  body: Readable | null;
  etag?: string | undefined;
  lastModified?: string | undefined;
}

const MAX_REDIRECTS = 3;
const MAX_HEADER_BYTES = 16_384;

/** Rejects for every status but 200 and 304, for addresses that lead inward, and when time is up; the body too. */
export async function download(address: string, options: DownloadOptions): Promise<Download> {
  const signal = AbortSignal.timeout(options.totalTimeoutMs);
  let url = new URL(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await get(url, options, signal);
    const status = response.statusCode ?? 0;
    if (status === 200) return { body: response, etag: response.headers.etag, lastModified: response.headers['last-modified'] };
    response.destroy();
    if (status === 304) return { body: null };
    if (![301, 302, 303, 307, 308].includes(status) || !response.headers.location)
      throw new Error(`the list answered with status ${status}`);
    url = new URL(response.headers.location, url);
  }
  throw new Error(`more than ${MAX_REDIRECTS} redirects`);
}

function get(url: URL, { allowPrivate, validators }: DownloadOptions, signal: AbortSignal) {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`a list cannot be fetched by ${url.protocol}`);
  if (!allowPrivate && leadsInward(url.hostname)) throw new Error('the list is not at a public address');
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const sent = request(url, {
      agent: false,
      lookup: allowPrivate ? undefined : publicOnly,
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: {
        'user-agent': 'Linqr link safety',
        accept: 'text/plain, */*;q=0.1',
        'accept-encoding': 'identity',
        ...(validators?.etag ? { 'if-none-match': validators.etag } : {}),
        ...(validators?.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
      },
      signal,
    });
    sent.once('response', resolve);
    sent.once('upgrade', () => reject(new Error('the answer is not one to a GET')));
    sent.on('error', reject);
    sent.end();
  });
}

/** All of the name's addresses, or none: one that leads inward spoils the others. */
const publicOnly: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    if (addresses.length === 0 || addresses.some(({ address }) => addressLeadsInward(address)))
      return callback(new Error('the list is not at a public address'), '', 0);
    if (options.all) return (callback as (e: null, a: typeof addresses) => void)(null, addresses);
    callback(null, addresses[0]!.address, addresses[0]!.family);
  });
};
