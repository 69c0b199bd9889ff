// Which ports an installation uses, decided before anything starts.
import { createServer } from 'node:net';
import { freePorts } from '@linqr/embedded/ports';
import { StartError } from './start-error.js';

/** Fails with one sentence when somebody has the port. */
export async function claimPublicPort(wanted: number, host: string, what: string, variable: string): Promise<number> {
  if (wanted === 0) return (await freePorts(1, host))[0]!;
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${wanted} for ${what} is taken by another program. Choose another one with ${variable}.`,
        EACCES: `Port ${wanted} for ${what} is not allowed for this user. Choose one above 1023 with ${variable}.`,
        EADDRNOTAVAIL: `${what} cannot listen on ${host}: this machine has no such address. Check HOST.`,
        ENOTFOUND: `${what} cannot listen on ${host}: there is no such address. Check HOST.`,
      };
      reject(new StartError(reasons[error.code ?? ''] ?? `${what} cannot listen on ${host}:${wanted}: ${error.message}`));
    });
    server.listen(wanted, host, () => server.close(() => resolve()));
  });
  return wanted;
}

/** A free port on loopback for each name. */
export async function portsFor(names: readonly string[]): Promise<Record<string, number>> {
  const ports = await freePorts(names.length);
  return Object.fromEntries(names.map((name, index) => [name, ports[index]!]));
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}
