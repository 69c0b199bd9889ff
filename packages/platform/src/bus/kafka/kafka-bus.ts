import { randomUUID } from 'node:crypto';
import { AppError } from '../../errors/index.js';
import type { Logger } from '../../logging/index.js';
import { attachedInTime, callOnGap, unavailable } from '../availability.js';
import { pause } from '../backoff.js';
import type { BusOptions } from '../index.js';
import type { BroadcastSubscription, EventBus, GroupLag, GroupSubscription, OutgoingRecord, Subscription, Topic } from '../port.js';
import { Progress } from '../progress.js';
import { assertRecords } from '../records.js';
import { KafkaCluster } from './kafka-cluster.js';
import { KafkaMember } from './kafka-member.js';
import { KafkaPublisher } from './kafka-publisher.js';
import { CommittedPositions, OwnPositions } from './positions.js';

/** How often the watchdog asks for the ends of the partitions that this process works on. */
const WATCH_MS = 10_000;

interface Subscriber {
  member: KafkaMember;
  /** Next offset to handle by `topic/partition`, as known in this process or by the cluster. */
  done: () => Promise<ReadonlyMap<string, number>>;
  close: () => Promise<void>;
}

/** The bus of a cluster: Apache Kafka through kafkajs, nothing of which is seen outside this folder. */
export class KafkaBus implements EventBus {
  private readonly cluster: KafkaCluster;
  private readonly publisher: KafkaPublisher;
  private readonly progress = new Progress();
  private readonly logger: Logger;
  private readonly subscribers = new Set<Subscriber>();
  private readonly abort = new AbortController();
  private watching: Promise<void> | undefined;
  private closing: Promise<void> | undefined;

  constructor({ url, clientId, logger }: BusOptions) {
    this.logger = logger.child({ bus: 'kafka' });
    this.cluster = new KafkaCluster(url, clientId, this.logger);
    this.publisher = new KafkaPublisher(this.cluster, this.logger);
  }

  async publish(topic: Topic, records: OutgoingRecord[]): Promise<void> {
    assertRecords(topic, records);
    if (records.length === 0) return;
    if (this.closing) throw unavailable('the bus is closed');
    try {
      await this.publisher.publish(topic, records);
    } catch (error) {
      throw error instanceof AppError ? error : unavailable('publish failed', error);
    }
  }

  async subscribe(subscription: GroupSubscription): Promise<Subscription> {
    const { cluster, progress } = this;
    const { group, topics, from, maxBatch = 200, handler } = subscription;
    const member = new KafkaMember({
      cluster,
      groupId: group,
      topics,
      fromBeginning: from === 'beginning',
      maxBatch,
      positions: new CommittedPositions(cluster, subscription),
      deliver: handler,
      progress,
      logger: this.logger.child({ group }),
    });
    const done = async () => {
      const committed = await cluster.committed(group, topics);
      return new Map([...committed].flatMap(([topic, parts]) => [...parts].map(([p, offset]) => [`${topic}/${p}`, offset] as const)));
    };
    return this.attach({ member, done, close: () => member.close() });
  }

  /** A group of its own that never commits: Kafka forgets it once it is empty, and nothing is left behind. */
  async broadcast(subscription: BroadcastSubscription): Promise<Subscription> {
    const { topics, handler } = subscription;
    const { cluster, progress } = this;
    const groupId = `${cluster.clientId}-broadcast-${randomUUID()}`;
    const logger = this.logger.child({ group: groupId });
    const gap = () => callOnGap(subscription, logger);
    const positions = new OwnPositions(cluster, topics, gap);
    const deliver = async (records: Parameters<typeof handler>[0]) => {
      await handler(records);
    };
    const member = new KafkaMember({
      ...{ cluster, groupId, topics, positions, deliver, progress, logger },
      fromBeginning: true,
      maxBatch: 500,
    });
    const close = async () => {
      await member.close();
      await cluster.withAdmin((admin) => admin.deleteGroups([groupId]).catch(() => {})).catch(() => {});
    };
    return this.attach({ member, done: async () => positions.all, close }, gap);
  }

  private async attach({ member, done, close }: Subscriber, onLate?: () => void): Promise<Subscription> {
    if (this.closing) throw unavailable('the bus is closed');
    let closed: Promise<void> | undefined;
    const subscriber: Subscriber = {
      member,
      done,
      close: () => {
        closed ??= close().finally(() => this.subscribers.delete(subscriber));
        return closed;
      },
    };
    this.subscribers.add(subscriber);
    member.start();
    this.watching ??= this.watch();
    if (!(await attachedInTime(member.attached)) && onLate) void member.attached.then(onLate);
    return { close: subscriber.close, silentMs: () => member.silentMs };
  }

  lag(group: string, topics: Topic[]): Promise<GroupLag[]> {
    return this.cluster.lag(group, topics);
  }

  stalledMs(): number {
    return this.progress.stalledMs();
  }

  async ping(): Promise<void> {
    await this.cluster.withAdmin((admin) => admin.describeCluster());
  }

  close(): Promise<void> {
    this.closing ??= (async () => {
      await Promise.all([...this.subscribers].map((s) => s.close()));
      this.abort.abort();
      await this.watching;
      await this.publisher.close();
      await this.cluster.close();
    })();
    return this.closing;
  }

  /** Fetches tell how far behind a partition is only while they work; this tells it when they do not. */
  private async watch(): Promise<void> {
    while (!this.abort.signal.aborted) {
      await pause(WATCH_MS, this.abort.signal);
      try {
        for (const { member, done } of this.subscribers) {
          if (this.abort.signal.aborted) return;
          const handled = await done();
          const heads = new Map<Topic, Map<number, { low: number; high: number }>>();
          for (const { topic, partition, id } of [...member.partitions()]) {
            if (!heads.has(topic)) heads.set(topic, await this.cluster.offsets(topic));
            const offsets = heads.get(topic)?.get(partition);
            if (offsets) this.progress.seen(id, offsets.high, handled.get(`${topic}/${partition}`) ?? offsets.low);
          }
        }
      } catch (error) {
        this.logger.debug({ err: error }, 'ends of partitions not known');
      }
    }
  }
}
