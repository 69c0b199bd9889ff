// A name server over UDP on loopback: real answers to real questions, from a zone that a test changes as it goes.
import { createSocket, type Socket } from 'node:dgram';

export interface Records {
  /** IPv4 addresses. */
  a?: string[];
  txt?: string[];
  cname?: string;
}

const TYPES = { a: 1, cname: 5, txt: 16 } as const;
const NAME_ERROR = 3;
const SERVER_FAILURE = 2;

export class DnsServer {
  /** By name, lower case. What is not in here does not exist. */
  readonly zone = new Map<string, Records>();
  /** Answers every question with a failure, as a zone with broken name servers. */
  failing = false;
  /** Names that end so get no answer at all, as from name servers that are slow or away. */
  readonly silent = new Set<string>();
  readonly questions: string[] = [];
  private readonly socket: Socket = createSocket('udp4');

  /** Answers with `address:port`. */
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
    this.questions.push(`${name} ${type}`);
    if ([...this.silent].some((ending) => name.endsWith(ending))) return undefined;
    const records = this.zone.get(name);
    const data = this.failing || !records ? [] : dataOf(records, type);
    const header = Buffer.alloc(12);
    message.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (this.failing ? SERVER_FAILURE : records ? 0 : NAME_ERROR), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(data.length, 6);
    return Buffer.concat([header, question, ...data]);
  }
}

/** Resource records of that type; the alias of a name that has one answers for every type, as real servers do. */
function dataOf(records: Records, type: number): Buffer[] {
  if (records.cname !== undefined) return [record(TYPES.cname, encodeName(records.cname))];
  if (type === TYPES.a) return (records.a ?? []).map((address) => record(TYPES.a, Buffer.from(address.split('.').map(Number))));
  if (type === TYPES.txt) return (records.txt ?? []).map((text) => record(TYPES.txt, encodeText(text)));
  return [];
}

function record(type: number, data: Buffer): Buffer {
  // 0xc00c: the name of the question.
  return Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255]), data]);
}

function encodeName(name: string): Buffer {
  return Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length || at === 0; at += 255) {
    const piece = bytes.subarray(at, at + 255);
    pieces.push(Buffer.from([piece.length]), piece);
  }
  return Buffer.concat(pieces);
}
