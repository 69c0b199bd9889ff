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
  'webhook.changed.v1': {
    partitions: 1,
    retentionDays: 7,
    about: "What a webhook's owner has to be told (events.v1.WebhookChanged); key: webhook id",
  },
  'admin.acted.v1': { partitions: 1, retentionDays: 30, about: 'What admins did, for the record (events.v1.AdminActed); key: target id' },
  'mail.requested.v1': {
    partitions: 1,
    retentionDays: 2,
    about: 'A mail that auth is to send (events.v1.MailRequested); key: whom it is to',
  },
  'plan.changed.v1': { partitions: 1, retentionDays: 7, about: "A workspace's plan (events.v1.PlanChanged); key: workspace id" },
} as const;

export type Topic = keyof typeof TOPICS;

/** At most 1,000,000 bytes of key, value and headers; texts without NUL and lone surrogates (VALIDATION_FAILED otherwise). */
export interface OutgoingRecord {
  /** Decides the partition; order is kept per key. */
  key: string;
  value: Uint8Array;
  headers?: Record<string, string>;
}

export interface IncomingRecord {
  topic: Topic;
  partition: number;
  /** Decimal; only its order within the partition counts. */
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
  /**
   * False once the partition was taken away or the consumer stops. A handler may go on to its end; one that gives up must
   * reject, because what resolves is committed.
   */
  isActive(): boolean;
  /** For long work: lets the bus breathe. A member keeps its partitions as long as its process runs and is not blocked. */
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
   * When it rejects, the same records are delivered again after a back-off (0.1 to 5 s), for ever, while other partitions
   * go on: a handler sets poison aside itself. Members of one group share the partitions of each topic evenly.
   */
  handler: (records: IncomingRecord[], context: BatchContext) => Promise<void>;
}

export interface BroadcastSubscription {
  topics: Topic[];
  /**
   * Every subscriber gets every record published after it subscribed (at least once, order per key; again when it rejects),
   * also after a reconnect; no offsets are kept beyond the process.
   */
  handler: (records: IncomingRecord[]) => Promise<void> | void;
  /**
   * Records may have been missed: retention passed this subscriber while it was away, or the bus was not there yet when it
   * subscribed. Drop what was derived from them.
   */
  onGap?: () => void;
}

export interface Subscription {
  /** Resolves once the running handler calls have ended and their offsets are committed. */
  close(): Promise<void>;
  /** Milliseconds since the bus last answered this subscriber, with records or without; Infinity before the first time. */
  silentMs(): number;
}

export interface GroupLag {
  topic: Topic;
  partition: number;
  /** Records not yet committed. */
  lag: number;
}

export interface EventBus {
  /**
   * Resolves when every record is durable (Kafka: acks=all). Rejects with PART_UNAVAILABLE and none, some or all of them
   * stored: retry, consumers are idempotent. Calls of one process keep their order per key, also when they do not wait for
   * each other.
   */
  publish(topic: Topic, records: OutgoingRecord[]): Promise<void>;
  /** Resolves once the member has joined, or after 5 s without a bus: it then joins as soon as there is one. */
  subscribe(subscription: GroupSubscription): Promise<Subscription>;
  /** Resolves once everything published from now on will be delivered, or after 5 s without a bus: onGap is called later. */
  broadcast(subscription: BroadcastSubscription): Promise<Subscription>;
  lag(group: string, topics: Topic[]): Promise<GroupLag[]>;
  /** Milliseconds since any partition with lag > 0 last made progress in this process; 0 when all is well. For the watchdog. */
  stalledMs(): number;
  /** Resolves when the bus answers. */
  ping(): Promise<void>;
  /** Closes subscriptions, then connections. */
  close(): Promise<void>;
}
