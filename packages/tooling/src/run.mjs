// Runs one command of the repository, its output shown only when it fails (or always with `show`).
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/**
 * @param {string} command of node_modules/.bin, or an absolute path
 * @param {string[]} args
 * @param {{ cwd?: string, show?: boolean, env?: Record<string, string>, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string, seconds: number }>}
 */
export function run(command, args, options = {}) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`, ...options.env },
      stdio: ['ignore', options.show ? 'inherit' : 'pipe', options.show ? 'inherit' : 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    }
    const timer = options.timeoutMs ? setTimeout(() => child.kill('SIGKILL'), options.timeoutMs) : undefined;
    const end = (code, extra = '') => {
      clearTimeout(timer);
      resolve({ code, output: output + extra, seconds: (performance.now() - started) / 1000 });
    };
    child.once('error', (error) => end(127, error.message));
    child.once('close', (code, signal) => end(code ?? 1, signal ? `\nended by ${signal}` : ''));
  });
}
