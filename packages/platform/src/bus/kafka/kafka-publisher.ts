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
      await producer.send({
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
        ({ message, partitionMetadata }) =>
          partitionFor(message.key as string, partitionMetadata.length),
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
