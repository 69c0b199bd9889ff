// A name server over UDP for tests: real answers to real questions.
import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';

/** Addresses of a name at the n-th question for it (from 0); undefined: no answer at all. */
export type Zone = (name: string, question: number) => string[] | undefined;

export class DnsServer {
  readonly questions: string[] = [];
  private readonly socket: Socket = createSocket('udp4');
  private readonly asked = new Map<string, number>();

  constructor(private readonly zone: Zone) {}

  async listen(): Promise<string> {
    this.socket.on('message', (message, from) => {
      const answer = this.answer(message);
      if (answer) this.socket.send(answer, from.port, from.address);
    });
    await new Promise<void>((resolve) => this.socket.bind(0, '127.0.0.1', resolve));
    return `127.0.0.1:${this.socket.address().port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.socket.close(() => resolve()));
  }

  private answer(message: Buffer): Buffer | undefined {
    const labels: string[] = [];
    let at = 12;
    while (message[at]) {
      labels.push(message.toString('ascii', at + 1, at + 1 + message[at]!));
      at += message[at]! + 1;
    }
    const type = message.readUInt16BE(at + 1);
    const question = message.subarray(12, at + 5);
    const name = labels.join('.').toLowerCase();
    this.questions.push(`${name} ${type === 28 ? 'AAAA' : 'A'}`);
    const key = `${name} ${type}`;
    const count = this.asked.get(key) ?? 0;
    this.asked.set(key, count + 1);
    const addresses = this.zone(name, count);
    if (!addresses) return undefined;
    const records = addresses
      .filter((address) => (type === 28 ? isIP(address) === 6 : isIP(address) === 4))
      .map((address) => {
        const data = isIP(address) === 4 ? Buffer.from(address.split('.').map(Number)) : v6Bytes(address);
        const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
        return Buffer.concat([head, data]);
      });
    const header = Buffer.alloc(12);
    message.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    return Buffer.concat([header, question, ...records]);
  }
}

function v6Bytes(address: string): Buffer {
  if (isIP(address) !== 6) throw new Error('no IPv6 address');
  const text = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = text.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]));
}
