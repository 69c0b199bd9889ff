// Connections of callers that get old: replicas that join get their share, and no call notices.
import type { ServerUnaryCall } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DnsServer } from '@linqr/testing/dns';
import { eventually } from '@linqr/testing/eventually';
import { interval, map, take } from 'rxjs';

// grpc-js reads this when it is loaded, so it is loaded below: names are asked of the name server in the target.
process.env['GRPC_NODE_USE_ALTERNATIVE_RESOLVER'] = 'true';

const method = <S extends boolean>(name: string, responseStream: S) => ({
  path: `/test.v1.ConnectionService/${name}`,
  requestStream: false as const,
  responseStream,
  requestSerialize: (value: object) => Buffer.from(JSON.stringify(value)),
  requestDeserialize: (bytes: Buffer) => JSON.parse(bytes.toString()) as object,
  responseSerialize: (value: object) => Buffer.from(JSON.stringify(value)),
  responseDeserialize: (bytes: Buffer) => JSON.parse(bytes.toString()) as { replica: string; connection: string; n: number },
});
const CONNECTIONS = { write: method('Write', false), slow: method('Slow', false), stream: method('Stream', true) };
const AGE_SECONDS = 0.1;
/** Many ages, and longer than a caller goes without a ping. */
const LONG_MS = 1_500;
const NAME = 'replicas.test';

const zone = new DnsServer();
const endings: (() => Promise<unknown> | unknown)[] = [];
let server: string;
let port = 0;

async function replica(address: string): Promise<void> {
  const { Controller } = await import('@nestjs/common');
  const { GrpcService } = await import('@linqr/platform/grpc');
  const { runtimeFor, startService } = await import('@linqr/platform/service');
  @Controller()
  @GrpcService(CONNECTIONS)
  class ConnectionController {
    async write(_: object, call: ServerUnaryCall<object, object>): Promise<object> {
      return { replica: address, connection: call.getPeer() };
    }
    async slow(): Promise<object> {
      await new Promise((resolve) => setTimeout(resolve, LONG_MS));
      return { replica: address };
    }
    stream() {
      return interval(LONG_MS / 10).pipe(
        take(10),
        map((n) => ({ n })),
      );
    }
  }
  const runtime = runtimeFor('connections', {
    LOG_LEVEL: 'silent',
    MANAGEMENT_HOST: '127.0.0.1',
    MANAGEMENT_PORT: 0,
    SHUTDOWN_GRACE_SECONDS: 5,
    GRPC_HOST: address,
    GRPC_PORT: port,
    GRPC_CONNECTION_AGE_SECONDS: AGE_SECONDS,
  });
  const running = await startService(runtime, async () => ({
    definition: CONNECTIONS,
    controller: ConnectionController,
    providers: [],
  }));
  port = running.grpcPort;
  endings.push(running.stop);
}

async function caller() {
  const { createGrpcClient } = await import('@linqr/platform/grpc');
  // Nothing here may be sent twice.
  const client = createGrpcClient({
    definition: CONNECTIONS,
    target: `dns://${server}/${NAME}:${port}`,
    idempotent: [],
    timeoutMs: 20_000,
  });
  endings.push(() => client.$close());
  return client;
}

beforeAll(async () => {
  server = await zone.listen();
  endings.push(() => zone.close());
  zone.zone.set(NAME, { a: ['127.0.0.1'] });
  await replica('127.0.0.1');
});
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

describe('a connection that gets old', () => {
  it('is replaced again and again under load, and no call fails, also of those that are never sent twice', async () => {
    const client = await caller();
    const connections = new Set<string>();
    const failed: unknown[] = [];
    let calls = 0;
    let over = false;
    const callers = Array.from({ length: 16 }, async () => {
      while (!over) {
        calls++;
        await client.write({}).then(
          ({ connection }) => connections.add(connection),
          (error: unknown) => failed.push(error),
        );
      }
    });
    await eventually(() => connections.size >= 40, { timeoutMs: 30_000 });
    over = true;
    await Promise.all(callers);
    expect(failed).toEqual([]);
    expect(calls).toBeGreaterThan(connections.size);
  }, 40_000);

  it('ends the calls and streams that are under way whole', async () => {
    const client = await caller();
    const before = await client.write({});
    const seen: number[] = [];
    const streamed = (async () => {
      for await (const { n } of client.stream({}, { signal: new AbortController().signal })) seen.push(n);
    })();
    expect(await client.slow({})).toEqual({ replica: '127.0.0.1' });
    await streamed;
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect((await client.write({})).connection).not.toBe(before.connection);
  }, 30_000);

  it('leads its caller to a replica that joined later', async () => {
    const client = await caller();
    expect((await client.write({})).replica).toBe('127.0.0.1');
    await replica('127.0.0.2');
    zone.zone.set(NAME, { a: ['127.0.0.1', '127.0.0.2'] });
    const lately: string[] = [];
    await eventually(
      async () => {
        lately.push((await client.write({})).replica);
        return lately.slice(-8).filter((address) => address === '127.0.0.2').length >= 3;
      },
      { timeoutMs: 20_000 },
    );
  }, 30_000);
});
