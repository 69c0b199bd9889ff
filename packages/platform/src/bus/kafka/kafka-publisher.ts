import { CompressionTypes, type Producer } from 'kafkajs';
import type { Logger } from '../../logging/index.js';
import { Appender } from '../appender.js';
import { partitionFor } from '../partitioner.js';
import type { OutgoingRecord, Topic } from '../port.js';
import { type KafkaCluster, RETRY } from './kafka-cluster.js';

/** All records of a partition in one request are one batch, which the broker refuses above 1 MiB. */
const WRITE = { records: 5_000, bytes: 1_000_000 };
/** Below, gzip costs more than it saves. */
const COMPRESS_BYTES = 1_024;
const REFUSALS = new Set(['CLUSTER_AUTHORIZATION_FAILED', 'UNSUPPORTED_VERSION', 'INVALID_PRODUCER_EPOCH']);

/** acks=all, idempotent where the cluster lets us, in the order of the calls. */
export class KafkaPublisher {
  private producer: Promise<Producer> | undefined;
  private idempotent = true;
  private readonly appenders = new Map<Topic, Appender>();
  /** Partitions of what is being sent, by topic: one write a topic is under way at a time. */
  private readonly sending = new Map<string, Set<number>>();

  constructor(
    private readonly cluster: KafkaCluster,
    private readonly logger: Logger,
  ) {}

  publish(topic: Topic, records: OutgoingRecord[]): Promise<void> {
    let appender = this.appenders.get(topic);
    if (!appender) {
      appender = new Appender(topic, WRITE, (batch) => this.send(topic, batch));
      this.appenders.set(topic, appender);
    }
    return appender.append(records);
  }

  async close(): Promise<void> {
    await Promise.all([...this.appenders.values()].map((a) => a.idle()));
    await this.producer?.then((p) => p.disconnect()).catch(() => {});
  }

  private async send(topic: Topic, records: OutgoingRecord[]): Promise<void> {
    await this.cluster.ready();
    this.producer ??= this.connect();
    const current = this.producer;
    const bytes = records.reduce((sum, r) => sum + r.value.byteLength, 0);
    try {
      const producer = await current;
      const partitions = new Set<number>();
      this.sending.set(topic, partitions);
      const answers = await producer.send({
        topic,
        acks: -1,
        timeout: 10_000,
        compression: bytes >= COMPRESS_BYTES ? CompressionTypes.GZIP : CompressionTypes.None,
        messages: records.map(({ key, value, headers }) => ({
          key,
          value: Buffer.from(value.buffer, value.byteOffset, value.byteLength),
          ...(headers ? { headers } : {}),
        })),
      });
      const missing = unconfirmed(partitions, answers);
      if (missing.length > 0) throw new Error(`nobody confirmed partitions ${missing.join(', ')} of ${topic}`);
    } catch (error) {
      // An idempotent producer whose sequence is broken stays broken: the next call gets a new one.
      if (this.producer === current) this.producer = undefined;
      this.cluster.recheck();
      void current.then((producer) => producer.disconnect()).catch(() => {});
      throw error;
    }
  }

  private async connect(): Promise<Producer> {
    const producer = this.cluster.kafka.producer({
      idempotent: this.idempotent,
      maxInFlightRequests: 1,
      // With requestTimeout: a broker that accepts connections and does not answer is given up after half a minute.
      retry: { ...RETRY, retries: 2 },
      allowAutoTopicCreation: false,
      // The same rule as in the other adapter, rather than the client's copy of it.
      createPartitioner:
        () =>
        ({ topic, message, partitionMetadata }) => {
          const partition = partitionFor(message.key as string, partitionMetadata.length);
          this.sending.get(topic)?.add(partition);
          return partition;
        },
    });
    try {
      await producer.connect();
    } catch (error) {
      void producer.disconnect().catch(() => {});
      if (this.idempotent && REFUSALS.has(String((error as { type?: unknown }).type))) {
        this.idempotent = false;
        this.logger.warn({ err: error }, 'the cluster refuses idempotent producers; going on without');
        return this.connect();
      }
      throw error;
    }
    return producer;
  }
}

/**
 * Partitions that were sent and that no broker confirmed. kafkajs calls that a success: when a partition's new leader is a
 * broker that has already answered for others, it is left out of the second attempt (kafkajs 2.2.4, sendMessages.js:
 * `brokersWithoutResponse`), and the sequence of those that had been written before it is wound back. Records were lost by
 * that whenever a broker was restarted under load; sent again with a new producer, they arrive at least once.
 */
export function unconfirmed(sent: ReadonlySet<number>, answers: readonly { partition: number }[]): number[] {
  const confirmed = new Set(answers.map(({ partition }) => partition));
  return [...sent].filter((partition) => !confirmed.has(partition)).sort((a, b) => a - b);
}
