import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { MailDelayed, openMailTransport } from '../src/mail/mail.transport.js';

const message = { id: 'msg_1', to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

/** A server that offers no encryption, and notes what is tried. */
async function plainServer() {
  const seen = { passwords: 0, mails: 0 };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    closeTimeout: 200,
    logger: false,
    onAuth: (_auth, _session, callback) => {
      seen.passwords++;
      callback(null, { user: 'linqr' });
    },
    onData: (stream, _session, callback) => {
      stream.resume();
      stream.on('end', () => {
        seen.mails++;
        callback();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    seen,
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

describe('the mail transport', () => {
  test('never says a password over a connection in the clear: the mail waits instead', async () => {
    const { seen, port, close } = await plainServer();
    const transport = openMailTransport(`smtp://linqr:secret@127.0.0.1:${port}`, 'Linqr <no-reply@linqr.test>');
    await expect(transport.send(message)).rejects.toBeInstanceOf(MailDelayed);
    transport.close();
    const open = openMailTransport(`smtp://127.0.0.1:${port}`, 'Linqr <no-reply@linqr.test>');
    await open.send(message);
    open.close();
    await close();
    expect(seen).toEqual({ passwords: 0, mails: 1 });
  });
});
