// One connection on the fast path: reads plain requests, answers them in order, and steps aside for anything else.
import type { Socket } from 'node:net';
import { Peer } from '../address/peer.js';
import type { Waiter } from '../click/turn.commit.js';
import { LOOK_UP, type Looked, REDIRECT, type Verdict } from '../visit/visit.desk.js';
import type { FastServer } from './fast.server.js';
import { type Reply, serializeReply } from './reply.js';
import { RequestHead } from './request-head.js';
import { MALFORMED, MAX_HEAD_BYTES, NEED_MORE, NOT_PLAIN, parseRequestHead } from './request-head.parser.js';

/** A client that does not read what it asked for is not read from either, past this. */
const MAX_UNREAD_BYTES = 256 * 1024;
const MAX_PENDING_BYTES = 128 * 1024;

export interface ConnectionLimits {
  /** From the first byte of a request head to its last. */
  headMs: number;
  /** Between two requests. */
  idleMs: number;
  /** Until a client takes what it was sent. */
  stuckMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = { headMs: 10_000, idleMs: 75_000, stuckMs: 30_000 };

/** Shared: a head is used up before the next one is read. */
const head = new RequestHead();

export class FastConnection implements Waiter {
  private readonly limits: ConnectionLimits;
  private readonly peer: Peer;
  private pending: Buffer | undefined;
  private out: Buffer[] = [];
  /** Waits for the turn's write. */
  private owed = false;
  /** Waits for a look-up. */
  private looking = false;
  private closing = false;
  private ended = false;
  private handOver = false;
  /** When the sweep closes the connection. */
  deadlineMs: number;

  constructor(
    private readonly socket: Socket,
    private readonly server: FastServer,
    nowMs: number,
  ) {
    this.limits = server.parts.limits;
    this.peer = new Peer(socket.remoteAddress ?? '', server.parts.networks);
    this.deadlineMs = nowMs + this.limits.headMs;
    socket.on('data', this.onData);
    socket.on('end', this.onEnd);
    socket.on('drain', this.onDrain);
    socket.on('error', this.onError);
    socket.on('close', this.onClose);
  }

  get isIdle(): boolean {
    return !this.owed && !this.looking && this.pending === undefined && this.socket.writableLength === 0;
  }

  /** While the server drains: whoever waits for an answer gets it with `Connection: close`, the others go now. */
  finish(): void {
    if (this.isIdle) this.end();
  }

  destroy(): void {
    this.socket.destroy();
  }

  private readonly onData = (chunk: Buffer): void => {
    // Read and thrown away, so that the last answer is not lost to a reset.
    if (this.closing) return;
    this.pending = this.pending === undefined ? chunk : Buffer.concat([this.pending, chunk]);
    if (this.looking || this.handOver) {
      if (this.pending.length > MAX_PENDING_BYTES) this.socket.pause();
      return;
    }
    // A head that drips in is read again only when a line of it was completed.
    if (this.pending !== chunk && this.pending.length <= MAX_HEAD_BYTES && !chunk.includes(10)) return;
    this.consume(undefined);
  };

  /** Reads and answers all that is there. `looked` belongs to the first request. */
  private consume(looked: Looked): void {
    const buffer = this.pending;
    if (buffer === undefined) return;
    this.pending = undefined;
    const nowMs = Date.now();
    const { desk, stats } = this.server;
    let at = 0;
    let first = looked;
    while (at < buffer.length && !this.closing) {
      const next = parseRequestHead(buffer, at, head);
      if (next <= 0) {
        this.keep(buffer, at);
        if (next === NEED_MORE) {
          // From the first byte of a head, not from the last: dripping does not help.
          if (at > 0 || this.deadlineMs > nowMs + this.limits.headMs) this.deadlineMs = nowMs + this.limits.headMs;
          return;
        }
        if (next === NOT_PLAIN) this.stepAside();
        else this.refuse(next === MALFORMED ? 400 : 431, nowMs);
        return;
      }
      const keepAlive = head.keepAlive && !this.server.draining;
      const verdict = desk.visitLink(head, this.peer, nowMs, first);
      first = undefined;
      if (verdict === LOOK_UP) {
        this.lookUp(buffer, at);
        return;
      }
      if (!keepAlive) this.closing = true;
      this.answer(verdict, keepAlive, nowMs);
      stats.requests++;
      at = next;
    }
    this.deadlineMs = nowMs + this.limits.idleMs;
  }

