// Finds targets: from the cache while they are fresh, from the services behind once per address at a time, and from the
// cache again, however old, when those are down.
import type { AppError } from '@linqr/platform/errors';
import type { Logger } from '@linqr/platform/logging';
import type { TargetCache } from './target.cache.js';
import type { Target } from './target.js';
import { CONTENT, KIND, STATE } from './target.js';
import { type KnownAddress, MAX_AT_ONCE, type TargetAddress, type TargetSource } from './target.source.js';

/** Served from the cache, and looked up again in the background from REFRESH_MS on. */
export const FRESH_MS = 60_000;
const REFRESH_MS = 30_000;
/** How long an address is known to lead nowhere; creating it ends that at once by event. */
export const MISSING_MS = 5_000;
/** Questions under way at once, and those that wait for their turn. */
const MAX_UNDER_WAY = 128;
const MAX_WAITING = 4_096;
/** After a failure nobody waits for the same part again for this long. */
const PAUSE_AFTER_FAILURE_MS = 250;
/** Asked again when the answer was overtaken by a change; then it serves this visit but is not kept. */
const MAX_ASKS = 3;
/** How long an announced change is remembered: an answer from a copy that lags behind is not believed within it. */
const REMEMBER_CHANGE_MS = 5_000;
const MAX_REMEMBERED_CHANGES = 10_000;
/** How long a visitor waits for news of a link that is known but old. */
const PATIENCE_MS = 500;
/** What is due is asked for together, links apart from codes, this long after the first of them. */
export const COLLECT_MS = 2_000;
/** Waiting to be asked for again; what finds no room is due again on its next visit. */
const MAX_DUE = 50_000;
const MAX_BATCHES_UNDER_WAY = 4;

export type Lookup = 'ready' | 'unavailable';
type Part = 'link' | 'qr';

const partOf = (address: TargetAddress): Part => ('qrId' in address ? 'qr' : 'link');

/** One that is asked for again together with others. */
interface Due {
  key: string;
  address: KnownAddress;
  flight: Flight;
}

interface Flight {
  done: Promise<Lookup>;
  /** A change with this version was announced while the question was under way. */
  announcedVersion: number;
}

const MISSING: Target = {
  kind: KIND.missing,
  state: STATE.active,
  content: CONTENT.none,
  version: 0,
  expiresAtMs: 0,
  startsAtMs: 0,
  hasPassword: false,
  passwordVersion: 0,
  forwardQuery: false,
  redirectType: 0,
  shard: 0,
  ownerFields: Buffer.alloc(0),
  ownFields: Buffer.alloc(0),
  destination: Buffer.alloc(0),
  targeting: Buffer.alloc(0),
  freePasses: Number.POSITIVE_INFINITY,
  mayGoOn: false,
};

export class TargetDirectory {
  private readonly flights = new Map<string, Flight>();
  private readonly changes = new Map<string, { version: number; untilMs: number }>();
  private readonly turns: (() => void)[] = [];
  private readonly due = { link: new Map<string, TargetAddress>(), qr: new Map<string, TargetAddress>() };
  private collecting: NodeJS.Timeout | undefined;
  private batchesUnderWay = 0;
  private underWay = 0;
  private failedAtMs = { link: 0, qr: 0 };
  /** Entries loaded before are to be looked up again: changes may have been missed. */
  private staleBeforeMs = 0;
  private loggedFailureAtMs = 0;
  /** Questions to the services behind; `batches` of them for many addresses at once. */
  asked = 0;
  batches = 0;
  failed = 0;
  servedStale = 0;

  constructor(
    private readonly cache: TargetCache,
    private readonly source: TargetSource,
    private readonly logger: Logger,
  ) {}

  /** `fresh`: use it. `ageing`: use it and look it up again meanwhile. `old`: look it up first. */
  freshness(entry: number, nowMs: number): 'fresh' | 'ageing' | 'old' {
    const loadedAtMs = this.cache.loadedAtMs(entry);
    const ageMs = nowMs - loadedAtMs;
    if (loadedAtMs <= this.staleBeforeMs) return 'old';
    if (this.cache.kind(entry) === KIND.missing) return ageMs < MISSING_MS ? 'fresh' : 'old';
    return ageMs < REFRESH_MS ? 'fresh' : ageMs < FRESH_MS ? 'ageing' : 'old';
  }

