import type { AddressInfo } from 'node:net';
import { eventually } from '@linqr/testing/eventually';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  replyTo: string;
  /** By name in lower case. */
  headers: Record<string, string>;
  receivedAtMs: number;
}

/** A real SMTP server on loopback that keeps what it takes. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** How it answers the next recipients: undefined takes them. */
  refuseWith: number | undefined;
  private server: SMTPServer | undefined;
  private port = 0;

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Opens it, after a close on the same port again. */
  async listen(): Promise<this> {
    const server = this.build();
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.server.address() as AddressInfo).port;
    this.server = server;
    return this;
  }

  close(): Promise<void> {
    return new Promise((resolve) => (this.server ? this.server.close(() => resolve()) : resolve()));
  }

  /** The newest mail to the address with the subject, once there. */
  to(address: string, subject: RegExp): Promise<ReceivedMail> {
    return eventually(() => this.all(address, subject).at(-1) ?? false);
  }

  all(address: string, subject = /./): ReceivedMail[] {
    return this.received.filter((mail) => mail.to === address && subject.test(mail.subject));
  }

  private build(): SMTPServer {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      closeTimeout: 500,
      logger: false,
      onRcptTo: (_address, _session, callback) => {
        if (this.refuseWith === undefined) return callback();
        callback(Object.assign(new Error('not taken'), { responseCode: this.refuseWith }));
      },
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          const recipients = session.envelope.rcptTo.map((r) => r.address);
          const problem = await this.keep(Buffer.concat(chunks), recipients).catch((error: Error) => error);
          callback(problem ?? null);
        });
      },
    });
    server.on('error', () => {});
    return server;
  }

  private async keep(raw: Buffer, recipients: string[]): Promise<undefined> {
    const mail = await PostalMime.parse(raw);
    for (const to of recipients)
      this.received.push({
        to,
        from: mail.from?.address ?? '',
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html ?? '',
        messageId: mail.messageId ?? '',
        replyTo: mail.replyTo?.[0]?.address ?? '',
        headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key.toLowerCase(), value])),
        receivedAtMs: Date.now(),
      });
  }
}

/** The token of the link in a mail. */
export function tokenIn(mail: ReceivedMail): string {
  const token = /[?&]token=([A-Za-z0-9_-]+)/.exec(mail.text)?.[1];
  if (!token) throw new Error('the mail carries no token');
  return token;
}
