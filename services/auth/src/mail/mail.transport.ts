import { createTransport } from 'nodemailer';
import type { Message } from './mail.composer.js';

/** The server will not take this mail, now or later. */
export class MailRefused extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = 'MailRefused';
  }
}

/** The mail could not be handed over this time. */
export class MailDelayed extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = 'MailDelayed';
  }
}

export interface MailTransport {
  /** Resolves when the server has taken the mail; rejects with MailRefused or MailDelayed, which never name the address. */
  send(message: Message): Promise<void>;
  close(): void;
}

/** SMTP through a few kept connections. `url` as in MAIL_URL; a password in it never goes over a connection in the clear. */
export function openMailTransport(url: string, from: string): MailTransport {
  const { protocol, username } = new URL(url);
  const transporter = createTransport({
    url,
    pool: true,
    // STARTTLS where it is offered; insisted on as soon as there is something to protect.
    requireTLS: protocol === 'smtp:' && username !== '',
    tls: { minVersion: 'TLSv1.2' },
    maxConnections: 4,
    maxMessages: 1_000,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 15_000,
    dnsTimeout: 5_000,
    // Nothing that a template could name is ever read from disk or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'linqr.invalid';
  return {
    async send({ id, to, subject, text, html, unsubscribeUrl, replyTo, headers }) {
      try {
        await transporter.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
          headers: { 'Auto-Submitted': 'auto-generated', ...headers, ...(unsubscribeUrl ? oneClick(unsubscribeUrl) : {}) },
        });
      } catch (error) {
        const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
        const reason = `${typeof code === 'string' ? code : 'UNKNOWN'}${typeof responseCode === 'number' ? ` ${responseCode}` : ''}`;
        // 5xx on the recipient or the message is final; on signing in or greeting it is the operator's to mend.
        const isFinal = typeof responseCode === 'number' && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
        throw isFinal ? new MailRefused(reason) : new MailDelayed(reason);
      }
    },
    close: () => transporter.close(),
  };
}

/** RFC 8058: one POST without cookies takes the reader off. nodemailer would fold a plain header inside the address. */
function oneClick(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
