// Everything that is not a plain `GET /{slug}`: node:http, fed with sockets that the fast path handed over.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Networks } from '../address/networks.js';
import { Peer } from '../address/peer.js';
import type { TurnCommit } from '../click/turn.commit.js';
import type { RequestStats } from '../metrics/request.stats.js';
import type { TargetCache } from '../target/target.cache.js';
import type { Reply } from './reply.js';
import type { Router } from './router.js';
import { redirectOf } from './router.js';

/** After so many requests a connection is closed, so that a proxy's pooled ones come back to the fast path. */
const MAX_REQUESTS = 100;

export interface FullServerParts {
  router: Router;
  commit: TurnCommit;
  cache: TargetCache;
  networks: Networks;
  stats: RequestStats;
}

export class FullServer {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private draining = false;

  constructor(private readonly parts: FullServerParts) {
    this.server = createServer(
      {
        maxHeaderSize: 16 * 1024,
        headersTimeout: 10_000,
        requestTimeout: 20_000,
        keepAliveTimeout: 15_000,
        connectionsCheckingInterval: 1_000,
        requireHostHeader: true,
        noDelay: true,
      },
      (req, res) => {
        this.handle(req, res).catch((error) => {
          parts.router.noteDefect(error);
          if (!res.headersSent) res.writeHead(503, { 'Retry-After': '1', 'Content-Length': '0', Connection: 'close' });
          res.end();
        });
      },
    );
    this.server.maxRequestsPerSocket = MAX_REQUESTS;
    this.server.on('checkContinue', (_req, res: ServerResponse) => {
      // No body that needs asking first is taken here.
      res.writeHead(417, { Connection: 'close', 'Content-Length': '0' }).end();
    });
    this.server.on('upgrade', (_req, socket) => socket.destroy());
    this.server.on('connect', (_req, socket) => socket.destroy());
    // The server never listens itself; this starts its watch over header and request time-outs.
    this.server.emit('listening');
  }

  get openConnections(): number {
    return this.sockets.size;
  }

  takeOver(socket: Socket): void {
    this.parts.stats.handedOver++;
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    this.server.emit('connection', socket);
  }

  drain(): void {
    this.draining = true;
  }
  closeIdle(): void {
    this.server.closeIdleConnections();
  }
  closeAll(): void {
    this.server.closeAllConnections();
  }
  close(): void {
    // Rejects as it never listened; it stops the watch all the same.
    this.server.close(() => {});
  }

  private async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (this.draining) res.setHeader('Connection', 'close');
    const peer = new Peer(req.socket.remoteAddress ?? '', this.parts.networks);
    const routed = await this.parts.router.route(req, peer);
    this.parts.stats.requests++;
    const reply: Reply = routed.kind === 'redirect' ? redirectOf(routed) : routed.reply;
    if (routed.kind === 'redirect') this.parts.stats.redirects++;
    else this.parts.stats.count(reply.outcome);
    const send = () => {
      const body = Buffer.from(reply.body, 'utf8');
      // A body that nobody read must not be taken for the next request.
      if (!req.complete && req.method !== 'GET' && req.method !== 'HEAD') res.setHeader('Connection', 'close');
      res.writeHead(reply.status, [...reply.headers, ['Content-Length', String(body.length)]].flat());
      res.end(req.method === 'HEAD' ? undefined : body);
    };
    this.parts.commit.add({ recorded: send });
  }
}