  private answer(verdict: Verdict, keepAlive: boolean, nowMs: number): void {
    const { desk, stats, parts, redirects } = this.server;
    if (verdict === REDIRECT) {
      stats.redirects++;
      this.out.push(redirects.make(parts.cache, desk.entry, desk.location, desk.vary, desk.clickId, keepAlive, nowMs));
    } else {
      stats.count(desk.reply!.outcome);
      this.out.push(serializeReply(desk.reply!, head.isHead, keepAlive, nowMs));
    }
    this.owe();
  }

  private owe(): void {
    if (this.owed) return;
    this.owed = true;
    this.server.commit.add(this);
  }

  /** The turn's clicks are written: now the answers may go. */
  recorded(): void {
    this.owed = false;
    const { out, socket } = this;
    this.out = [];
    if (socket.destroyed) return;
    if (out.length > 0) socket.write(out.length === 1 ? out[0]! : Buffer.concat(out));
    if (socket.writableLength > MAX_UNREAD_BYTES) {
      socket.pause();
      this.deadlineMs = Date.now() + this.limits.stuckMs;
    }
    if (this.handOver) this.give();
    else if (this.closing || (this.ended && !this.looking && this.pending === undefined)) this.end();
  }

  private lookUp(buffer: Buffer, at: number): void {
    this.looking = true;
    this.keep(buffer, at);
    // Longer than any look-up takes; it ends by itself.
    this.deadlineMs = Date.now() + this.limits.stuckMs;
    void this.server.desk.lookUp(head).then((looked) => {
      this.looking = false;
      if (this.socket.destroyed) return;
      if (this.socket.isPaused() && this.socket.writableLength <= MAX_UNREAD_BYTES) this.socket.resume();
      this.consume(looked);
      if (this.ended && !this.owed && !this.looking) this.end();
    });
  }

  private keep(buffer: Buffer, at: number): void {
    this.pending = at === 0 ? buffer : buffer.subarray(at);
  }

  private refuse(status: 400 | 431, nowMs: number): void {
    const reply: Reply = { status, outcome: 'refused', headers: [], body: '' };
    this.server.stats.count(reply.outcome);
    this.pending = undefined;
    this.closing = true;
    this.out.push(serializeReply(reply, false, false, nowMs));
    this.owe();
  }

  /** Not for the fast path: node:http gets the socket, with the bytes that were read, once all earlier answers are out. */
  private stepAside(): void {
    this.handOver = true;
    if (!this.owed) this.give();
  }

  private give(): void {
    const { socket } = this;
    const rest = this.pending;
    this.pending = undefined;
    socket.pause();
    socket.off('data', this.onData);
    socket.off('end', this.onEnd);
    socket.off('drain', this.onDrain);
    socket.off('error', this.onError);
    socket.off('close', this.onClose);
    this.server.forget(this);
    if (rest !== undefined) socket.unshift(rest);
    this.server.takeOver(socket);
    socket.resume();
  }

  private end(): void {
    this.socket.end();
    this.closing = true;
    this.pending = undefined;
    // The client has this long to take its answer and close as well.
    this.deadlineMs = Math.min(this.deadlineMs, Date.now() + this.limits.stuckMs);
  }

  private readonly onEnd = (): void => {
    this.ended = true;
    if (!this.owed && !this.looking) this.end();
  };

  private readonly onDrain = (): void => {
    this.deadlineMs = Date.now() + this.limits.idleMs;
    if (!this.looking && this.socket.isPaused()) this.socket.resume();
  };

  private readonly onError = (): void => {
    this.socket.destroy();
  };

  private readonly onClose = (): void => {
    this.server.forget(this);
  };
}
