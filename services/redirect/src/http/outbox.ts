// What a connection owes its client, in order: nearly always one stretch of bytes, written straight to the socket.
import { writeSync } from 'node:fs';
import type { Socket } from 'node:net';

/** For direct writes; -1 where there is none, then the stream does it all. */
export function descriptorOf(socket: Socket): number {
  const handle = (socket as unknown as { _handle?: { fd?: number } | null })._handle;
  return handle?.fd ?? -1;
}

export class Outbox {
  private bytes: Buffer | undefined;
  private from = 0;
  private to = 0;
  private earlier: Buffer[] = [];

  add(bytes: Buffer, from: number, to: number): void {
    // Answers to pipelined requests stand side by side already.
    if (this.bytes === bytes && this.to === from) {
      this.to = to;
      return;
    }
    if (this.bytes !== undefined) this.earlier.push(this.bytes.subarray(this.from, this.to));
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

  /** Sends everything: to the kernel while it takes it, the rest through the stream, which waits and tells of errors. */
  send(socket: Socket, descriptor: number): void {
    const { bytes, to, earlier } = this;
    if (bytes === undefined) return;
    let { from } = this;
    this.bytes = undefined;
    if (earlier.length > 0) {
      this.earlier = [];
      socket.write(Buffer.concat([...earlier, bytes.subarray(from, to)]));
      return;
    }
    // The descriptor is the socket's own as long as it is not destroyed.
    if (descriptor >= 0 && socket.writableLength === 0 && !socket.writableEnded) {
      try {
        from += writeSync(descriptor, bytes, from, to - from);
      } catch {
        // Full, or broken: the stream finds out which.
      }
    }
    if (from < to) socket.write(bytes.subarray(from, to));
  }
}
