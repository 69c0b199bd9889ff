// Reads of all connections into one buffer. net.Socket can do this for clients (its `onread` option), servers have no such
// option: the fields that option sets are set here. Without it every read allocates 64 kB and shrinks them to what came.
import type { Socket } from 'node:net';

const SHARED_BYTES = 64 * 1024;

/** What was read last; the next read of any connection overwrites it. */
export const sharedReads = Buffer.allocUnsafeSlow(SHARED_BYTES);

interface Handle {
  useUserBuffer?: (buffer: Buffer) => void;
}

/**
 * From now on `socket` reads into `sharedReads` and calls `take` with the number of bytes; false stops reading until the
 * stream asks for more. Answers false, and changes nothing, where this Node.js has no such thing: listen to `data` then.
 */
export function readShared(socket: Socket, take: (bytes: number) => boolean): boolean {
  const handle = (socket as unknown as { _handle?: Handle | null })._handle;
  const fields = Object.getOwnPropertySymbols(socket);
  const field = (name: string) => fields.find((symbol) => symbol.description === name);
  const [buffer, callback, generator] = [field('kBuffer'), field('kBufferCb'), field('kBufferGen')];
  if (typeof handle?.useUserBuffer !== 'function' || !buffer || !callback || !generator) return false;
  Object.assign(socket, { [buffer]: sharedReads, [callback]: take });
  handle.useUserBuffer(sharedReads);
  return true;
}
