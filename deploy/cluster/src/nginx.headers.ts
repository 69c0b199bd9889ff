// The frontend container sends the security headers that the gateway sends on one machine: asked from the same code.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './part.config.js';

type Middleware = (request: unknown, response: unknown, next: () => void) => void;

/** add_header lines for nginx. */
export async function nginxHeaders(https: boolean): Promise<string> {
  const path = join(ROOT, 'gateway/dist/http/security-headers.js');
  const { securityHeaders } = (await import(pathToFileURL(path).href)) as { securityHeaders: (options: { https: boolean }) => Middleware };
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string | string[]) => headers.set(name, [value].flat().join(', ')),
    removeHeader: (name: string) => headers.delete(name),
  };
  await new Promise<void>((resolve) => securityHeaders({ https })({}, response, resolve));
  if (!headers.has('Content-Security-Policy')) throw new Error('the gateway sends no Content-Security-Policy any more');
  return [...headers]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}" always;\n`)
    .join('');
}
