import { Client, credentials, Metadata, Server, ServerCredentials, type ServiceError, status } from '@grpc/grpc-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { Observable } from 'rxjs';
import { type Actor, type CallContext, currentContext, newContext, requireActor, runInContext } from '../context/index.js';
import { AppError } from '../errors/index.js';
import type { Runtime } from '../service/index.js';
import { runtimeFor, startService } from '../service/index.js';
import { createGrpcClient, GrpcService } from './index.js';

const method = <S extends boolean>(name: string, responseStream: S) => ({
  path: `/test.v1.EchoService/${name}`,
  requestStream: false,
  responseStream,
  requestSerialize: (value: unknown) => Buffer.from(JSON.stringify(value)),
  requestDeserialize: (bytes: Buffer) => JSON.parse(bytes.toString()),
  responseSerialize: (value: unknown) => Buffer.from(JSON.stringify(value)),
  responseDeserialize: (bytes: Buffer) => JSON.parse(bytes.toString()),
});
const ECHO = {
  context: method('context', false),
  hop: method('hop', false),
  whoAmI: method('whoAmI', false),
  fail: method('fail', false),
  slow: method('slow', false),
  flaky: method('flaky', false),
  missing: method('missing', false),
  count: method('count', true),
} as const;
const actor: Actor = { userId: 'usr_1', workspaceId: 'ws_1', role: 'user', via: 'api_key', credentialId: 'key_ключ' };
const CONFIG = {
  LOG_LEVEL: 'silent',
  MANAGEMENT_HOST: '127.0.0.1',
  MANAGEMENT_PORT: 0,
  SHUTDOWN_GRACE_SECONDS: 5,
  GRPC_HOST: '127.0.0.1',
  GRPC_PORT: 0,
};

let calls = 0;
let failures = 0;
let port = 0;
let closed: string[] = [];

@Controller()
@GrpcService(ECHO)
class EchoController {
  async context(): Promise<CallContext | undefined> {
    return currentContext();
  }
  async hop(): Promise<unknown> {
    const inner = echo();
    try {
      return { outer: currentContext(), inner: await inner.context({}) };
    } finally {
      inner.$close();
    }
  }
  async whoAmI(): Promise<unknown> {
    calls++;
    return requireActor();
  }
  async fail({ kind }: { kind: string }): Promise<never> {
    if (kind === 'typed')
      throw new AppError('PLAN_LIMIT_REACHED', 'Õnnetus: limit reached.', {
        internal: 'secret-internal row 7',
        details: [{ field: 'plan', message: 'Upgrade.' }],
        retryAfterSeconds: 30,
      });
    throw new TypeError('secret-internal of undefined');
  }
  async slow(): Promise<object> {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return {};
  }
  async flaky(): Promise<object> {
    calls++;
    if (calls <= failures) throw new AppError('PART_UNAVAILABLE', 'Not now.');
    return { calls };
  }
  count({ to, fail }: { to: number; fail?: boolean }): Observable<{ n: number }> {
    return new Observable((subscriber) => {
      for (let n = 1; n <= to; n++) subscriber.next({ n });
      if (fail) subscriber.error(new AppError('RATE_LIMITED', 'Slow down.', { retryAfterSeconds: 2 }));
      else if (to > 0) subscriber.complete();
      return () => {
        calls++;
      };
    });
  }
}

const echo = (timeoutMs = 5_000, target = `127.0.0.1:${port}`) =>
  createGrpcClient({ definition: ECHO, target, idempotent: ['flaky', 'context'], timeoutMs });

