import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@linqr/platform/ids';
import { createLogger } from '@linqr/platform/logging';
import { openPostgres } from '@linqr/platform/postgres';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import type { DataSource } from 'typeorm';
import { download } from '../src/safety/list-download.js';
import { ScanRepository } from '../src/safety/scan.repository.js';

describe('fetching a list', () => {
  let server: Server;
  let origin: string;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url!);
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => void asked.splice(0));
  afterAll(() => void server.close());
  const options = { allowPrivate: true, totalTimeoutMs: 2_000 };

  it('follows redirects and asks with what it was told last', async () => {
    answer = (request, response) => {
      if (request.url === '/list') response.writeHead(302, { location: '/moved' }).end();
      else if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"' }).end('evil.example\n');
    };
    const first = await download(`${origin}/list`, options);
    expect([await text(first.body!), first.etag]).toEqual(['evil.example\n', '"1"']);
    expect((await download(`${origin}/list`, { ...options, validators: { etag: first.etag } })).body).toBeNull();
  });

  it('gives up on circles, failures, other schemes and silence', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/again' }).end();
    await expect(download(`${origin}/list`, options)).rejects.toThrow(/redirects/);
    expect(asked).toHaveLength(4);
    answer = (_, response) => response.writeHead(500).end();
    await expect(download(`${origin}/list`, options)).rejects.toThrow(/500/);
    answer = (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    await expect(download(`${origin}/list`, options)).rejects.toThrow(/file:/);
    answer = () => undefined;
    await expect(download(`${origin}/list`, { ...options, totalTimeoutMs: 100 })).rejects.toThrow();
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '169.254.169.254', 'localhost.localdomain'])(
    'never goes inward to %s without being allowed to',
    async (host) => {
      const url = origin.replace('127.0.0.1', host);
      await expect(download(`${url}/list`, { ...options, allowPrivate: false })).rejects.toThrow(/public/);
      expect(asked).toEqual([]);
    },
  );
});

describe('a scan of all links', () => {
  let at: TestDatabase;
  let database: DataSource;
  const ids: string[] = [];
  const started = new Date('2026-03-01T00:00:00Z');
  beforeAll(async () => {
    at = await testDatabase();
    database = await openPostgres({
      url: at.url,
      poolSize: 4,
      applicationName: 'test',
      entities: [],
      migrationsFolder: join(import.meta.dirname, '../migrations'),
      logger: createLogger({ service: 'test', level: 'silent' }),
    });
    await database.query(`insert into domains (id, host, is_installation, created_at) values ('dom_1', 'go.test', true, now())`);
    for (let i = 0; i < 25; i++) ids.push(newId('lnk', started.getTime() - 1_000_000 + i));
    await database.query(
      `insert into links (id, workspace_id, owner_id, domain_id, slug, is_custom_alias, original_url, redirect_type, search_text, title_key, created_at, updated_at)
       select id, 'ws_1', 'usr_1', 'dom_1', id, false, 'https://example.com/', 302, '', '', $2, $2 from unnest($1::text[]) as id`,
      [ids, new Date(started.getTime() - 1_000)],
    );
  }, 60_000);
  afterAll(async () => {
    await database?.destroy();
    await at?.drop();
  });

  it('is begun once, shared by replicas, taken up again where one died, and ends with every link looked at', async () => {
    const replicas = [new ScanRepository(database), new ScanRepository(database)];
    const yesterday = new Date(started.getTime() - 86_400_000);
    await Promise.all(replicas.map((replica) => replica.beginIfDue('v1', yesterday, started)));
    expect(await database.query(`select count(*)::int as runs from scan_runs`)).toEqual([{ runs: 1 }]);
    // Another state of the lists is another run's business.
    expect(await replicas[0]!.claim('v2', 4, started, 1_000)).toBeUndefined();

    const dead = await replicas[0]!.claim('v1', 4, started, 1_000);
    const seen: string[] = [];
    const nothing = { quarantined: 0, flagged: 0 };
    const work = async (replica: ScanRepository, now: Date) => {
      for (;;) {
        const batch = await replica.claim('v1', 4, now, 1_000);
        if (!batch) return;
        const links = await replica.idsOf(batch);
        seen.push(...links);
        await replica.finish(batch, { scanned: links.length, ...nothing }, now);
        // Told twice, counted once.
        await replica.finish(batch, { scanned: links.length, ...nothing }, now);
      }
    };
    await Promise.all(replicas.map((replica) => work(replica, started)));
    expect(seen).toHaveLength(21);
    expect(await database.query(`select finished_at from scan_runs`)).toEqual([{ finished_at: null }]);
    await work(replicas[1]!, new Date(started.getTime() + 1_001));
    expect([...seen].sort()).toEqual([...ids].sort());
    expect(await replicas[1]!.idsOf(dead!)).toEqual(ids.slice(0, 4));
    const [run] = await database.query<{ scanned: string; finished_at: Date }[]>(`select scanned, finished_at from scan_runs`);
    expect([run?.scanned, run?.finished_at]).toEqual(['25', new Date(started.getTime() + 1_001)]);
  });
});
