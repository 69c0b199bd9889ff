// Takes mail over SMTP, on loopback, from anybody on this machine.
import type { AddressInfo } from 'node:net';
import { newId } from '@linqr/platform/ids';
import type { Logger } from '@linqr/platform/logging';
import { SMTPServer } from 'smtp-server';
import { readMessage } from './message.js';
import type { MessageStore } from './message-store.js';

const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;

/** Answers with its port and how to close it. A message is acknowledged once it is on disk. */
export async function openSmtp(store: MessageStore, port: number, logger: Logger): Promise<{ port: number; close: () => Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MAX_MESSAGE_BYTES,
    maxClients: 50,
    socketTimeout: 30_000,
    closeTimeout: 2_000,
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      let size = 0;
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MAX_MESSAGE_BYTES) chunks.push(chunk);
      });
      stream.once('end', () => {
        if (stream.sizeExceeded || size > MAX_MESSAGE_BYTES) {
          done(Object.assign(new Error('The message is too large'), { responseCode: 552 }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map((recipient) => recipient.address) };
        const raw = Buffer.concat(chunks);
        const kept = isFarewell(raw)
          ? forget(store, envelope.to)
          : readMessage(raw, envelope, newId('msg'), new Date().toISOString()).then((message) => store.add(message));
        kept.then(
          () => done(),
          (error: unknown) => {
            logger.error({ err: error }, 'message could not be kept');
            done(Object.assign(new Error('The message could not be kept'), { responseCode: 451 }));
          },
        );
      });
    },
  });
  server.on('error', (error) => logger.warn({ err: error }, 'smtp connection failed'));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The last mail to a deleted account: auth marks it. Here it takes all others along, and is not kept either. */
function isFarewell(raw: Buffer): boolean {
  const text = raw.subarray(0, 16_384).toString('latin1');
  const end = text.search(/\r?\n\r?\n/);
  return /^linqr-account: deleted\s*$/im.test(end < 0 ? text : text.slice(0, end));
}

async function forget(store: MessageStore, addresses: string[]): Promise<void> {
  for (const address of addresses) await store.forget(address);
}
