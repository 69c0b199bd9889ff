import type { ServerResponse } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { eventually } from '@linqr/testing/eventually';
import { create, deliveriesOf, publishLink, startWebhook, type TestWebhook } from './harness.js';
import { type Received, Receiver } from './receiver.js';

let test: TestWebhook;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  test = await startWebhook({ env: { DELIVERY_CONCURRENCY: '8' } });
}, 60_000);
afterAll(async () => {
  await test?.stop();
  for (const close of closers) await close();
}, 60_000);

async function receiver(behave: (received: Received, response: ServerResponse) => void): Promise<Receiver> {
  const made = await new Receiver(behave).listen();
  closers.push(() => made.close());
  return made;
}

/** A server that says what it likes, whatever it is asked. */
async function rawServer(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(resolve);
      }),
  );
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

const attempted = (actor: Actor, id: string, timeoutMs = 25_000) =>
  eventually(
    async () => {
      const [delivery] = await deliveriesOf(test, actor, id);
      return delivery !== undefined && delivery.history.length > 0 && delivery;
    },
    { timeoutMs },
  );

describe('a receiver that', () => {
  it('hangs, drips or never ends is left after 15 seconds, and others wait for none of them', async () => {
    const actor = await test.professional();
    const hang = await create(test, actor, { url: (await receiver(() => {})).url() });
    const dripping = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x-drip: 1\r\n'), 500);
      socket.once('close', () => clearInterval(timer));
    });
    const drip = await create(test, actor, { url: dripping });
    let written = 0;
    const flood = await create(test, actor, {
      url: (
        await receiver((_, response) => {
          response.writeHead(200);
          const chunk = Buffer.alloc(65_536, 'x');
          const pour = () => {
            while (!response.destroyed && written < 1_073_741_824 && response.write(chunk)) written += chunk.length;
          };
          response.on('drain', pour);
          pour();
        })
      ).url(),
    });
    const slowBody = await create(test, actor, {
      url: (
        await receiver((_, response) => {
          response.writeHead(200);
          const timer = setInterval(() => response.write('.'), 200);
          response.once('close', () => clearInterval(timer));
        })
      ).url(),
    });
    // Four hostile workspaces more, each with one that hangs.
    for (let i = 0; i < 4; i++) {
      const other = await test.professional();
      await create(test, other, { url: (await receiver(() => {})).url() });
      await publishLink(test, other.workspaceId);
    }
    await publishLink(test, actor.workspaceId);
    const startedAt = performance.now();
    // Meanwhile somebody who answers gets theirs.
    const good = await receiver((_, response) => void response.end());
    const calm = await test.professional();
    await create(test, calm, { url: good.url() });
    await publishLink(test, calm.workspaceId);
    await eventually(() => good.received.length === 1, { timeoutMs: 30_000 });
    await publishLink(test, calm.workspaceId);
    const publishedAt = performance.now();
    await eventually(() => good.received.length === 2);
    expect(performance.now() - publishedAt).toBeLessThan(3_000);

    expect(await attempted(actor, flood.id)).toMatchObject({ status: 'succeeded', responseBody: 'x'.repeat(2_048) });
    expect(written).toBeLessThan(16_777_216);
    const slow = await attempted(actor, slowBody.id);
    expect(slow).toMatchObject({ status: 'succeeded', responseStatus: 200 });
    expect(slow.history[0]!.durationMs).toBeLessThan(5_000);
    for (const { id } of [hang, drip]) {
      const delivery = await attempted(actor, id, 40_000);
      expect(delivery).toMatchObject({ status: 'pending', responseStatus: 0, error: 'No answer within 15 seconds.' });
      expect(delivery.history[0]!.durationMs).toBeGreaterThan(14_500);
      expect(delivery.history[0]!.durationMs).toBeLessThan(17_000);
    }
    expect(performance.now() - startedAt).toBeLessThan(45_000);
  }, 90_000);

  it.each<[string, (socket: Socket) => void, string]>([
    ['closes at once', (socket) => socket.destroy(), 'The connection was closed without an answer.'],
    ['speaks something else', (socket) => void socket.end('SSH-2.0-OpenSSH_9.9\r\n'), 'The answer is not valid HTTP.'],
    [
      'sends headers without end',
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\n${'x-long: y\r\n'.repeat(10_000)}`),
      'The headers of the answer are too large.',
    ],
    [
      'wants to speak WebSocket',
      (socket) => void socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
      'The answer is not one to a POST.',
    ],
  ])(
    '%s gets an entry in the log and another attempt',
    async (_, onConnection, error) => {
      const actor = await test.professional();
      // What is written before the request came may reset the connection, so that the answer is lost.
      const url = await rawServer((socket) => socket.once('data', () => onConnection(socket)));
      const { id } = await create(test, actor, { url });
      await publishLink(test, actor.workspaceId);
      expect(await attempted(actor, id)).toMatchObject({ status: 'pending', responseStatus: 0, error });
    },
    30_000,
  );

  it('is not there gets another attempt', async () => {
    const actor = await test.professional();
    const gone = await new Receiver().listen();
    const url = gone.url();
    await gone.close();
    const { id } = await create(test, actor, { url });
    await publishLink(test, actor.workspaceId);
    expect(await attempted(actor, id)).toMatchObject({ status: 'pending', error: 'The connection was refused.' });
  });

  it('redirects is not followed, wherever to', async () => {
    const actor = await test.professional();
    const inner = await receiver((_, response) => void response.end('secret'));
    const outer = await receiver((_, response) => void response.writeHead(307, { location: inner.url('/metadata') }).end());
    const { id } = await create(test, actor, { url: outer.url() });
    await publishLink(test, actor.workspaceId);
    expect(await attempted(actor, id)).toMatchObject({
      status: 'pending',
      responseStatus: 307,
      error: expect.stringContaining('redirects'),
    });
    expect(inner.connections).toBe(0);
  });

  it('answers bytes that are no text is kept as what can be shown', async () => {
    const actor = await test.professional();
    const odd = await receiver((_, response) => void response.end(Buffer.from([0x61, 0x00, 0xff, 0xfe, 0x1b, 0x5b, 0x62])));
    const { id } = await create(test, actor, { url: odd.url() });
    await publishLink(test, actor.workspaceId);
    expect((await attempted(actor, id)).responseBody).toBe('a\ufffd\ufffd\ufffd\ufffd[b');
  });
});
