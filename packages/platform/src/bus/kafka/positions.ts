// Where a consumer's partitions begin and how what is done is remembered.
import type { Consumer, EachBatchPayload } from 'kafkajs';
import type { GroupSubscription, Topic } from '../port.js';
import type { KafkaCluster } from './kafka-cluster.js';

export type Assignment = Record<string, number[]>;

export interface Positions {
  /** Before the consumer starts; asks the cluster. */
  prepare(): Promise<void>;
  /** Partitions were assigned: seeks at once, and resolves when it is certain where they begin. */
  joined(consumer: Consumer, assignment: Assignment): Promise<void>;
  /** Records of a partition up to, not including, `next` are handled. */
  done(payload: EachBatchPayload, next: number): Promise<void>;
  /** A batch begins here; where records in between are missing, they are gone. */
  arrived(topic: Topic, partition: number, first: number): void;
}

/** A group's offsets are in Kafka. One without offsets that begins at the end begins where the end was when it subscribed. */
export class CommittedPositions implements Positions {
  private readonly ends = new Map<string, number>();
  private prepared = false;

  constructor(
    private readonly cluster: KafkaCluster,
    private readonly subscription: GroupSubscription,
  ) {}

  async prepare(): Promise<void> {
    const { group, topics, from } = this.subscription;
    if (from === 'beginning' || this.prepared) return;
    const committed = await this.cluster.committed(group, topics);
    for (const topic of topics)
      for (const [partition, { high }] of await this.cluster.offsets(topic))
        if (!committed.get(topic)?.has(partition)) this.ends.set(`${topic}/${partition}`, high);
    this.prepared = true;
  }

  async joined(consumer: Consumer, assignment: Assignment): Promise<void> {
    const open: { topic: Topic; partition: number; end: number }[] = [];
    for (const [topic, partitions] of Object.entries(assignment))
      for (const partition of partitions) {
        const end = this.ends.get(`${topic}/${partition}`);
        if (end === undefined) continue;
        open.push({ topic: topic as Topic, partition, end });
        consumer.seek({ topic, partition, offset: String(end) });
      }
    if (open.length === 0) return;
    // Another member may have begun meanwhile: what it committed counts. What nobody committed is committed now.
    const committed = await this.cluster.committed(this.subscription.group, this.subscription.topics);
    for (const { topic, partition, end } of open) {
      const offset = committed.get(topic)?.get(partition);
      if (offset !== undefined) consumer.seek({ topic, partition, offset: String(offset) });
      else await consumer.commitOffsets([{ topic, partition, offset: String(end) }]);
      this.ends.delete(`${topic}/${partition}`);
    }
  }

  async done({ batch, commitOffsetsIfNecessary }: EachBatchPayload, next: number): Promise<void> {
    // Not consumer.commitOffsets(): that one silently does nothing while the consumer stops.
    await commitOffsetsIfNecessary({
      topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset: String(next) }] }],
    });
  }

  arrived(): void {}
}

/** Positions in memory, from the end at the time of subscribing; nothing is committed, so no group stays behind. */
export class OwnPositions implements Positions {
  private readonly next = new Map<string, number>();
  private prepared = false;

  constructor(
    private readonly cluster: KafkaCluster,
    private readonly topics: Topic[],
    private readonly onGap: () => void,
  ) {}

  get all(): ReadonlyMap<string, number> {
    return this.next;
  }

  async prepare(): Promise<void> {
    let gap = false;
    for (const topic of this.topics)
      for (const [partition, { low, high }] of await this.cluster.offsets(topic)) {
        const id = `${topic}/${partition}`;
        const next = this.next.get(id);
        if (!this.prepared) this.next.set(id, high);
        // A partition that was added later is read from its first record.
        else if (next === undefined) this.next.set(id, low);
        else if (next < low || next > high) {
          gap = true;
          this.next.set(id, next < low ? low : high);
        }
      }
    this.prepared = true;
    if (gap) this.onGap();
  }

  async joined(consumer: Consumer, assignment: Assignment): Promise<void> {
    for (const [topic, partitions] of Object.entries(assignment))
      for (const partition of partitions) {
        const next = this.next.get(`${topic}/${partition}`);
        if (next !== undefined) consumer.seek({ topic, partition, offset: String(next) });
      }
  }

  async done({ batch }: EachBatchPayload, next: number): Promise<void> {
    this.next.set(`${batch.topic}/${batch.partition}`, next);
  }

  arrived(topic: Topic, partition: number, first: number): void {
    const expected = this.next.get(`${topic}/${partition}`);
    if (expected !== undefined && first > expected) this.onGap();
  }
}
