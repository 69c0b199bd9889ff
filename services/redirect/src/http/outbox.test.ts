import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { descriptorOf, Outbox } from './outbox.js';

const opened: { destroy?: () => void; close?: () => void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) (one.destroy ?? one.close)?.call(one);
});

/** Both ends of one connection over loopback. */
async function pair(): Promise<{ server: Socket; client: Socket }> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const accepted = once(listener, 'connection') as Promise<[Socket]>;
  const client = connect((listener.address() as AddressInfo).port, '127.0.0.1');
  const [server] = await accepted;
  opened.push(client, server, listener);
  return { server, client };
}

/** What arrives until there is so much of it. */
async function received(client: Socket, bytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  await new Promise<void>((resolve) => {
    client.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= bytes) resolve();
    });
  });
  return Buffer.concat(chunks).toString('latin1');
}

describe('answers of one connection', () => {
  test.each([
    ['straight to the socket', (socket: Socket) => descriptorOf(socket)],
    ['through the stream, where there is no descriptor', () => -1],
  ])('arrive in order, %s', async (_, descriptor) => {
    const { server, client } = await pair();
    const outbox = new Outbox();
    const slab = Buffer.from('one two three ', 'latin1');
    const arrived = received(client, 23);
    outbox.add(slab, 0, 4);
    outbox.add(slab, 4, 8);
    outbox.send(server, descriptor(server));
    // Of two buffers, and of two stretches that do not touch.
    outbox.add(slab, 8, 14);
    outbox.add(Buffer.from('four '), 0, 5);
    outbox.add(slab, 0, 4);
    outbox.send(server, descriptor(server));
    // Nothing is owed any more.
    outbox.send(server, descriptor(server));
    expect(await arrived).toBe('one two three four one ');
  });

  test('are kept by the stream when the client takes nothing, and arrive whole when it does', async () => {
    const { server, client } = await pair();
    client.pause();
    const outbox = new Outbox();
    const part = 64 * 1024;
    const slab = Buffer.alloc(part);
    let sent = 0;
    // More than the kernel holds for a connection, and then more behind it.
    for (let held = 0; held < 4 && sent < 2_000; sent++) {
      slab.fill(97 + (sent % 26));
      outbox.add(Buffer.from(slab), 0, part);
      outbox.send(server, descriptorOf(server));
      if (server.writableLength > 0) held++;
    }
    expect(server.writableLength).toBeGreaterThan(0);
    const arrived = received(client, sent * part);
    client.resume();
    const text = await arrived;
    for (let i = 0; i < sent; i++) expect(text.slice(i * part, (i + 1) * part)).toBe(String.fromCharCode(97 + (i % 26)).repeat(part));
  }, 30_000);

  test('to a client that is gone end in an error of the stream, not of the program', async () => {
    const { server, client } = await pair();
    const failed = once(server, 'error');
    const outbox = new Outbox();
    const descriptor = descriptorOf(server);
    client.resetAndDestroy();
    // Until the reset has arrived, writes still succeed.
    const timer = setInterval(() => {
      if (server.destroyed) return;
      outbox.add(Buffer.from('late'), 0, 4);
      outbox.send(server, descriptor);
    }, 5);
    const [error] = (await failed) as [NodeJS.ErrnoException];
    clearInterval(timer);
    expect(['ECONNRESET', 'EPIPE']).toContain(error.code);
  });
});
