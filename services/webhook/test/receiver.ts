// Somebody who receives webhooks: a real HTTP or HTTPS server that keeps what it was sent.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  path: string;
  method: string;
  headers: Record<string, string>;
  body: string;
  /** performance.now() */
  atMs: number;
}

type Behaviour = (received: Received, response: ServerResponse, request: IncomingMessage) => void;

const ok: Behaviour = (_, response) => void response.end('ok');

export class Receiver {
  readonly received: Received[] = [];
  /** Connections that were ever opened. */
  connections = 0;
  underWay = 0;
  mostUnderWay = 0;
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private secure = false;

  constructor(public behave: Behaviour = ok) {}

  async listen(options: { tls?: { key: string; cert: string }; host?: string; port?: number } = {}): Promise<this> {
    const handler: RequestListener = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const received = {
          path: request.url ?? '',
          method: request.method ?? '',
          headers: request.headers as Record<string, string>,
          body: Buffer.concat(chunks).toString(),
          atMs: performance.now(),
        };
        this.received.push(received);
        this.underWay++;
        this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
        response.once('close', () => this.underWay--);
        this.behave(received, response, request);
      });
    };
    this.secure = options.tls !== undefined;
    this.server = options.tls ? createSecureServer(options.tls, handler) : createServer(handler);
    this.server.on('connection', (socket: Socket) => {
      this.connections++;
      this.sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      this.server!.once('error', reject);
      this.server!.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve);
    });
    return this;
  }

  get port(): number {
    return (this.server!.address() as AddressInfo).port;
  }

  url(path = '/hook', host = '127.0.0.1'): string {
    return `${this.secure ? 'https' : 'http'}://${host}:${this.port}${path}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server!.close(resolve));
  }
}

/** The payload, when the unmodified standardwebhooks package accepts it; throws otherwise. */
export function verified(secret: string, { body, headers }: Received): { type: string; timestamp: string; data: Record<string, unknown> } {
  return new Webhook(secret).verify(body, headers) as { type: string; timestamp: string; data: Record<string, unknown> };
}
