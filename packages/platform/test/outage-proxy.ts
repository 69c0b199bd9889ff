// A TCP door in front of a database that can be shut: connections are cut, new ones refused.
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@linqr/embedded/ports';

export class OutageProxy {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  /** Packets from clients so far: about one a query. */
  packets = 0;

  private constructor(
    readonly port: number,
    private readonly target: { host: string; port: number },
  ) {}

  static async before(url: string): Promise<{ proxy: OutageProxy; url: string }> {
    const address = new URL(url);
    const proxy = new OutageProxy(await freePort(), { host: address.hostname, port: Number(address.port) });
    await proxy.end();
    address.hostname = '127.0.0.1';
    address.port = String(proxy.port);
    return { proxy, url: address.href };
  }

  async begin(): Promise<void> {
    const server = this.server;
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  async end(): Promise<void> {
    const server = createServer((socket) => {
      const onward = connect(this.target);
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        this.sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
      }
      socket.on('data', () => this.packets++);
      socket.pipe(onward).pipe(socket);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.server = server;
  }
}
