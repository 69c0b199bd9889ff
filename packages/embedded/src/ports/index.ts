// Free ports.
import { randomInt } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';

/** Below the ranges that systems take the local ports of outgoing connections from (Linux from 32768, others from 49152). */
const LOWEST = 10_240;
const HIGHEST = 32_000;
const ATTEMPTS = 200;

/** One after the other from a random place on: none is given twice, and two processes seldom look at the same ones. */
let last = randomInt(LOWEST, HIGHEST);
function next(): number {
  last = last + 1 >= HIGHEST ? LOWEST : last + 1;
  return last;
}

/**
 * Ports that were free a moment ago, all different, from where no outgoing connection can take one before it is used.
 * Another process that listens still can: callers that cannot bind to port 0 themselves must be ready to try again.
 */
export async function freePorts(count: number, host = '127.0.0.1'): Promise<number[]> {
  const held: Server[] = [];
  try {
    let problem: unknown;
    for (let attempt = 0; held.length < count && attempt < count * ATTEMPTS; attempt++) {
      try {
        held.push(await listen(next(), host));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
        problem = error;
      }
    }
    if (held.length < count) throw problem;
    return held.map((server) => (server.address() as AddressInfo).port);
  } finally {
    await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

function listen(port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

export async function freePort(host = '127.0.0.1'): Promise<number> {
  return (await freePorts(1, host))[0]!;
}

/** Whether somebody accepts connections there. */
export function isListening(port: number, host = '127.0.0.1', timeoutMs = 1_000): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: timeoutMs });
    const answer = (listening: boolean) => {
      socket.destroy();
      resolve(listening);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
}
