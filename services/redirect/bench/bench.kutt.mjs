// Kutt as a peer of the benchmark: a checkout with its packages installed, on SQLite in a folder of the run's own. Nothing is
// written into the checkout.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './bench.port.mjs';

const LINKS = 50;
const READY_MS = 60_000;

/** Answers with where it listens, its process and the paths of its links. */
export async function startKutt(checkout, folder, pin) {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: String(port),
    DEFAULT_DOMAIN: host,
    DB_CLIENT: 'better-sqlite3',
    DB_FILENAME: join(folder, 'data'),
    JWT_SECRET: 'a secret of the benchmark, long enough',
    DISALLOW_ANONYMOUS_LINKS: 'false',
  };
  const migration = spawn(process.execPath, ['node_modules/.bin/knex', 'migrate:latest'], { cwd: checkout, env, stdio: 'ignore' });
  const [code] = await once(migration, 'close');
  if (code !== 0) throw new Error(`Kutt's migrations ended with ${code}: is ${checkout} a checkout with its packages installed?`);
  const [command, args] = pin(0, process.execPath, ['server/server.js', '--production']);
  const child = spawn(command, args, { cwd: checkout, env, stdio: 'ignore' });
  const stop = async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  };
  try {
    const paths = [];
    for (let i = 0, until = Date.now() + READY_MS; paths.length < LINKS; i++) {
      const answer = await fetch(`http://${host}/api/v2/links`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ target: `https://destination.example/some/path/${i}` }),
      }).catch(() => undefined);
      if (answer?.ok) paths.push(new URL((await answer.json()).link).pathname);
      else if (Date.now() > until || child.exitCode !== null)
        throw new Error(`Kutt creates no links: ${answer ? `${answer.status} ${await answer.text()}` : 'no answer'}`);
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return { port, host, pid: child.pid, paths, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
