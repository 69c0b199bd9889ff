import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { fileURLToPath } from 'node:url';
import { entryCount, type ListEntries, MAX_LINE_LENGTH, noEntries, readLine } from './block-list.parser.js';
import { download } from './list-download.js';

/** Of one list. What is beyond is not read, and said. */
export const MAX_LIST_BYTES = 64 * 1024 * 1024;
const DOWNLOAD_TIMEOUT_MS = 120_000;

export interface LoadedList {
  entries: ListEntries;
  /** SHA-256 of what was read, hex. */
  contentHash: string;
  unreadableLines: number;
  /** The list is longer than what we read of it. */
  cut: boolean;
}

/** One list of the operator: a file or a URL. Remembers what it read last, so that an unchanged one costs next to nothing. */
export class BlockListSource {
  readonly name: string;
  private readonly file: string | undefined;
  private validators: { etag?: string | undefined; lastModified?: string | undefined } = {};
  private fileVersion = '';

  constructor(
    private readonly place: string,
    private readonly allowPrivate: boolean,
    private readonly maxEntries: number,
  ) {
    const isUrl = /^https?:\/\//i.test(place);
    this.file = isUrl ? undefined : place.startsWith('file:') ? fileURLToPath(place) : place;
    this.name = this.file === undefined ? new URL(place).hostname : basename(this.file);
  }

  /** undefined: nothing has changed since the last time. Rejects when it cannot be read; what was read before stays good. */
  async load(): Promise<LoadedList | undefined> {
    return this.file === undefined ? this.loadUrl() : this.loadFile(this.file);
  }

  private async loadFile(path: string): Promise<LoadedList | undefined> {
    const { size, mtimeMs, ino } = await stat(path);
    const version = `${ino} ${size} ${mtimeMs}`;
    if (version === this.fileVersion) return undefined;
    const file = await open(path, 'r');
    try {
      const loaded = await readList(file.createReadStream({ autoClose: false }), this.maxEntries);
      this.fileVersion = version;
      return loaded;
    } finally {
      await file.close();
    }
  }

  private async loadUrl(): Promise<LoadedList | undefined> {
    const options = { allowPrivate: this.allowPrivate, totalTimeoutMs: DOWNLOAD_TIMEOUT_MS, validators: this.validators };
    const { body, etag, lastModified } = await download(this.place, options);
    if (!body) return undefined;
    try {
      const loaded = await readList(body, this.maxEntries);
      this.validators = { etag, lastModified };
      return loaded;
    } finally {
      body.destroy();
    }
  }
}

/** Reads lines as they come; between chunks other work goes on. */
export async function readList(stream: Readable, maxEntries: number, maxBytes = MAX_LIST_BYTES): Promise<LoadedList> {
  const entries = noEntries();
  const hash = createHash('sha256');
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let bytes = 0;
  let unreadableLines = 0;
  let cut = false;
  const take = (line: string) => {
    if (readLine(line, entries) === 'unreadable') unreadableLines++;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes || entryCount(entries) >= maxEntries) {
      cut = true;
      break;
    }
    hash.update(chunk);
    const lines = (rest + decoder.write(chunk)).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
    // The beginning of a line that is too long is enough to know that it is.
    if (rest.length > MAX_LINE_LENGTH) rest = rest.slice(0, MAX_LINE_LENGTH + 1);
  }
  if (rest !== '' && !cut) take(rest);
  return { entries, contentHash: hash.digest('hex'), unreadableLines, cut };
}
