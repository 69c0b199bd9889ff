// The public port: connections start on the fast path (fast.connection.ts) and move to node:http when they need more.
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Networks } from '../address/networks.js';
import type { TurnCommit } from '../click/turn.commit.js';
import type { RequestStats } from '../metrics/request.stats.js';
import type { TargetCache } from '../target/target.cache.js';
import type { VisitDesk } from '../visit/visit.desk.js';
import { type ConnectionLimits, FastConnection } from './fast.connection.js';
import type { FullServer } from './full.server.js';
import { RedirectBytes } from './redirect.bytes.js';

const MAX_SWEEP_MS = 1_000;
/** After the listener closed, an idle client may send one more request, and is told that it was the last. */
const LAST_CALL_MS = 1_000;

export interface FastServerParts {
  desk: VisitDesk;
  commit: TurnCommit;
  cache: TargetCache;
  networks: Networks;
  full: FullServer;
  stats: RequestStats;
  maxConnections: number;
  limits: ConnectionLimits;
}

export class FastServer {
  draining = false;
  readonly redirects = new RedirectBytes();
  private readonly connections = new Set<FastConnection>();
  private readonly server: Server;
  private sweep: NodeJS.Timeout | undefined;

  constructor(readonly parts: FastServerParts) {
    this.server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      const connection = new FastConnection(socket, this, Date.now());
      this.connections.add(connection);
      parts.stats.connections++;
    });
    this.server.maxConnections = parts.maxConnections;
  }

  get desk(): VisitDesk {
    return this.parts.desk;
  }
  get commit(): TurnCommit {
    return this.parts.commit;
  }
  get stats(): RequestStats {
    return this.parts.stats;
  }
  get openConnections(): number {
    return this.connections.size + this.parts.full.openConnections;
  }

  /** Answers with the port. Rejects with EADDRINUSE and the like. */
  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ host, port, backlog: 1024 }, () => {
        this.server.off('error', reject);
        resolve();
      });
    });
    this.sweep = setInterval(() => this.closeOverdue(), Math.min(MAX_SWEEP_MS, this.parts.limits.headMs / 4));
    return (this.server.address() as AddressInfo).port;
  }

  /** Accepts nothing new, answers what is under way, tells every client to go; connections left after `graceMs` are cut. */
  async drain(graceMs: number): Promise<void> {
    this.draining = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.parts.full.drain();
    const lastCall = setTimeout(
      () => {
        for (const connection of this.connections) connection.finish();
        this.parts.full.closeIdle();
      },
      Math.min(LAST_CALL_MS, graceMs / 2),
    );
    const cut = setTimeout(() => {
      for (const connection of this.connections) connection.destroy();
      this.parts.full.closeAll();
    }, graceMs);
    await closed;
    clearTimeout(lastCall);
    clearTimeout(cut);
    clearInterval(this.sweep);
    this.parts.full.close();
  }

  forget(connection: FastConnection): void {
    this.connections.delete(connection);
  }

  takeOver(socket: Socket): void {
    this.parts.full.takeOver(socket);
  }

  private closeOverdue(): void {
    const nowMs = Date.now();
    for (const connection of this.connections) {
      if (connection.deadlineMs <= nowMs) connection.destroy();
    }
  }
}
