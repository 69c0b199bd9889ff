import type { RequestHead } from '../http/request-head.js';
import { clientAddress, plainAddress } from './client-address.js';
import type { Networks } from './networks.js';

/** The other end of a connection, and whose visits come through it. */
export class Peer {
  private readonly own: Buffer;
  private readonly isTrusted: boolean;
  private forwarded = '';
  private forwardedFor: Buffer;

  constructor(
    private readonly remote: string,
    private readonly networks: Networks,
  ) {
    const address = plainAddress(remote) ?? '';
    this.own = Buffer.from(address, 'latin1');
    this.forwardedFor = this.own;
    this.isTrusted = address !== '' && networks.has(address);
  }

  /** The visitor's address, ASCII; empty when the socket is gone already. */
  address(head: RequestHead): Buffer {
    if (!this.isTrusted || head.forwardedEnd === 0) return this.own;
    const { forwarded } = head;
    if (forwarded !== this.forwarded) {
      this.forwarded = forwarded;
      this.forwardedFor = Buffer.from(clientAddress(this.remote, forwarded, this.networks), 'latin1');
    }
    return this.forwardedFor;
  }
}
