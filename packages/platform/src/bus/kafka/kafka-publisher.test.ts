import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../../logging/index.js';
import type { KafkaCluster } from './kafka-cluster.js';
import { KafkaPublisher, unconfirmed } from './kafka-publisher.js';

interface Sent {
  topic: string;
  messages: { key: string; value: Buffer }[];
}
type Partitioner = (args: { topic: string; message: { key: string }; partitionMetadata: object[] }) => number;

/** What kafkajs does at its edge: spreads by the partitioner, and answers with what brokers confirmed. */
function clientThat(confirms: (partition: number, attempt: number) => boolean) {
  const producers: { disconnected: boolean }[] = [];
  const written: string[] = [];
  let attempt = 0;
  const producer = ({ createPartitioner }: { createPartitioner: () => Partitioner }) => {
    const partition = createPartitioner();
    const state = { disconnected: false };
    producers.push(state);
    return {
      connect: async () => {},
      disconnect: async () => {
        state.disconnected = true;
      },
      send: async ({ topic, messages }: Sent) => {
        attempt++;
        const answers = new Set<number>();
        for (const message of messages) {
          const to = partition({ topic, message, partitionMetadata: Array.from({ length: 12 }, () => ({})) });
          if (!confirms(to, attempt)) continue;
          answers.add(to);
          written.push(message.key);
        }
        return [...answers].map((to) => ({ topicName: topic, partition: to, errorCode: 0 }));
      },
    };
  };
  const cluster = { kafka: { producer }, ready: async () => {}, recheck: () => {} } as unknown as KafkaCluster;
  return { cluster, producers, written };
}

const logger = createLogger({ service: 'test', level: 'silent' });
const records = Array.from({ length: 40 }, (_, i) => ({ key: `key-${i}`, value: Buffer.from(String(i)) }));

describe('what kafkajs calls sent', () => {
  it('is what a broker confirmed for every partition', () => {
    expect(unconfirmed(new Set([3, 1, 2]), [{ partition: 2 }])).toEqual([1, 3]);
    expect(unconfirmed(new Set([2]), [{ partition: 2 }, { partition: 5 }])).toEqual([]);
  });

  it('fails when a partition was left out, and goes through a new producer when it is tried again', async () => {
    const client = clientThat((partition, attempt) => attempt > 1 || partition !== 7);
    const publisher = new KafkaPublisher(client.cluster, logger);
    await expect(publisher.publish('click.recorded.v1', records)).rejects.toThrow();
    expect(new Set(client.written).size).toBeLessThan(records.length);
    await publisher.publish('click.recorded.v1', records);
    expect(new Set(client.written).size).toBe(records.length);
    expect(client.producers.map(({ disconnected }) => disconnected)).toEqual([true, false]);
    await publisher.close();
  });
});