  /** Nobody waits for it: many together, some questions at a time. */
  refreshSoon(key: string, address: TargetAddress, nowMs: number): void {
    const part = partOf(address);
    const due = this.due[part];
    if (nowMs - this.failedAtMs[part] < PAUSE_AFTER_FAILURE_MS || due.size >= MAX_DUE || this.flights.has(key)) return;
    due.set(key, address);
    if (due.size >= MAX_AT_ONCE) this.refreshDue();
    else this.collecting ??= setTimeout(() => this.refreshDue(), COLLECT_MS).unref();
  }

  /** After `ready` the cache holds an entry for the key, fresh or the best there is. */
  async find(key: string, address: TargetAddress): Promise<Lookup> {
    const known = this.cache.findKey(key);
    const isKnown = known >= 0 && this.cache.kind(known) !== KIND.missing;
    const part = partOf(address);
    if (Date.now() - this.failedAtMs[part] < PAUSE_AFTER_FAILURE_MS) return this.fallBack(key);
    const asking = this.refresh(key, address);
    const outcome = isKnown ? await withPatience(asking) : await asking;
    return outcome === 'ready' ? 'ready' : this.fallBack(key);
  }

  /** A change was announced. `version` of the change; Infinity when whatever is known of the address is wrong; `ended`: removed. */
  invalidate(key: string, version: number, ended = false): void {
    const flight = this.flights.get(key);
    if (flight) flight.announcedVersion = Math.max(flight.announcedVersion, version);
    if (!ended && Number.isFinite(version)) this.remember(key, version);
    const entry = this.cache.findKey(key);
    // What is known to be outdated is never shown again, not even when nobody can say what came instead.
    if (entry < 0) return;
    const known = this.cache.version(entry);
    if (this.cache.kind(entry) === KIND.missing || known < version || (ended && known === version)) this.cache.removeKey(key);
  }

  /** Everything of a workspace may be otherwise now: what is held of it goes, and what is under way is asked again. */
  forgetWorkspace(workspaceId: string): void {
    this.cache.removeOwner(Buffer.from(workspaceId, 'latin1'));
    for (const flight of this.flights.values()) flight.announcedVersion = Number.POSITIVE_INFINITY;
  }

  /** Changes may have been missed. */
  distrustAll(nowMs: number): void {
    this.staleBeforeMs = nowMs;
    for (const flight of this.flights.values()) flight.announcedVersion = Math.max(flight.announcedVersion, 0);
  }

  private fallBack(key: string): Lookup {
    const entry = this.cache.findKey(key);
    if (entry < 0 || this.cache.kind(entry) === KIND.missing) return 'unavailable';
    this.servedStale++;
    return 'ready';
  }

  /** One question per key at a time, however many ask. */
  private refresh(key: string, address: TargetAddress): Promise<Lookup> {
    const current = this.flights.get(key);
    if (current) return current.done;
    if (this.underWay >= MAX_UNDER_WAY && this.turns.length >= MAX_WAITING) return Promise.resolve('unavailable');
    const flight: Flight = { done: Promise.resolve('unavailable'), announcedVersion: -1 };
    this.flights.set(key, flight);
    flight.done = this.fly(key, address, flight).finally(() => this.flights.delete(key));
    return flight.done;
  }

  private async fly(key: string, address: TargetAddress, flight: Flight): Promise<Lookup> {
    if (this.underWay >= MAX_UNDER_WAY) await new Promise<void>((resolve) => this.turns.push(resolve));
    this.underWay++;
    try {
      for (let asks = 1; ; asks++) {
        const askedAtMs = Date.now();
        flight.announcedVersion = this.announced(key, askedAtMs);
        this.asked++;
        const answer = await this.source.ask(address, (error) => this.noteFailure(error, partOf(address)));
        if (answer === 'unavailable') {
          this.failed++;
          return 'unavailable';
        }
        const target = answer === 'missing' ? MISSING : answer.found;
        const announced = flight.announcedVersion;
        const overtaken = announced >= 0 && (target.kind === KIND.missing || target.version < announced);
        if (!overtaken || asks === MAX_ASKS) {
          // Loaded when it was asked, not when it was answered: that is how old it can be. Overtaken three times, it is
          // stored as old as can be: good for those who wait now, asked again by the next.
          this.cache.put(key, target, overtaken ? askedAtMs - FRESH_MS : askedAtMs);
          return 'ready';
        }
      }
    } finally {
      this.underWay--;
      this.turns.shift()?.();
    }
  }

