/**
 * The event bus as this product needs it: Kafka's model (topic, partition, offset, consumer group) with nothing that
 * only one adapter can do. Adapters: Kafka through kafkajs; an append-only log in PostgreSQL for a single machine.
 */

/** Names and partition counts of every topic. Partition by the record's key. Created where missing when a bus opens. */
export const TOPICS = {
  'click.recorded.v1': {
    partitions: 12,
    retentionDays: 7,
    about: 'Batches of raw clicks from the edges (events.v1.ClickBatch); key: shard',
  },
  'click.ingested.v1': { partitions: 6, retentionDays: 2, about: 'Clicks after enrichment (events.v1.ClicksIngested); key: workspace' },
  'click.setaside.v1': { partitions: 1, retentionDays: 30, about: 'Click batches that could not be ingested, with the reason in headers' },
  'link.changed.v1': { partitions: 6, retentionDays: 7, about: 'Every change of a link (events.v1.LinkChanged); key: link id' },
  'qr.changed.v1': { partitions: 3, retentionDays: 7, about: 'Every change of a QR code (events.v1.QrCodeChanged); key: code id' },
  'account.changed.v1': { partitions: 3, retentionDays: 7, about: 'Accounts and sessions (events.v1.AccountChanged); key: user id' },
  'plan.changed.v1': { partitions: 1, retentionDays: 7, about: "A workspace's plan (events.v1.PlanChanged); key: workspace id" },
} as const;

export type Topic = keyof typeof TOPICS;

export interface OutgoingRecord {
  /** Decides the partition; order is kept per key. */
  key: string;
  value: Uint8Array;
  headers?: Record<string, string>;
}

export interface IncomingRecord {
  topic: Topic;
  partition: number;
  /** Decimal, dense per partition in neither adapter's promise; only its order counts. */
  offset: string;
  key: string;
  value: Uint8Array;
  headers: Record<string, string>;
  /** When the bus took it, milliseconds since the epoch. */
  timestampMs: number;
}

export interface BatchContext {
  topic: Topic;
  partition: number;
  /** False once the partition was taken away or the consumer stops: finish without side effects where possible. */
  isActive(): boolean;
  /** Call about every second in long work, so that the group does not take this member for dead. */
  heartbeat(): Promise<void>;
}

export interface GroupSubscription {
  group: string;
  topics: Topic[];
  /** Where a group without offsets begins. */
  from: 'beginning' | 'end';
  /** Most records a call of the handler gets. Default 200. */
  maxBatch?: number;
  /**
   * Gets records of one partition in order, one call at a time per partition. Offsets are committed after it resolves.
   * When it rejects, the same records are delivered again after a back-off, for ever: a handler sets poison aside itself.
   */
  handler: (records: IncomingRecord[], context: BatchContext) => Promise<void>;
}

export interface BroadcastSubscription {
  topics: Topic[];
  /** Every subscriber gets every record published after it subscribed (at least once, order per key); no offsets are kept. */
  handler: (records: IncomingRecord[]) => Promise<void> | void;
  /** Records may have been missed (reconnect): drop what was derived from them. */
  onGap?: () => void;
}

export interface Subscription {
  /** Resolves once the running handler calls have ended and their offsets are committed. */
  close(): Promise<void>;
}

export interface GroupLag {
  topic: Topic;
  partition: number;
  /** Records not yet committed. */
  lag: number;
}

export interface EventBus {
  /** Resolves when every record is durable (Kafka: acks=all). Rejects with none, some or all of them stored: retry, consumers are idempotent. */
  publish(topic: Topic, records: OutgoingRecord[]): Promise<void>;
  subscribe(subscription: GroupSubscription): Promise<Subscription>;
  broadcast(subscription: BroadcastSubscription): Promise<Subscription>;
  lag(group: string, topics: Topic[]): Promise<GroupLag[]>;
  /** Milliseconds since any partition with lag > 0 last made progress in this process; 0 when all is well. For the watchdog. */
  stalledMs(): number;
  /** Resolves when the bus answers. */
  ping(): Promise<void>;
  /** Closes subscriptions, then connections. */
  close(): Promise<void>;
}
