import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourcePath, typescriptArguments } from '@linqr/testing/typescript';

let folder: string;
let child: ChildProcess;
let smtpPort: number;
let url: string;

async function start(): Promise<void> {
  child = fork(sourcePath('deploy/local/src/mailbox/main.ts'), {
    execArgv: typescriptArguments(),
    env: { PATH: process.env['PATH'], MAILBOX_FOLDER: folder, LOG_LEVEL: 'silent' },
  });
  const [message] = (await once(child, 'message')) as [{ addresses: { smtpPort: number; httpPort: number } }];
  smtpPort = message.addresses.smtpPort;
  url = `http://127.0.0.1:${message.addresses.httpPort}`;
}
async function stop(signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Hands a message in; answers with the last line the server said. */
async function send(to: string[], lines: string[]): Promise<string> {
  const socket = connect(smtpPort, '127.0.0.1');
  const answers = createInterface(socket)[Symbol.asyncIterator]();
  const next = async () => {
    for (;;) {
      const { value = '' } = await answers.next();
      if (/^\d{3} /.test(value) || value === '') return value as string;
    }
  };
  await next();
  let last = '';
  const commands = ['EHLO test', 'MAIL FROM:<app@linqr.localhost>', ...to.map((address) => `RCPT TO:<${address}>`), 'DATA'];
  for (const command of [...commands, `${lines.join('\r\n')}\r\n.`]) {
    socket.write(`${command}\r\n`);
    last = await next();
  }
  socket.end('QUIT\r\n');
  return last;
}
const json = async () => ((await (await fetch(`${url}/mailbox.json`)).json()) as { messages: Record<string, string>[] }).messages;

describe('the mailbox', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'linqr-mail-'));
    await start();
  });
  afterAll(async () => {
    await stop('SIGTERM');
    rmSync(folder, { recursive: true });
  });

  it('forgets all mail to an address with the farewell to its account', async () => {
    await send(['gone@example.com'], ['Subject: secret of gone@example.com', '', 'one']);
    await send(['stays@example.com'], ['Subject: other', '', 'Linqr-Account: deleted']);
    await send(['Gone@example.com'], ['Subject: farewell', 'Linqr-Account: deleted', '', 'bye']);
    await stop('SIGKILL');
    await start();
    expect((await json()).map(({ to }) => to)).toEqual(['stays@example.com']);
    await send(['stays@example.com'], ['Linqr-Account: deleted', '', 'bye']);
  });

  it('shows what was sent as JSON, newest first, and keeps it over a kill', async () => {
    await send(['a@example.com'], ['Subject: first', '', 'one']);
    const answer = await send(
      ['b@example.com', 'c@example.com'],
      [
        'From: Linqr <no-reply@linqr.localhost>',
        'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
        'Content-Type: text/html; charset=utf-8',
        '',
        '<p>Hällo</p>',
      ],
    );
    expect(answer).toMatch(/^250 /);
    await stop('SIGKILL');
    await start();
    expect(await json()).toEqual([
      expect.objectContaining({
        to: 'b@example.com, c@example.com',
        from: 'Linqr <no-reply@linqr.localhost>',
        subject: 'Grüße',
        html: '<p>Hällo</p>\n',
      }),
      expect.objectContaining({ to: 'a@example.com', subject: 'first', text: 'one\n' }),
    ]);
  });

  it("opens a message's HTML only where nothing in it can run or load", async () => {
    await send(['a@example.com'], ['Content-Type: text/html', '', '<script>alert(1)</script><img src="http://evil.example/x">']);
    const [newest] = await json();
    const page = await fetch(`${url}/mailbox/${newest!['id']}`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).not.toContain('<script>alert');
    const html = await fetch(`${url}/mailbox/${newest!['id']}/html`);
    expect(html.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/);
    expect(html.headers.get('content-security-policy')).not.toContain('allow-scripts');
  });

  it('answers what it does not know with 404 and takes nothing but GET', async () => {
    expect((await fetch(`${url}/mailbox/msg_unknown`)).status).toBe(404);
    expect((await fetch(`${url}/mailbox/../../etc/passwd`)).status).toBe(404);
    expect((await fetch(`${url}/mailbox`, { method: 'DELETE' })).status).toBe(405);
  });

  it('refuses a message over 2 MB and goes on', async () => {
    const answer = await send(['a@example.com'], ['Subject: big', '', ...Array.from({ length: 30_000 }, () => 'x'.repeat(76))]);
    expect(answer).toMatch(/^552 /);
    expect(await send(['a@example.com'], ['Subject: small', '', 'y'])).toMatch(/^250 /);
  });
});
