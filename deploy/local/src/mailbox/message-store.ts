// The newest messages, each in a file of its own, written whole or not at all.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message } from './message.js';

export interface MessageLimits {
  messages: number;
  /** Of text and HTML together. */
  bytes: number;
}

const LIMITS: MessageLimits = { messages: 500, bytes: 32 * 1024 * 1024 };
const FILE = /^msg_[0-9a-z]+\.json$/;

export class MessageStore {
  /** Oldest first. */
  private readonly messages: Message[] = [];
  /** Of the newest message: several come within one tick of the file system's clock. */
  private lastOrder = 0;

  private constructor(
    private readonly folder: string,
    private readonly limits: MessageLimits,
  ) {}

  static async open(folder: string, limits: MessageLimits = LIMITS): Promise<MessageStore> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const store = new MessageStore(folder, limits);
    const found: { message: Message; order: number; writtenNs: bigint }[] = [];
    for (const name of (await readdir(folder)).filter((entry) => FILE.test(entry))) {
      const path = join(folder, name);
      try {
        const { order = 0, ...message } = JSON.parse(await readFile(path, 'utf8')) as Message & { order?: number };
        found.push({ message, order, writtenNs: (await stat(path, { bigint: true })).mtimeNs });
      } catch {
        await rm(path, { force: true });
      }
    }
    // Files of versions that numbered nothing come first, by their times.
    found.sort((a, b) => a.order - b.order || (a.writtenNs < b.writtenNs ? -1 : 1));
    store.lastOrder = found.at(-1)?.order ?? 0;
    store.messages.push(...found.map(({ message }) => message));
    await store.prune();
    return store;
  }

  async add(message: Message): Promise<void> {
    const path = this.pathOf(message.id);
    await writeFile(`${path}.part`, JSON.stringify({ ...message, order: ++this.lastOrder }), { mode: 0o600 });
    await rename(`${path}.part`, path);
    this.messages.push(message);
    await this.prune();
  }

  /** Newest first. */
  list(): Message[] {
    return this.messages.toReversed();
  }

  get(id: string): Message | undefined {
    return this.messages.find((message) => message.id === id);
  }

  /** Removes every message that was handed in for the address. */
  async forget(address: string): Promise<void> {
    const wanted = address.toLowerCase();
    const gone = this.messages.filter(({ to }) => to.toLowerCase().split(', ').includes(wanted));
    for (const message of gone) {
      this.messages.splice(this.messages.indexOf(message), 1);
      await rm(this.pathOf(message.id), { force: true });
    }
  }

  private async prune(): Promise<void> {
    let bytes = this.messages.reduce((sum, message) => sum + sizeOf(message), 0);
    while (this.messages.length > 1 && (this.messages.length > this.limits.messages || bytes > this.limits.bytes)) {
      const oldest = this.messages.shift()!;
      bytes -= sizeOf(oldest);
      await rm(this.pathOf(oldest.id), { force: true });
    }
  }

  private pathOf(id: string): string {
    return join(this.folder, `${id}.json`);
  }
}

const sizeOf = ({ text, html }: Message) => text.length + html.length;
