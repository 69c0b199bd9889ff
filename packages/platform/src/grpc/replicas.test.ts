import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGrpcClient } from './index.js';

const method = (name: string) => ({
  path: `/test.v1.ReplicaService/${name}`,
  requestStream: false as const,
  responseStream: false as const,
  requestSerialize: (value: object) => Buffer.from(JSON.stringify(value)),
  requestDeserialize: (bytes: Buffer) => JSON.parse(bytes.toString()) as object,
  responseSerialize: (value: object) => Buffer.from(JSON.stringify(value)),
  responseDeserialize: (bytes: Buffer) => JSON.parse(bytes.toString()) as { replica: string },
});
const REPLICAS = { read: method('Read'), write: method('Write'), create: method('Create') };

interface Replica {
  port: number;
  /** From now on nothing arrives and nothing leaves; connections stay open, as after a power cut. */
  vanish: () => void;
  close: () => Promise<void>;
}

/** A gRPC server behind a line that can go dead. */
async function replica(name: string): Promise<Replica> {
  const server = new Server();
  const answer = (_: unknown, reply: (error: null, value: object) => void) => reply(null, { replica: name });
  server.addService(REPLICAS, { read: answer, write: answer, create: answer });
  const behind = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => (error ? reject(error) : resolve(port))),
  );
  const sockets = new Set<Socket>();
  let dead = false;
  const line = createServer((from) => {
    const to = connect(behind, '127.0.0.1');
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.on('data', (bytes) => {
        if (!dead) other.write(bytes);
      });
      one.on('error', () => {});
      one.on('close', () => !dead && other.destroy());
    }
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  return {
    port: (line.address() as AddressInfo).port,
    vanish: () => {
      dead = true;
    },
    async close() {
      dead = true;
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => line.close(() => resolve()));
      server.forceShutdown();
    },
  };
}

describe('calls of a service with two replicas', () => {
  let one: Replica;
  let other: Replica;
  const client = () =>
    createGrpcClient({
      definition: REPLICAS,
      target: `ipv4:127.0.0.1:${one.port},127.0.0.1:${other.port}`,
      idempotent: ['read'],
      keyed: ['create'],
      timeoutMs: 10_000,
    });
  beforeAll(async () => {
    [one, other] = await Promise.all([replica('one'), replica('other')]);
  });
  afterAll(() => Promise.all([one.close(), other.close()]));

  it('go to both, and when one is gone without a word every call that may be repeated is answered by the other in time', async () => {
    const calls = client();
    try {
      const seen = new Set<string>();
      for (let i = 0; seen.size < 2 && i < 1_000; i++) seen.add((await calls.read({})).replica);
      expect([...seen].sort()).toEqual(['one', 'other']);
      one.vanish();
      const reads = Array.from({ length: 10 }, () => calls.read({}));
      const keyed = Array.from({ length: 10 }, (_, i) => calls.create({ idempotencyKey: `key-${i}` }));
      const unkeyed = await Promise.allSettled(Array.from({ length: 10 }, () => calls.create({})));
      expect(new Set((await Promise.all([...reads, ...keyed])).map(({ replica: by }) => by))).toEqual(new Set(['other']));
      // Nobody knows whether these were done: they fail, and soon.
      const failed = unkeyed.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => (reason as { code: string }).code);
      expect(failed.length).toBeGreaterThan(0);
      expect(new Set(failed)).toEqual(new Set(['PART_UNAVAILABLE']));
      // The dead one is asked no more.
      for (let i = 0; i < 10; i++) expect((await calls.write({})).replica).toBe('other');
    } finally {
      calls.$close();
    }
  }, 30_000);
});
