// Connections of one process to the Kafka cluster: settings, topics, administration.
import { type Admin, type ISocketFactory, Kafka, type logCreator, logLevel, type RetryOptions } from 'kafkajs';
import type { Logger } from '../../logging/index.js';
import { type GroupLag, TOPICS, type Topic } from '../port.js';
import { parseKafkaUrl } from './address.js';

/** Short, because every caller of ours tries again by itself. */
export const RETRY: RetryOptions = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5, restartOnFailure: async () => false };

export interface PartitionOffsets {
  low: number;
  high: number;
}

export class KafkaCluster {
  readonly kafka: Kafka;
  private admin: Promise<Admin> | undefined;
  private topics: Promise<void> | undefined;

  constructor(
    url: string,
    readonly clientId: string,
    private readonly logger: Logger,
    socketFactory?: ISocketFactory,
  ) {
    const { brokers, ssl, sasl } = parseKafkaUrl(url);
    this.kafka = new Kafka({
      clientId,
      brokers,
      ssl,
      ...(sasl ? { sasl } : {}),
      ...(socketFactory ? { socketFactory } : {}),
      connectionTimeout: 3_000,
      requestTimeout: 10_000,
      retry: RETRY,
      logLevel: logLevel.INFO,
      logCreator: logThrough(logger),
    });
  }

  /** Every topic exists once this has resolved; asked again after a failure. */
  ready(): Promise<void> {
    this.topics ??= this.createTopics().catch((error) => {
      this.topics = undefined;
      throw error;
    });
    return this.topics;
  }

  /** After a failure: a topic may have been deleted, or the cluster made anew. */
  recheck(): void {
    this.topics = undefined;
  }

  /** Runs with a connected admin client; one that failed is not used again. */
  async withAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    this.admin ??= this.connectAdmin();
    const current = this.admin;
    try {
      return await work(await current);
    } catch (error) {
      if (this.admin === current) this.admin = undefined;
      void current.then((admin) => admin.disconnect()).catch(() => {});
      throw error;
    }
  }

  private async connectAdmin(): Promise<Admin> {
    const admin = this.kafka.admin({ retry: { ...RETRY, retries: 2 } });
    try {
      await admin.connect();
    } catch (error) {
      void admin.disconnect().catch(() => {});
      throw error;
    }
    return admin;
  }

  /** Oldest kept and next offset of every partition of a topic. */
  async offsets(topic: Topic): Promise<Map<number, PartitionOffsets>> {
    const rows = await this.withAdmin((admin) => admin.fetchTopicOffsets(topic));
    return new Map(rows.map((r) => [r.partition, { low: Number(r.low), high: Number(r.high) }]));
  }

  /** Next offset to handle of every partition that the group has committed. */
  async committed(group: string, topics: Topic[]): Promise<Map<Topic, Map<number, number>>> {
    const rows = await this.withAdmin((admin) => admin.fetchOffsets({ groupId: group, topics }));
    return new Map(
      rows.map(({ topic, partitions }) => [
        topic as Topic,
        new Map(partitions.filter((p) => Number(p.offset) >= 0).map((p) => [p.partition, Number(p.offset)])),
      ]),
    );
  }

  async lag(group: string, topics: Topic[]): Promise<GroupLag[]> {
    await this.ready();
    const committed = await this.committed(group, topics);
    const lags: GroupLag[] = [];
    for (const topic of topics)
      for (const [partition, { low, high }] of await this.offsets(topic)) {
        const done = Math.max(committed.get(topic)?.get(partition) ?? low, low);
        lags.push({ topic, partition, lag: Math.max(high - done, 0) });
      }
    return lags.sort((a, b) => a.topic.localeCompare(b.topic) || a.partition - b.partition);
  }

  async close(): Promise<void> {
    await (await this.admin)?.disconnect().catch(() => {});
  }

  /** With the brokers' own replication factor and min.insync.replicas. */
  private async createTopics(): Promise<void> {
    await this.withAdmin(async (admin) => {
      const existing = new Set(await admin.listTopics());
      const missing = Object.entries(TOPICS).filter(([topic]) => !existing.has(topic));
      if (missing.length === 0) return;
      await admin.createTopics({
        waitForLeaders: true,
        topics: missing.map(([topic, { partitions, retentionDays }]) => ({
          topic,
          numPartitions: partitions,
          replicationFactor: -1,
          configEntries: [
            { name: 'retention.ms', value: String(retentionDays * 86_400_000) },
            { name: 'cleanup.policy', value: 'delete' },
          ],
        })),
      });
      this.logger.info({ topics: missing.map(([topic]) => topic) }, 'topics created');
    });
  }
}

/** kafkajs calls every step of a rebalance an error; those are no news. */
function logThrough(logger: Logger): logCreator {
  return () =>
    ({ level, namespace, log }) => {
      const { message, timestamp: _, logger: __, ...fields } = log;
      const routine =
        level > logLevel.ERROR || /rebalanc|coordinator|not aware of this member/i.test(`${message} ${fields['error'] ?? ''}`);
      logger[routine ? 'debug' : 'warn']({ kafka: message, part: namespace, ...fields }, 'kafka client');
    };
}
