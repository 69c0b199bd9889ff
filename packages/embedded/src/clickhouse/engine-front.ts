// ClickHouse's HTTP interface over the engine in this process: the ordinary @clickhouse/client talks to it.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drainPending, Session } from 'chdb';
import { EngineError, errorAnswer } from './errors.js';
import { type Credentials, checkCredentials, readBody } from './request.js';
import { Slots } from './slots.js';
import { canStream, firstWord, namedFormat, sessionStatements } from './statement.js';

export interface EngineFrontOptions {
  /** One process owns it; a second is refused by the engine. */
  dataFolder: string;
  host: string;
  port: number;
  credentials: Credentials;
  /** Engine arguments in `clickhouse local` form. */
  engineArguments: string[];
  maxQuerySeconds: number;
  maxBodyBytes: number;
  maxConcurrent: number;
  maxWaiting: number;
}

export interface EngineFront {
  port: number;
  /** Lets running queries end, at most `graceMs`; false when some still ran. */
  close: (graceMs: number) => Promise<boolean>;
}

export async function openEngineFront(options: EngineFrontOptions): Promise<EngineFront> {
  const openSession = () => new Session(options.dataFolder, { connectionArgs: options.engineArguments });
  // Keeps the engine open between requests and pins its engine-wide arguments.
  const keeper = openSession();
  await keeper.queryAsync('SELECT 1');
  const slots = new Slots(options.maxConcurrent, options.maxWaiting);

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://engine');
    if (url.pathname === '/ping') {
      response.end('Ok.\n');
      return;
    }
    if (url.pathname !== '/' || (request.method !== 'POST' && request.method !== 'GET')) {
      response.writeHead(404).end();
      return;
    }
    checkCredentials(request, options.credentials);
    const query = url.searchParams;
    const body = await readBody(request, options.maxBodyBytes);
    const database = query.get('database') ?? (request.headers['x-clickhouse-database'] as string | undefined);
    const statements = sessionStatements(query, database, options.maxQuerySeconds);
    await slots.run(async () => {
      if (response.destroyed) return;
      // A session of its own (0.4 ms): settings die with it, and no query waits behind another.
      const session = openSession();
      try {
        for (const statement of statements) await session.queryAsync(statement);
        await run(session, sqlOf(query.get('query'), body), query, response);
      } finally {
        session.close();
      }
    });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => fail(request, response, error));
  });
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 15_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close(graceMs) {
      server.close();
      server.closeIdleConnections();
      const until = Date.now() + graceMs;
      while (slots.busy > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
      if (slots.busy > 0) return false;
      server.closeAllConnections();
      keeper.close();
      await drainPending();
      return true;
    },
  };
}

/** The statement comes in the URL with data in the body, or whole in the body. */
function sqlOf(inUrl: string | null, body: Buffer): string {
  if (inUrl === null) return body.toString('utf8');
  if (body.length === 0) return inUrl;
  if (firstWord(inUrl) === 'insert' && !/\bFORMAT\s+(JSON\w*|CSV\w*|TSV\w*|TabSeparated\w*|Values)\s*$/i.test(inUrl.slice(-100)))
    throw new EngineError(48, 'NOT_IMPLEMENTED', 'Data is taken in text formats only (JSON…, CSV…, TSV…, Values)');
  return `${inUrl}\n${body.toString('utf8')}`;
}

async function run(session: Session, sql: string, query: URLSearchParams, response: ServerResponse): Promise<void> {
  const inserting = firstWord(sql) === 'insert';
  const format = (inserting ? undefined : namedFormat(sql)) ?? query.get('default_format') ?? 'TabSeparated';
  const headers = {
    'x-clickhouse-query-id': query.get('query_id') ?? randomUUID(),
    'x-clickhouse-format': format,
    'x-clickhouse-timezone': 'UTC',
    'content-type': 'application/octet-stream',
  };
  if (!canStream(sql, format)) {
    const result = await session.queryAsync(sql, { format });
    const summary = { read_rows: String(result.rowsRead), read_bytes: String(result.bytesRead), written_rows: '0', written_bytes: '0' };
    const elapsed = { total_rows_to_read: '0', result_rows: '0', result_bytes: '0', elapsed_ns: String(Math.round(result.elapsed * 1e9)) };
    response.writeHead(200, { ...headers, 'x-clickhouse-summary': JSON.stringify({ ...summary, ...elapsed }) }).end(result.bytes());
    return;
  }
  const stream = session.queryStream(sql, { format });
  try {
    for await (const chunk of stream) {
      if (response.destroyed) return;
      if (!response.headersSent) response.writeHead(200, headers);
      if (!response.write(chunk.raw())) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
  } finally {
    stream.cancel();
  }
  if (!response.headersSent) response.writeHead(200, headers);
  response.end();
}

function fail(request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
  // Half an answer is out: only a broken connection tells the client that it is not whole.
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, code, text } = errorAnswer(thrown);
  // The rest of a refused body is not read.
  if (!request.complete) response.setHeader('connection', 'close');
  response.writeHead(status, { 'content-type': 'text/plain; charset=UTF-8', 'x-clickhouse-exception-code': code }).end(text);
}
