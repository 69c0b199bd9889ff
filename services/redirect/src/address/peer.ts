import type { RequestHead } from '../http/request-head.js';
import { clientAddress, plainAddress } from './client-address.js';
import { type Networks, parseIPv4 } from './networks.js';

/** The other end of a connection, and whose visits come through it. */
export class Peer {
  private readonly own: Buffer;
  private readonly isTrusted: boolean;

  constructor(
    private readonly remote: string,
    private readonly networks: Networks,
  ) {
    const address = plainAddress(remote) ?? '';
    this.own = Buffer.from(address, 'latin1');
    this.isTrusted = address !== '' && networks.has(address);
  }

  /** The visitor's address, ASCII; empty when the socket is gone already. */
  address(head: RequestHead): Buffer {
    if (!this.isTrusted || head.forwardedEnd === 0) return this.own;
    // Nearly always one IPv4 address that no proxy of ours has: the bytes themselves are the answer.
    const { buffer, forwardedStart, forwardedEnd } = head;
    const single = parseIPv4(buffer, forwardedStart, forwardedEnd);
    if (single >= 0 && !this.networks.hasIPv4(single)) return buffer.subarray(forwardedStart, forwardedEnd);
    return Buffer.from(clientAddress(this.remote, head.forwarded, this.networks), 'latin1');
  }
}
