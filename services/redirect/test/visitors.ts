// Load with a journal: every click id whose answer arrived whole is written down.

import { randomInt } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** One request on a connection of its own; `raw` is sent as it is. */
export function sendRaw(port: number, raw: string | Buffer, options: { pieces?: number[]; timeoutMs?: number } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let text = '';
    socket.setTimeout(options.timeoutMs ?? 15_000, () => socket.destroy(new Error(`silent, after ${JSON.stringify(text)}`)));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(text) : reject(error),
    );
    socket.on('close', () => resolve(text));
    const bytes = Buffer.from(raw as string, 'latin1');
    const cuts = [0, ...(options.pieces ?? []), bytes.length];
    const next = (i: number) => {
      if (i + 1 >= cuts.length || socket.destroyed) return;
      socket.write(bytes.subarray(cuts[i], cuts[i + 1]), () => setImmediate(() => setImmediate(() => next(i + 1))));
    };
    socket.on('connect', () => next(0));
  });
}

export function parseAnswer(text: string): Answer {
  const end = text.indexOf('\r\n\r\n');
  const [line = '', ...fields] = text.slice(0, end).split('\r\n');
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(fields.map((f) => [f.slice(0, f.indexOf(':')).toLowerCase(), f.slice(f.indexOf(':') + 1).trim()])),
    body: text.slice(end + 4),
  };
}

/** GET on a connection that is closed afterwards. */
export async function get(port: number, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const fields = { Host: 's.example', ...headers, Connection: 'close' };
  const text = Object.entries(fields).map(([n, v]) => `${n}: ${v}\r\n`);
  return parseAnswer(await sendRaw(port, `GET ${path} HTTP/1.1\r\n${text.join('')}\r\n`));
}

export class Visitors {
  readonly clickIds: string[] = [];
  answered = 0;
  /** Answers that were no redirect. */
  readonly others: string[] = [];
  failures = 0;
  private running = true;
  private readonly sockets = new Set<Socket>();
  private readonly loops: Promise<void>[] = [];

  constructor(
    private readonly port: () => number,
    private readonly slugs: string[],
    connections: number,
    /** Pause between two requests of a connection. */
    private readonly pauseMs = 0,
  ) {
    for (let i = 0; i < connections; i++) this.loops.push(this.visit());
  }

  /** After the answers that are under way. */
  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.loops);
  }

  private async visit(): Promise<void> {
    while (this.running) {
      await new Promise<void>((resolve) => {
        const socket = connect({ port: this.port(), host: '127.0.0.1', noDelay: true });
        this.sockets.add(socket);
        let text = '';
        let asked = false;
        const ask = () => {
          if (!this.running) return socket.end();
          asked = true;
          socket.write(
            `GET /${this.slugs[randomInt(this.slugs.length)]} HTTP/1.1\r\nHost: s.example\r\nUser-Agent: Mozilla/5.0 (load)\r\n\r\n`,
          );
        };
        socket.setTimeout(10_000, () => socket.destroy());
        socket.on('connect', ask);
        socket.on('data', (chunk) => {
          text += chunk.toString('latin1');
          for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
            const answer = parseAnswer(text.slice(0, end + 4));
            const length = Number(answer.headers['content-length'] ?? 0);
            if (text.length < end + 4 + length) return;
            text = text.slice(end + 4 + length);
            asked = false;
            this.answered++;
            const id = answer.headers['x-click-id'];
            if (id) this.clickIds.push(id);
            else this.others.push(String(answer.status));
            if (answer.headers['connection'] === 'close') return socket.end();
            if (this.pauseMs > 0) setTimeout(ask, this.pauseMs);
            else ask();
          }
        });
        socket.on('error', () => {});
        socket.on('close', () => {
          this.sockets.delete(socket);
          if (asked) this.failures++;
          // Nobody listens for a moment while an edge starts again.
          setTimeout(resolve, 5);
        });
      });
    }
  }
}
