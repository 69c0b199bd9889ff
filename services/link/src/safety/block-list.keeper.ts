import { createHash } from 'node:crypto';
import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import { Gauge, type Registry } from '@linqr/platform/management';
import { BlockList, NO_LISTS } from './block-list.js';
import { entryCount } from './block-list.parser.js';
import { BlockListSource, type LoadedList } from './block-list.source.js';

export interface BlockListKeeperOptions {
  /** Files and http(s) URLs. */
  places: string[];
  /** Of all lists together. */
  maxEntries: number;
  allowPrivate: boolean;
  refreshMs: number;
  clock: Clock;
  logger: Logger;
  registry: Registry;
}

/** A start waits no longer for lists that come over the network; they are there when they are there. */
const START_PATIENCE_MS = 10_000;

/** Holds the operator's lists and reads them again every few minutes. A list that cannot be read stays as it was. */
export class BlockListKeeper {
  private readonly sources: BlockListSource[];
  private readonly loaded = new Map<BlockListSource, LoadedList>();
  private readonly readAtMs = new Map<BlockListSource, number>();
  private lists: BlockList = NO_LISTS;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;
  private onChange: () => void = () => undefined;

  constructor(private readonly options: BlockListKeeperOptions) {
    const share = Math.floor(options.maxEntries / Math.max(1, options.places.length));
    this.sources = options.places.map((place) => new BlockListSource(place, options.allowPrivate, share));
    const { sources } = this;
    const gauge = (name: string, help: string, value: (source: BlockListSource) => number) =>
      new Gauge({
        name,
        help,
        labelNames: ['list'],
        registers: [options.registry],
        collect() {
          for (const source of sources) this.set({ list: source.name }, value(source));
        },
      });
    gauge('link_block_list_entries', 'Entries of a block list', (s) => {
      const list = this.loaded.get(s);
      return list ? entryCount(list.entries) : 0;
    });
    gauge(
      'link_block_list_unreadable_lines',
      'Lines of a block list that say nothing we understand',
      (s) => this.loaded.get(s)?.unreadableLines ?? 0,
    );
    gauge('link_block_list_cut', '1 where a block list is longer than what is read of it', (s) => Number(this.loaded.get(s)?.cut ?? false));
    gauge('link_block_list_age_seconds', 'Since a block list was last read, or found unchanged', (s) => {
      const at = this.readAtMs.get(s);
      return at === undefined ? Number.NaN : (options.clock.now() - at) / 1_000;
    });
  }

  get current(): BlockList {
    return this.lists;
  }

  /** Reads every list once; whoever listens hears of each change from then on. */
  async start(onChange: () => void): Promise<void> {
    this.onChange = onChange;
    if (this.sources.length === 0) return;
    let patience: NodeJS.Timeout | undefined;
    await Promise.race([this.refresh(), new Promise<void>((resolve) => (patience = setTimeout(resolve, START_PATIENCE_MS)))]);
    clearTimeout(patience);
    if (this.stopped) return;
    this.timer = setInterval(() => void this.refresh(), this.options.refreshMs);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Reads what has changed; one round at a time. Never rejects. */
  refresh(): Promise<void> {
    this.running ??= this.round().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async round(): Promise<void> {
    const outcomes = await Promise.all(this.sources.map((source) => this.read(source)));
    if (!outcomes.includes('changed')) return;
    const lists = this.sources.flatMap((source) => {
      const list = this.loaded.get(source);
      return list ? [{ name: source.name, entries: list.entries }] : [];
    });
    const hash = createHash('sha256');
    for (const source of this.sources) hash.update(`${this.loaded.get(source)?.contentHash ?? ''}\n`);
    this.lists = new BlockList(lists, hash.digest('hex'));
    this.options.logger.info({ lists: lists.length, entries: this.lists.size }, 'block lists read');
    this.onChange();
  }

  private async read(source: BlockListSource): Promise<'changed' | 'same' | 'failed'> {
    try {
      const list = await source.load();
      this.readAtMs.set(source, this.options.clock.now());
      if (!list) return 'same';
      const before = this.loaded.get(source);
      this.loaded.set(source, list);
      if (list.cut)
        this.options.logger.warn({ list: source.name, entries: entryCount(list.entries) }, 'block list is longer than what is read of it');
      return before?.contentHash === list.contentHash ? 'same' : 'changed';
    } catch (error) {
      this.options.logger.warn({ list: source.name, reason: (error as Error).message }, 'block list could not be read');
      return 'failed';
    }
  }
}
