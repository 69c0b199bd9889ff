// One connection on the fast path: reads plain requests, answers them in order, and steps aside for anything else.
import type { Socket } from 'node:net';
import { Peer } from '../address/peer.js';
import type { Waiter } from '../click/turn.commit.js';
import { LOOK_UP, type Looked, REDIRECT, type Verdict } from '../visit/visit.desk.js';
import type { FastServer } from './fast.server.js';
import { descriptorOf, Outbox } from './outbox.js';
import { type Reply, serializeReply } from './reply.js';
import { RequestHead } from './request-head.js';
import { MALFORMED, MAX_HEAD_BYTES, NEED_MORE, NOT_PLAIN, parseRequestHead } from './request-head.parser.js';
import { readShared, sharedReads } from './shared.reads.js';

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
  private readonly out = new Outbox();
  private readonly descriptor: number;
  /** Waits for the turn's write. */
  private owed = false;
  /** Waits for a look-up. */
  private looking = false;
  private closing = false;
  private ended = false;
  private handOver = false;
  private given = false;
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
    this.descriptor = descriptorOf(socket);
    if (!readShared(socket, this.onRead)) socket.on('data', this.onData);
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

  private readonly onRead = (bytes: number): boolean => {
    // After the hand-over the stream goes on with copies, as if it had read them itself.
    if (this.given) return this.socket.push(Buffer.from(sharedReads.subarray(0, bytes)));
    this.onBytes(sharedReads, bytes);
    return true;
  };

  private readonly onData = (chunk: Buffer): void => this.onBytes(chunk, chunk.length);

  private onBytes(buffer: Buffer, end: number): void {
    // Read and thrown away, so that the last answer is not lost to a reset.
    if (this.closing) return;
    const mustWait = this.looking || this.handOver;
    if (this.pending === undefined && !mustWait) {
      this.consume(buffer, end, undefined);
      return;
    }
    const chunk = buffer.subarray(0, end);
    this.pending = this.pending === undefined ? Buffer.from(chunk) : Buffer.concat([this.pending, chunk]);
    if (mustWait) {
      if (this.pending.length > MAX_PENDING_BYTES) this.socket.pause();
      return;
    }
    // A head that drips in is read again only when a line of it was completed.
    if (this.pending.length <= MAX_HEAD_BYTES && !chunk.includes(10)) return;
    this.consumePending(undefined);
  }

  private consumePending(looked: Looked): void {
    const { pending } = this;
    if (pending === undefined) return;
    this.pending = undefined;
    this.consume(pending, pending.length, looked);
  }

  /** Reads and answers all that is there. `looked` belongs to the first request. */
  private consume(buffer: Buffer, end: number, looked: Looked): void {
    const nowMs = Date.now();
    const { desk, stats } = this.server;
    let at = 0;
    let first = looked;
    while (at < end && !this.closing) {
      const next = parseRequestHead(buffer, at, head, end);
      if (next <= 0) {
        this.keep(buffer, at, end);
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
        this.lookUp(buffer, at, end);
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
      const from = redirects.write(parts.cache, desk.entry, desk.location, desk.vary, desk.clickId, keepAlive, nowMs);
      this.out.add(redirects.slab, from, redirects.end);
    } else {
      stats.count(desk.reply!.outcome);
      this.addReply(serializeReply(desk.reply!, head.isHead, keepAlive, nowMs));
    }
    this.owe();
  }

  private addReply(bytes: Buffer): void {
    this.out.add(bytes, 0, bytes.length);
  }

  private owe(): void {
    if (this.owed) return;
    this.owed = true;
    this.server.commit.add(this);
  }

  /** The turn's clicks are written: now the answers may go. */
  recorded(): void {
    this.owed = false;
    const { socket } = this;
    if (socket.destroyed) return;
    this.out.send(socket, this.descriptor);
    if (socket.writableLength > MAX_UNREAD_BYTES) {
      socket.pause();
      this.deadlineMs = Date.now() + this.limits.stuckMs;
    }
    if (this.handOver) this.give();
    else if (this.closing || (this.ended && !this.looking && this.pending === undefined)) this.end();
  }

  private lookUp(buffer: Buffer, at: number, end: number): void {
    this.looking = true;
    this.keep(buffer, at, end);
    // Longer than any look-up takes; it ends by itself.
    this.deadlineMs = Date.now() + this.limits.stuckMs;
    void this.server.desk.lookUp(head).then((looked) => {
      this.looking = false;
      if (this.socket.destroyed) return;
      if (this.socket.isPaused() && this.socket.writableLength <= MAX_UNREAD_BYTES) this.socket.resume();
      this.consumePending(looked);
      if (this.ended && !this.owed && !this.looking) this.end();
    });
  }

  private keep(buffer: Buffer, at: number, end: number): void {
    const rest = buffer.subarray(at, end);
    this.pending = buffer === sharedReads ? Buffer.from(rest) : rest;
  }

  private refuse(status: 400 | 431, nowMs: number): void {
    const reply: Reply = { status, outcome: 'refused', headers: [], body: '' };
    this.server.stats.count(reply.outcome);
    this.pending = undefined;
    this.closing = true;
    this.addReply(serializeReply(reply, false, false, nowMs));
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
    this.given = true;
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
