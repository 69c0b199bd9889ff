// What the bus tests share: buses that are closed afterwards, recorded deliveries, records that tell which test made them.
import { randomUUID } from 'node:crypto';
import { type BatchContext, type EventBus, type IncomingRecord, type OutgoingRecord, openBus, type Topic } from '../src/bus/index.js';
import { createLogger } from '../src/logging/index.js';

export const silent = createLogger({ service: 'test', level: 'silent' });

export interface BusTarget {
  /** BUS_URL; known once the suite has begun. */
  url: () => string;
  /** Makes the bus unreachable and reachable again; undefined where the test may not do that. */
  outage?: { begin: () => Promise<void>; end: () => Promise<void> };
  /** How long a rebalance after a kill may take, milliseconds. */
  takeOverMs: number;
}

/** Buses of one test; closeAll() is called after it. */
export class Buses {
  private readonly open: EventBus[] = [];

  constructor(private readonly target: BusTarget) {}

  async bus(clientId = 'test', url = this.target.url()): Promise<EventBus> {
    const bus = await openBus({ url, clientId, logger: silent });
    this.open.push(bus);
    return bus;
  }

  async closeAll(): Promise<void> {
    await Promise.all(this.open.splice(0).map((b) => b.close()));
  }
}

/** Records of one test: its mark is in a header, because topics are shared by all tests of a run. */
export class Scenario {
  readonly mark = randomUUID();
  readonly group = `group-${this.mark}`;

  record(key: string, text: string, headers: Record<string, string> = {}): OutgoingRecord {
    return { key, value: Buffer.from(text), headers: { mark: this.mark, ...headers } };
  }

  records(count: number, key: (i: number) => string = (i) => `key-${i}`): OutgoingRecord[] {
    return Array.from({ length: count }, (_, i) => this.record(key(i), String(i)));
  }

  mine(records: IncomingRecord[]): IncomingRecord[] {
    return records.filter((r) => r.headers['mark'] === this.mark);
  }
}

/** Everything a handler was given, of one scenario. */
export class Seen {
  readonly records: IncomingRecord[] = [];

  constructor(private readonly scenario: Scenario) {}

  readonly handler = async (records: IncomingRecord[], _context?: BatchContext): Promise<void> => {
    this.records.push(...this.scenario.mine(records));
  };

  get texts(): string[] {
    return this.records.map((r) => Buffer.from(r.value).toString());
  }

  get distinct(): Set<string> {
    return new Set(this.texts);
  }

  get partitions(): Set<number> {
    return new Set(this.records.map((r) => r.partition));
  }

  /** Texts by key, in the order of delivery. */
  byKey(): Map<string, string[]> {
    const result = new Map<string, string[]>();
    for (const r of this.records) result.set(r.key, [...(result.get(r.key) ?? []), Buffer.from(r.value).toString()]);
    return result;
  }
}

export const TOPIC: Topic = 'click.recorded.v1';

/** Resolves when told to. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
