// A message as the mailbox keeps it.
import PostalMime, { type Address } from 'postal-mime';

export interface Message {
  id: string;
  /** Addresses it was handed in for, comma-separated. */
  to: string;
  from: string;
  subject: string;
  text: string;
  /** Empty when it came without. */
  html: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
}

const MAX_PART = 256 * 1024;

/** Parses what came over SMTP; never fails: what cannot be read is kept as text. */
export async function readMessage(raw: Buffer, envelope: { from: string; to: string[] }, id: string, receivedAt: string): Promise<Message> {
  const base = { id, to: envelope.to.slice(0, 100).join(', '), receivedAt };
  try {
    const mail = await PostalMime.parse(raw, { maxNestingDepth: 50 });
    return {
      ...base,
      from: (mail.from ? shown(mail.from) : envelope.from).slice(0, 400),
      subject: (mail.subject ?? '').slice(0, 998),
      text: (mail.text ?? '').slice(0, MAX_PART),
      html: (mail.html ?? '').slice(0, MAX_PART),
    };
  } catch {
    return { ...base, from: envelope.from, subject: '(unreadable message)', text: raw.toString('utf8').slice(0, MAX_PART), html: '' };
  }
}

function shown({ name, address }: Address): string {
  return name && address ? `${name} <${address}>` : (address ?? name);
}
