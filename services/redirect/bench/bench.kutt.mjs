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
  const call = (path, body, headers = {}) =>
    fetch(`http://${host}/api/v2${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const answerOf = async (asked) => {
    const answer = await asked;
    if (!answer.ok) throw new Error(`Kutt answers ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
    return answer.json();
  };
  try {
    // Kutt counts visits of links that somebody owns only.
    const who = { email: 'bench@example.com', password: 'long-enough-1' };
    for (const until = Date.now() + READY_MS; ; ) {
      const answer = await call('/auth/create-admin', who).catch(() => undefined);
      if (answer?.ok) break;
      if (Date.now() > until || child.exitCode !== null)
        throw new Error(`Kutt makes no account: ${answer ? `${answer.status} ${await answer.text()}` : 'no answer'}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const { token } = await answerOf(call('/auth/login', who));
    const { apikey } = await answerOf(call('/auth/apikey', {}, { cookie: `token=${token}` }));
    const owned = { 'x-api-key': apikey };
    const paths = [];
    for (let i = 0; i < LINKS; i++)
      paths.push(new URL((await answerOf(call('/links', { target: `https://destination.example/some/path/${i}` }, owned))).link).pathname);
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
    await fetch(`http://${host}${paths[0]}`, { redirect: 'manual', headers: { 'user-agent': agent } });
    for (const until = Date.now() + READY_MS; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
      const { data } = await answerOf(call('/links?limit=50', undefined, owned));
      if (data.some((link) => link.visit_count === 1)) break;
      if (Date.now() > until) throw new Error('Kutt counts no visits');
    }
    return { port, host, pid: child.pid, paths, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
