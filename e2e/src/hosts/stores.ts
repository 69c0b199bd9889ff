// What the hosts share: one PostgreSQL, one ClickHouse engine, a mail server, secrets. They stand outside the hosts.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { startClickhouse } from '@linqr/embedded/clickhouse';
import { freePort } from '@linqr/embedded/ports';
import { createDatabases, startPostgres } from '@linqr/embedded/postgres';
import type { Network } from './network.js';
import { PARTS } from './topology.js';

export interface Stores {
  databaseUrl: (database: string) => string;
  clickhouseUrl: string;
  mailUrl: string;
  secrets: Record<string, string>;
  stop: () => Promise<void>;
}

const USER = 'linqr';

export async function startStores(network: Network, folder: string): Promise<Stores> {
  // The database's account passes through under root.
  chmodSync(folder, 0o755);
  const password = randomBytes(18).toString('hex');
  const port = await freePort(network.outside);
  const settings = {
    listen_addresses: network.outside === '127.0.0.1' ? '127.0.0.1' : `127.0.0.1,${network.outside}`,
    max_connections: 300,
    wal_compression: 'on',
  };
  const postgres = await startPostgres({
    dataFolder: join(folder, 'postgres'),
    user: USER,
    password,
    port,
    endAfterStarter: { drainSeconds: 2 },
    settings,
  });
  appendFileSync(join(postgres.dataFolder, 'pg_hba.conf'), `host all all ${network.range} scram-sha-256\n`);
  process.kill(postgres.pid, 'SIGHUP');
  await createDatabases(
    postgres.url('postgres'),
    PARTS.filter(({ database }) => database).map(({ name }) => name),
  );
  const clickhouse = await startClickhouse({
    dataFolder: join(folder, 'clickhouse'),
    user: USER,
    password,
    host: network.outside,
    maxMemoryMb: 700,
  });
  const mail = await startMailSink(network.outside);
  return {
    databaseUrl: (database) => `postgres://${USER}:${password}@${network.outside}:${port}/${database}`,
    clickhouseUrl: clickhouse.url,
    mailUrl: mail.url,
    secrets: writeSecrets(join(folder, 'secrets')),
    async stop() {
      mail.close();
      await clickhouse.stop();
      await postgres.stop();
    },
  };
}

/** An SMTP server that takes every mail and forgets it: nobody reads mail in this test, and nobody may wait for it. */
async function startMailSink(host: string): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let inData = false;
    let pending = '';
    socket.write('220 hosts.example\r\n');
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (pending + text).split('\r\n');
      pending = lines.pop() ?? '';
      for (const line of lines) {
        if (inData) {
          if (line !== '.') continue;
          inData = false;
          socket.write('250 taken\r\n');
        } else if (/^DATA$/i.test(line)) {
          inData = true;
          socket.write('354 go on\r\n');
        } else if (/^QUIT$/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 hosts.example\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    url: `smtp://${host}:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** `NAME` → file. */
export function writeSecrets(folder: string): Record<string, string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const contents: Record<string, string> = {
    ACCESS_TOKEN_PRIVATE_KEY: pair.privateKey,
    ACCESS_TOKEN_PUBLIC_KEY: pair.publicKey,
    API_KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_SECRET_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    CSRF_SECRET: randomBytes(48).toString('base64url'),
    UNLOCK_COOKIE_SECRET: randomBytes(48).toString('base64url'),
    VISITOR_HASH_KEY: randomBytes(48).toString('base64url'),
  };
  return Object.fromEntries(
    Object.entries(contents).map(([name, content]) => {
      const file = join(folder, name);
      writeFileSync(file, content, { mode: 0o600 });
      return [name, file];
    }),
  );
}
