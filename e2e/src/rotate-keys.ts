// Every key of an installation that is stopped is replaced, as docs/operating.md says.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@linqr/embedded/postgres';
import { Client } from 'pg';

/** Answers with the names of the secrets it has replaced. */
export async function rotateKeys(dataDir: string): Promise<string[]> {
  const path = (name: string) => join(dataDir, 'secrets', name);
  const read = (name: string) => readFileSync(path(name), 'utf8').trim();
  const write = (name: string, content: string) => writeFileSync(path(name), `${content}\n`, { mode: 0o600 });
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const password = randomBytes(24).toString('base64url');
  const names = readdirSync(join(dataDir, 'secrets')).sort();
  for (const name of names) {
    if (name === 'access-token-private-key.pem') write(name, privateKey.trim());
    else if (name === 'access-token-public-key.pem') write(name, publicKey.trim());
    // What they sealed has to open still: the new one goes in front.
    else if (name.endsWith('-encryption-key')) write(name, `${randomBytes(32).toString('base64')},${read(name)}`);
    else if (name === 'database-password') await changePassword(dataDir, read(name), password);
    else if (name !== 'clickhouse-password') write(name, randomBytes(48).toString('base64url'));
    // The engine's front knows its password from its environment alone.
    else write(name, randomBytes(24).toString('base64url'));
  }
  write('database-password', password);
  return names;
}

/** What the former keys sealed has been sealed again: only the new ones are left. They are read at the next start of a part. */
export function dropFormerKeys(dataDir: string): void {
  const folder = join(dataDir, 'secrets');
  for (const name of readdirSync(folder).filter((each) => each.endsWith('-encryption-key'))) {
    const [newest] = readFileSync(join(folder, name), 'utf8').split(',');
    writeFileSync(join(folder, name), `${newest}\n`, { mode: 0o600 });
  }
}

async function changePassword(dataDir: string, old: string, password: string): Promise<void> {
  const server = await startPostgres({ dataFolder: join(dataDir, 'postgres'), password: old, endAfterStarter: { drainSeconds: 1 } });
  const client = new Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query(`alter role linqr password '${password}'`);
  await client.end();
  await server.stop();
}
