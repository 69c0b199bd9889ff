import { callOnGap } from '../availability.js';
import type { BroadcastSubscription, Topic } from '../port.js';
import type { ConsumerParts, Heads } from './group-consumer.js';
import { PartitionReader } from './partition-reader.js';

const MAX_BATCH = 500;
let count = 0;

/** A cursor of its own over every partition, from the end at the time of subscribing; goes on by offset after a reconnect. */
export class BroadcastConsumer {
  private readonly readers = new Map<string, PartitionReader>();
  private readonly id = `broadcast ${++count}`;
  private isAttached = false;
  private closing = false;
  /** Set when the subscriber was told to go on before the bus answered: what came in between was missed. */
  late = false;
  private signalAttached: () => void = () => {};
  readonly attached = new Promise<void>((resolve) => {
    this.signalAttached = resolve;
  });

  constructor(
    readonly subscription: BroadcastSubscription,
    private readonly parts: Omit<ConsumerParts, 'session'>,
  ) {}

  /** What a poll found; the first one sets the cursors. */
  poll(heads: Heads): void {
    if (this.closing) return;
    for (const topic of this.subscription.topics)
      for (const [part, head] of heads.get(topic) ?? []) {
        const key = `${topic}/${part}`;
        const reader = this.readers.get(key);
        // A partition that was added later is read from its first record.
        if (!reader) this.readers.set(key, this.read(topic, part, this.isAttached ? 0 : head, head));
        else if (reader.polled(head)) this.startAnew(key, topic, part, head);
      }
    if (this.isAttached) return;
    this.isAttached = true;
    if (this.late) this.gap();
    this.signalAttached();
  }

  advance(topic: Topic, heads: Map<number, number>): void {
    for (const [part, head] of heads) this.readers.get(`${topic}/${part}`)?.advance(head);
  }

  async close(): Promise<void> {
    this.closing = true;
    for (const reader of this.readers.values()) reader.stop();
    await Promise.all([...this.readers.values()].map((r) => r.ended));
  }

  /** The log is shorter than what was read of it: it was restored or made anew. */
  private startAnew(key: string, topic: Topic, part: number, head: number): void {
    this.readers.get(key)?.stop();
    this.readers.set(key, this.read(topic, part, head, head));
    this.gap();
  }

  private read(topic: Topic, part: number, cursor: number, head: number): PartitionReader {
    return new PartitionReader({
      ...this.parts,
      topic,
      part,
      cursor,
      head,
      maxBatch: MAX_BATCH,
      id: `${this.id}/${topic}/${part}`,
      deliver: async (records) => {
        await this.subscription.handler(records);
      },
      commit: async () => true,
      onGap: () => this.gap(),
    });
  }

  private gap(): void {
    callOnGap(this.subscription, this.parts.logger);
  }
}
