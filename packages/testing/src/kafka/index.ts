// A real Apache Kafka for tests: the one KAFKA_BROKERS names (host:port[,host:port…]), else one started from Apache's jars.
import { KafkaBroker } from './broker.js';
import { kafkaDistribution } from './distribution.js';

export { type Distribution, KAFKA_VERSION, kafkaDistribution } from './distribution.js';

export interface TestKafka {
  /** host:port[,host:port…] */
  brokers: string;
  /** kafka://… for BUS_URL */
  url: string;
  /** Only for a broker of our own: what a test may do to it. */
  control?: {
    pid: () => number | undefined;
    /** Connections stay open, nothing is answered. */
    pause: () => void;
    resume: () => void;
    /** kill -9; the data stays. */
    kill: () => Promise<void>;
    /** On the same data and port. */
    start: () => Promise<void>;
  };
  stop: () => Promise<void>;
}

/** Why there is no Kafka for tests here; undefined when there is one. Blocks while the jars are fetched for the first time. */
export function kafkaMissing(): string | undefined {
  if (process.env['KAFKA_BROKERS']) return undefined;
  const distribution = kafkaDistribution();
  return 'missing' in distribution ? distribution.missing : undefined;
}

/** Starts a broker of the caller's own; it does not outlive the process that asked. Throws where kafkaMissing() says why. */
export async function testKafka(): Promise<TestKafka> {
  const given = process.env['KAFKA_BROKERS'];
  if (given) return { brokers: given, url: `kafka://${given}`, stop: async () => {} };
  const distribution = kafkaDistribution();
  if ('missing' in distribution) throw new Error(distribution.missing);
  const broker = await KafkaBroker.create(distribution.classPath);
  const brokers = `127.0.0.1:${broker.port}`;
  return {
    brokers,
    url: `kafka://${brokers}`,
    control: {
      pid: () => broker.pid,
      pause: () => broker.pause(),
      resume: () => broker.resume(),
      kill: () => broker.kill(),
      start: () => broker.start(),
    },
    stop: () => broker.stop(),
  };
}
