// A connection to an address that was checked, under the name it was asked for. A name is resolved once: the address that
// was judged is the address that is connected to, so an answer that changes in between (DNS rebinding) changes nothing.
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { addressLeadsInward } from '@linqr/platform/network';
import { inwardProblem } from '../endpoints/endpoint-url.js';
import type { NameResolver } from './name-resolver.js';
import { NoAnswer, noAnswer } from './outbound.errors.js';

export interface ConnectionOptions {
  resolver: NameResolver;
  allowPrivate: boolean;
  /** Trusted authorities, PEM; undefined: the well-known ones. */
  authorities: string[] | undefined;
  /** Names, TCP and TLS together. */
  connectTimeoutMs: number;
}

const MAX_ADDRESSES_TRIED = 4;
const NOT_PUBLIC = 'The name does not lead to a public address.';

/** Open and, for https, verified. Rejects with NoAnswer; nothing stays open then. */
export async function openChecked(url: URL, options: ConnectionOptions, signal: AbortSignal): Promise<Socket> {
  const problem = options.allowPrivate ? undefined : inwardProblem(url);
  if (problem) throw new NoAnswer(problem);
  const timeUp = AbortSignal.any([signal, AbortSignal.timeout(options.connectTimeoutMs)]);
  const addresses = await checkedAddresses(url.hostname, options, timeUp);
  const startedAt = performance.now();
  let failure: unknown;
  for (const [index, address] of addresses.entries()) {
    // What is left, shared with the addresses still to be tried.
    const left = options.connectTimeoutMs - (performance.now() - startedAt);
    const share = AbortSignal.any([timeUp, AbortSignal.timeout(Math.max(1, Math.ceil(left / (addresses.length - index))))]);
    try {
      return await openTo(url, address, options, share);
    } catch (error) {
      failure = error;
      if (timeUp.aborted) break;
    }
  }
  throw noAnswer(failure);
}

/** All of the name's addresses, or none: one that leads inward spoils the others. */
async function checkedAddresses(hostname: string, options: ConnectionOptions, signal: AbortSignal): Promise<string[]> {
  let addresses: string[];
  try {
    addresses = await unlessAborted(options.resolver.resolve(hostname, signal), signal, 'The name could not be resolved in time.');
  } catch (error) {
    throw error instanceof NoAnswer ? error : new NoAnswer('The name could not be resolved.', { cause: error });
  }
  if (addresses.length === 0) throw new NoAnswer('The name has no address.');
  if (!options.allowPrivate && addresses.some(addressLeadsInward)) throw new NoAnswer(NOT_PUBLIC);
  return addresses.slice(0, MAX_ADDRESSES_TRIED);
}

async function openTo(url: URL, address: string, options: ConnectionOptions, signal: AbortSignal): Promise<Socket> {
  const secure = url.protocol === 'https:';
  const tcp = connectTcp({ host: address, port: Number(url.port) || (secure ? 443 : 80), noDelay: true });
  try {
    await opened(tcp, 'connect', signal);
    if (!options.allowPrivate && addressLeadsInward(tcp.remoteAddress ?? '')) throw new NoAnswer(NOT_PUBLIC);
    if (!secure) return tcp;
    const name = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname.replace(/\.$/, '');
    const tls = connectTls({
      socket: tcp,
      // What the certificate must be for; a name is told to the receiver too (SNI), an address must not be.
      host: name,
      ...(isIP(name) ? {} : { servername: name }),
      ...(options.authorities ? { ca: options.authorities } : {}),
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
    });
    await opened(tls, 'secureConnect', signal);
    return tls;
  } catch (error) {
    tcp.destroy();
    throw error;
  }
}

function opened(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  const done = new Promise<void>((resolve, reject) => {
    socket.once(event, resolve);
    socket.once('error', reject);
    socket.once('close', () => reject(new NoAnswer('The connection was closed.')));
  });
  // Errors after this one have their listeners elsewhere, or nobody who waits.
  socket.on('error', () => {});
  return unlessAborted(done, signal, 'No connection could be made in time.').catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal, otherwise: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new NoAnswer(otherwise));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