describe('a call over gRPC', () => {
  let client: ReturnType<typeof echo>;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const runtime = runtimeFor('echo', CONFIG);
    const running = await startService(runtime, async ({ lifecycle }: Runtime<typeof CONFIG>) => {
      lifecycle.onClose('first', () => closed.push('first'));
      lifecycle.onClose('second', () => closed.push('second'));
      return { definition: ECHO, controller: EchoController, providers: [] };
    });
    ({ grpcPort: port, stop } = running);
    client = echo();
    expect((await fetch(`http://127.0.0.1:${running.managementPort}/healthz/ready`)).status).toBe(200);
  });
  afterAll(async () => {
    client.$close();
    await stop();
    expect(closed).toEqual(['second', 'first']);
    closed = [];
  });
  afterEach(() => {
    calls = 0;
    failures = 0;
  });

  it('brings the typed error with code, text, details and time to retry, and leaves the internal text behind', async () => {
    const error = (await client.fail({ kind: 'typed' }).catch((e: unknown) => e)) as AppError;
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'PLAN_LIMIT_REACHED', message: 'Õnnetus: limit reached.', retryAfterSeconds: 30 });
    expect(error.details).toEqual([{ field: 'plan', message: 'Upgrade.' }]);
    expect(everythingOf(error)).not.toContain('secret-internal');
  });

  it('tells of an unknown failure that it happened and nothing else', async () => {
    const error = (await client.fail({ kind: 'bug' }).catch((e: unknown) => e)) as AppError;
    expect(error.code).toBe('INTERNAL');
    expect(everythingOf(error)).not.toContain('secret-internal');
  });

  it('carries the request id, the trace in a new span, and the actor', async () => {
    const context = newContext({ requestId: 'req-7', actor });
    const seen = (await runInContext(context, () => client.context({}))) as CallContext;
    expect(seen).toMatchObject({ requestId: 'req-7', actor });
    expect(seen.traceparent.split('-')[1]).toBe(context.traceparent.split('-')[1]);
    expect(seen.traceparent.split('-')[2]).not.toBe(context.traceparent.split('-')[2]);
  });

  it('carries them over a second hop', async () => {
    const context = newContext({ requestId: 'req-8', actor });
    const { inner } = (await runInContext(context, () => client.hop({}))) as { inner: CallContext };
    expect(inner).toMatchObject({ requestId: 'req-8', actor });
    expect(inner.traceparent.split('-')[1]).toBe(context.traceparent.split('-')[1]);
  });

  it('begins a context of its own where there is none, without an actor', async () => {
    const seen = (await client.context({})) as CallContext;
    expect(seen.requestId).toMatch(/^req_/);
    expect(seen.actor).toBeUndefined();
    await expect(client.whoAmI({})).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  });

  it('leaves each hop less time than the one before', async () => {
    const begun = Date.now();
    const { outer, inner } = (await client.hop({}, { timeoutMs: 2_000 })) as { outer: CallContext; inner: CallContext };
    expect(outer.deadlineMs).toBeLessThan(begun + 2_000);
    expect(inner.deadlineMs).toBeLessThan(outer.deadlineMs!);
  });

  it('ends with the caller, however long the client might wait', async () => {
    const context = { ...newContext(), deadlineMs: Date.now() + 100 };
    await expect(runInContext(context, () => client.slow({}))).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    expect(Date.now()).toBeLessThan(context.deadlineMs + 300);
    await expect(client.slow({}, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED', retryAfterSeconds: 1 });
  });

  it('is not sent when there is no time left, and refused where it arrives too late', async () => {
    const late = { ...newContext({ actor }), deadlineMs: Date.now() - 1 };
    await expect(runInContext(late, () => client.whoAmI({}))).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    const metadata = new Metadata();
    metadata.set('x-linqr-deadline-ms', String(Date.now() - 1));
    const error = await raw('whoAmI', metadata);
    expect(error.code).toBe(status.DEADLINE_EXCEEDED);
    expect(calls).toBe(0);
  });

  it.each(['{', '"text"', 'null', '7'])('with an actor that is none (%s) comes from nobody', async (text) => {
    const metadata = new Metadata();
    metadata.set('x-linqr-actor-bin', Buffer.from(text));
    const error = await raw('whoAmI', metadata);
    expect(error.code).toBe(status.UNAUTHENTICATED);
  });

  it('is tried again while a part is away when it is idempotent, three times at most', async () => {
    failures = 2;
    expect(await client.flaky({})).toEqual({ calls: 3 });
    calls = 0;
    failures = 99;
    await expect(client.flaky({})).rejects.toMatchObject({ code: 'PART_UNAVAILABLE' });
    expect(calls).toBe(3);
  });

  it('is not tried again when it is not idempotent, nor for any other failure', async () => {
    failures = 1;
    const cautious = createGrpcClient({ definition: ECHO, target: `127.0.0.1:${port}`, idempotent: ['whoAmI'] });
    try {
      await expect(cautious.flaky({})).rejects.toMatchObject({ code: 'PART_UNAVAILABLE' });
      expect(calls).toBe(1);
      calls = 0;
      await expect(cautious.whoAmI({})).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
      expect(calls).toBe(1);
    } finally {
      cautious.$close();
    }
  });

  it('that nobody implements is NOT_AVAILABLE_YET', async () => {
    await expect(client.missing({})).rejects.toMatchObject({ code: 'NOT_AVAILABLE_YET' });
  });

  it('to where nobody listens is PART_UNAVAILABLE, soon', async () => {
    const lost = echo(5_000, '127.0.0.1:1');
    try {
      const begun = Date.now();
      await expect(lost.whoAmI({})).rejects.toMatchObject({ code: 'PART_UNAVAILABLE' });
      await expect(lost.$ready(100)).rejects.toThrow();
      expect(Date.now() - begun).toBeLessThan(4_000);
    } finally {
      lost.$close();
    }
  });

  it('finds a service again that was away', async () => {
    const elsewhere = new Server();
    const bind = (at: number) =>
      new Promise<number>((resolve, reject) =>
        elsewhere.bindAsync(`127.0.0.1:${at}`, ServerCredentials.createInsecure(), (error, bound) =>
          error ? reject(error) : resolve(bound),
        ),
      );
    const probe = await bind(0);
    await new Promise<void>((resolve) => elsewhere.tryShutdown(() => resolve()));
    const returning = echo(5_000, `127.0.0.1:${probe}`);
    const again = new Server();
    again.addService(
      { context: ECHO.context },
      { context: (_: unknown, answer: (error: null, value: object) => void) => answer(null, { back: true }) },
    );
    try {
      await expect(returning.whoAmI({})).rejects.toMatchObject({ code: 'PART_UNAVAILABLE' });
      await new Promise<void>((resolve, reject) =>
        again.bindAsync(`127.0.0.1:${probe}`, ServerCredentials.createInsecure(), (error) => (error ? reject(error) : resolve())),
      );
      await returning.$ready(5_000);
      expect(await returning.context({})).toEqual({ back: true });
    } finally {
      returning.$close();
      again.forceShutdown();
    }
  });

  it('streams, ends with the typed error, and stops the server when the reader has enough', async () => {
    const read = async (to: number, fail: boolean, signal = new AbortController().signal) => {
      const seen: number[] = [];
      for await (const { n } of client.count({ to, fail }, { signal })) seen.push(n);
      return seen;
    };
    expect(await read(3, false)).toEqual([1, 2, 3]);
    await expect(read(2, true)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 2 });
    const abort = new AbortController();
    calls = 0;
    const open = read(0, false, abort.signal);
    setTimeout(() => abort.abort(), 100);
    expect(await open).toEqual([]);
    for (let waited = 0; calls === 0 && waited < 100; waited++) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(calls).toBe(1);
  });

  /** Without our client: what a call with these headers is answered. */
  function raw(name: keyof typeof ECHO, metadata: Metadata): Promise<ServiceError> {
    const { path, requestSerialize, responseDeserialize } = ECHO[name];
    const plain = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
    return new Promise((resolve, reject) => {
      plain.makeUnaryRequest(path, requestSerialize, responseDeserialize, {}, metadata, { deadline: Date.now() + 5_000 }, (error) => {
        plain.close();
        if (error) resolve(error);
        else reject(new Error('the call was answered'));
      });
    });
  }
});

/** All that came over the wire: texts, causes, trailers decoded. */
function everythingOf(error: AppError): string {
  const cause = error.cause as ServiceError;
  const trailers = Object.values(cause.metadata.getMap()).map((value) => value.toString());
  return [error.message, error.internal, String(cause), cause.details, ...trailers, JSON.stringify(error.details)].join('\n');
}
