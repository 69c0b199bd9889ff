import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createDatabases, type PostgresOptions, type PostgresServer, startPostgres } from '@linqr/embedded/postgres';
import { endProcess, isAlive, waitForEnd } from '@linqr/embedded/process';
import { Client } from 'pg';

const isRoot = process.getuid?.() === 0;
let base: string;
let dataFolder: string;
let servers: PostgresServer[];

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'linqr-embedded-'));
  // Under root the database's account must be able to pass; mkdtemp lets nobody.
  chmodSync(base, 0o755);
  dataFolder = join(base, 'data');
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(base, { recursive: true, force: true });
});

async function start(options: Partial<PostgresOptions> = {}): Promise<PostgresServer> {
  const server = await startPostgres({ dataFolder, password: 'a pass/word', settings: { shared_buffers: '16MB' }, ...options });
  servers.push(server);
  return server;
}
async function query(server: PostgresServer, text: string) {
  const client = new Client({ connectionString: server.url('postgres') });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('startPostgres', () => {
  it('makes a UTF8 cluster and keeps its data over a stop', async () => {
    const first = await start();
    expect(first.how).toBe('created');
    expect(await createDatabases(first.url('postgres'), ['one', 'two'])).toEqual(['one', 'two']);
    expect(await createDatabases(first.url('postgres'), ['one', 'three'])).toEqual(['three']);
    await query(first, `CREATE TABLE kept AS SELECT 'é' AS text, current_setting('server_encoding') AS encoding`);
    await first.stop();
    await first.ended;
    expect(isAlive(first.pid)).toBe(false);
    const second = await start();
    expect(second.how).toBe('started');
    expect(await query(second, 'SELECT * FROM kept')).toEqual([{ text: 'é', encoding: 'UTF8' }]);
  });

  it('keeps acknowledged rows over a kill of the server', async () => {
    const first = await start();
    await query(first, 'CREATE TABLE kept AS SELECT generate_series(1, 500) AS id');
    await endProcess(first.pid, 'SIGKILL', 10_000);
    await first.ended;
    expect(await query(await start(), 'SELECT count(*)::int AS kept FROM kept')).toEqual([{ kept: 500 }]);
  });

  it('ends the orphan of an earlier start, or takes it over with its port', async () => {
    const first = await start();
    const adopted = await start({ orphan: 'adopt' });
    expect([adopted.how, adopted.pid, adopted.port]).toEqual(['adopted', first.pid, first.port]);
    const fresh = await start();
    expect(fresh.how).toBe('started');
    expect(await waitForEnd(first.pid, 5_000)).toBe(true);
  });

  it('is not held up by a pid file that names somebody else', async () => {
    const first = await start();
    await first.stop();
    writeFileSync(join(first.dataFolder, 'postmaster.pid'), `${process.pid}\n${first.dataFolder}\n0\n5432\n`);
    expect((await start()).how).toBe('started');
  });

  it('is not held up by a cluster that was half made', async () => {
    mkdirSync(`${dataFolder}.new`, { recursive: true });
    writeFileSync(join(`${dataFolder}.new`, 'rubbish'), '');
    expect((await start()).how).toBe('created');
    expect(existsSync(`${dataFolder}.new`)).toBe(false);
    expect(existsSync(`${dataFolder}.password`)).toBe(false);
  });

  it('says what the server said when it cannot start', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    await expect(start({ port })).rejects.toThrow(/PostgreSQL did not start.*[\s\S]*Address already in use/);
    taken.close();
  });

  it('finds a place for data that its account cannot reach, and remembers it as long as the folder stays', async () => {
    const closed = join(base, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const options = { dataFolder: join(closed, 'data'), sharedFolder: join(base, 'shared') };
    const first = await start(options);
    // Only root runs the server under another account.
    expect(first.dataFolder === options.dataFolder).toBe(!isRoot);
    await first.stop();
    const second = await start(options);
    expect([second.how, second.dataFolder]).toEqual(['started', first.dataFolder]);
    await second.stop();
    rmSync(options.dataFolder, { recursive: true });
    expect((await start({ ...options, password: 'another' })).how).toBe('created');
  });

  it('never writes the password where others can read it', async () => {
    const server = await start();
    const commandLine = existsSync(`/proc/${server.pid}/cmdline`) ? readFileSync(`/proc/${server.pid}/cmdline`, 'utf8') : '';
    expect(commandLine).not.toContain('a pass/word');
    await expect(query({ ...server, url: () => server.url('postgres').replace('a%20pass', 'wrong') }, 'SELECT 1')).rejects.toMatchObject({
      code: '28P01',
    });
  });
});
