// The spool of one edge process: its own folder with writer and shipper, and the folders of processes that are gone.
import { mkdirSync } from 'node:fs';
import { rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventBus } from '@linqr/platform/bus';
import type { Logger } from '@linqr/platform/logging';
import { CutJournal } from '../spool/cut.journal.js';
import { Quarantine } from '../spool/quarantine.js';
import { adoptOrphans, createFolder, type OwnedFolder, renewLease } from '../spool/spool.owner.js';
import { segmentName } from '../spool/spool.position.js';
import { SpoolReader } from '../spool/spool.reader.js';
import { SpoolWriter } from '../spool/spool.writer.js';
import { ClickShipper } from './click.shipper.js';

const ADOPT_EVERY_MS = 10_000;
const TICK_MS = 1_000;

export interface ClickSpoolOptions {
  root: string;
  slot: number;
  /** This process's share. */
  maxBytes: number;
  sync: boolean;
  bus: EventBus;
  logger: Logger;
}

/** What a folder of a former process still holds. */
interface Adopted {
  folder: OwnedFolder;
  shipper: ClickShipper;
  quarantine: Quarantine;
  bytes: number;
}

export class ClickSpool {
  private readonly adopted = new Map<string, Adopted>();
  private readonly timers: NodeJS.Timeout[] = [];
  private closed = false;
  /** Of adopted folders that are done. */
  private past = { shipped: 0, batches: 0, corrupt: 0, corruptBytes: 0, torn: 0 };

  private constructor(
    private readonly options: ClickSpoolOptions,
    private readonly folder: OwnedFolder,
    private readonly journal: CutJournal,
    readonly writer: SpoolWriter,
    private readonly shipper: ClickShipper,
    private readonly quarantine: Quarantine,
  ) {}

  /** Rejects when the folder cannot be made or written. */
  static async open(options: ClickSpoolOptions): Promise<ClickSpool> {
    const { root, slot, sync, bus, logger } = options;
    mkdirSync(root, { recursive: true, mode: 0o700 });
    const folder = createFolder(root, slot);
    const journal = await CutJournal.open(folder.path, sync);
    const quarantine = new Quarantine(root, folder.id, logger);
    let spool: ClickSpool | undefined;
    const writer = new SpoolWriter({
      folder: folder.path,
      maxBytes: options.maxBytes,
      heldBytes: () => spool?.adoptedBytes ?? 0,
      sync,
      logger,
      onWritten: () => shipper.notify(Date.now()),
    });
    const shipper = new ClickShipper({
      edgeId: folder.id,
      journal,
      reader: new SpoolReader(folder.path, quarantine),
      bus,
      logger,
      end: () => writer.position,
      release: (acknowledged) => writer.releaseBehind(acknowledged),
    });
    spool = new ClickSpool(options, folder, journal, writer, shipper, quarantine);
    await spool.adopt();
    shipper.start();
    spool.timers.push(
      setInterval(() => writer.tick(Date.now()), TICK_MS),
      setInterval(
        () => void spool.adopt().catch((error) => logger.error({ err: error }, 'spools of others not looked for')),
        ADOPT_EVERY_MS,
      ),
    );
    for (const timer of spool.timers) timer.unref();
    return spool;
  }

  get adoptedBytes(): number {
    let bytes = 0;
    for (const one of this.adopted.values()) bytes += one.bytes;
    return bytes;
  }

  get figures() {
    const { writer, shipper, quarantine, past } = this;
    const others = [...this.adopted.values()];
    const sum = (own: number, of: (one: Adopted) => number) => others.reduce((total, one) => total + of(one), own);
    const oldest = [shipper, ...others.map((one) => one.shipper)].map((s) => s.oldestWrittenAtMs).filter((ms) => ms > 0);
    return {
      bytes: writer.bytes + this.adoptedBytes,
      oldestWrittenAtMs: oldest.length === 0 ? 0 : Math.min(...oldest),
      appended: writer.appended,
      dropped: writer.dropped,
      writes: writer.writes,
      shipped: sum(past.shipped + shipper.shipped, (one) => one.shipper.shipped),
      batches: sum(past.batches + shipper.batches, (one) => one.shipper.batches),
      inFlight: sum(shipper.inFlight, (one) => one.shipper.inFlight),
      failures: sum(shipper.failures, (one) => one.shipper.failures),
      corrupt: sum(past.corrupt + quarantine.corrupt, (one) => one.quarantine.corrupt),
      corruptBytes: sum(past.corruptBytes + quarantine.corruptBytes, (one) => one.quarantine.corruptBytes),
      torn: sum(past.torn + quarantine.torn, (one) => one.quarantine.torn),
      adopted: this.adopted.size,
    };
  }

  /** Ships what can be shipped within the time; the rest stays for whoever comes next. */
  async close(graceMs: number): Promise<void> {
    this.closed = true;
    for (const timer of this.timers) clearInterval(timer);
    this.writer.flush(Date.now());
    const [isEmpty] = await Promise.all([
      this.shipper.drain(graceMs),
      ...[...this.adopted.values()].map((one) => one.shipper.drain(graceMs)),
    ]);
    this.writer.close();
    await this.journal.close();
    if (isEmpty) await rm(this.folder.path, { recursive: true, force: true });
    else this.options.logger.warn({ bytes: this.writer.bytes }, 'clicks left in the spool for the next process');
  }

  private async adopt(): Promise<void> {
    if (this.closed) return;
    renewLease(this.folder);
    for (const folder of adoptOrphans(this.options.root)) await this.take(folder);
  }

  private async take(folder: OwnedFolder): Promise<void> {
    const { sync, bus, logger, root } = this.options;
    const journal = await CutJournal.open(folder.path, sync);
    const quarantine = new Quarantine(root, folder.id, logger);
    const reader = new SpoolReader(folder.path, quarantine);
    const sizes = new Map<number, number>();
    for (const segment of await reader.segments()) sizes.set(segment, (await stat(join(folder.path, segmentName(segment)))).size);
    const shipper = new ClickShipper({
      edgeId: folder.id,
      journal,
      reader,
      bus,
      logger,
      end: () => undefined,
      release: async (acknowledged) => {
        for (const [segment, size] of sizes) {
          if (segment >= acknowledged.segment) continue;
          await unlink(join(folder.path, segmentName(segment)));
          sizes.delete(segment);
          adopted.bytes -= size;
        }
      },
    });
    const adopted: Adopted = { folder, shipper, quarantine, bytes: [...sizes.values()].reduce((a, b) => a + b, 0) };
    this.adopted.set(folder.id, adopted);
    logger.info({ spool: folder.id, bytes: adopted.bytes }, 'spool of a former process taken over');
    shipper.oldestWrittenAtMs = adopted.bytes > 0 ? Date.now() : 0;
    shipper.start();
    void this.finish(adopted, journal);
  }

  private async finish(adopted: Adopted, journal: CutJournal): Promise<void> {
    const { folder, shipper, quarantine } = adopted;
    try {
      const isDone = await shipper.finished();
      await journal.close();
      if (isDone) {
        await rm(folder.path, { recursive: true, force: true });
        this.options.logger.info({ spool: folder.id, clicks: shipper.shipped }, 'spool of a former process shipped');
        this.past.shipped += shipper.shipped;
        this.past.batches += shipper.batches;
        this.past.corrupt += quarantine.corrupt;
        this.past.corruptBytes += quarantine.corruptBytes;
        this.past.torn += quarantine.torn;
        this.adopted.delete(folder.id);
      }
    } catch (error) {
      this.options.logger.error({ err: error, spool: folder.id }, 'spool of a former process not finished');
    }
  }
}