  private refreshDue(): void {
    clearTimeout(this.collecting);
    this.collecting = undefined;
    for (const part of ['link', 'qr'] as const)
      while (this.due[part].size > 0 && this.batchesUnderWay < MAX_BATCHES_UNDER_WAY) {
        const batch = this.takeDue(this.due[part]);
        if (batch.length > 0) void this.flyTogether(batch, part);
      }
  }

  private takeDue(due: Map<string, TargetAddress>): Due[] {
    const batch: Due[] = [];
    for (const [key, address] of due) {
      due.delete(key);
      const entry = this.cache.findKey(key);
      // Gone, or asked for by somebody who could not wait.
      if (entry < 0 || this.flights.has(key)) continue;
      const flight = { done: Promise.resolve<Lookup>('unavailable'), announcedVersion: this.announced(key, Date.now()) };
      batch.push({ key, address: { ...address, version: this.cache.version(entry) }, flight });
      if (batch.length === MAX_AT_ONCE) break;
    }
    return batch;
  }

  private async flyTogether(batch: Due[], part: Part): Promise<void> {
    this.batchesUnderWay++;
    this.asked++;
    this.batches++;
    const askedAtMs = Date.now();
    const asking = this.source.askMany(
      batch.map(({ address }) => address),
      (error) => this.noteFailure(error, part),
    );
    const alone = new Set<string>();
    const landed = asking.then((answers) => {
      for (const [i, { key, address, flight }] of batch.entries()) {
        this.flights.delete(key);
        if (answers === 'unavailable') continue;
        const answer = answers[i]!;
        const version = answer === 'unchanged' ? address.version : answer === 'missing' ? -1 : answer.found.version;
        const entry = this.cache.findKey(key);
        // Changed or gone while the question was under way: asked for alone, which waits for a change to be seen.
        if (flight.announcedVersion > version || (answer === 'unchanged' && entry < 0)) alone.add(key);
        else if (answer !== 'unchanged') this.cache.put(key, answer === 'missing' ? MISSING : answer.found, askedAtMs);
        else if (this.cache.version(entry) === version) this.cache.touch(entry, askedAtMs);
      }
      if (answers === 'unavailable') this.failed++;
      return answers;
    });
    for (const { key, address, flight } of batch) {
      flight.done = landed.then((answers) => {
        if (answers === 'unavailable') return 'unavailable';
        return alone.has(key) ? this.refresh(key, address) : 'ready';
      });
      this.flights.set(key, flight);
    }
    await landed;
    this.batchesUnderWay--;
    if (this.due.link.size > 0 || this.due.qr.size > 0) this.refreshDue();
  }

  private remember(key: string, version: number): void {
    // Taken out and put in again: the map stays in order of time, its first is the oldest.
    this.changes.delete(key);
    if (this.changes.size >= MAX_REMEMBERED_CHANGES) this.changes.delete(this.changes.keys().next().value!);
    this.changes.set(key, { version, untilMs: Date.now() + REMEMBER_CHANGE_MS });
  }

  /** Version below which an answer is known to be outdated; -1 when nothing is known. */
  private announced(key: string, nowMs: number): number {
    const change = this.changes.get(key);
    if (!change) return -1;
    if (nowMs < change.untilMs) return change.version;
    this.changes.delete(key);
    return -1;
  }

  private noteFailure(error: AppError, part: Part): void {
    const nowMs = Date.now();
    // A part that is down is left alone for a moment; one that stumbles over a single address is not.
    if (error.code === 'PART_UNAVAILABLE' || error.code === 'DEADLINE_EXCEEDED') this.failedAtMs[part] = nowMs;
    if (nowMs - this.loggedFailureAtMs < 1_000) return;
    this.loggedFailureAtMs = nowMs;
    this.logger.warn({ err: error }, 'address not looked up');
  }
}

async function withPatience(asking: Promise<Lookup>): Promise<Lookup> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      asking,
      new Promise<Lookup>((resolve) => {
        timer = setTimeout(() => resolve('unavailable'), PATIENCE_MS);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
