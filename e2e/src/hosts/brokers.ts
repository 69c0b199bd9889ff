// A Kafka cluster of three: one broker (KRaft, broker and controller in one process) on each host.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endProcess, isAlive } from '@linqr/embedded/process';
import { eventually } from '@linqr/testing/eventually';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import type { Network } from './network.js';
import { BROKER_PORT, BROKERS, CONTROLLER_PORT, type HostName } from './topology.js';

const JVM = ['-Xms96m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Djava.awt.headless=true'];
const START_TIMEOUT_MS = 600_000;
/** Ends a JVM whose run was killed: waits for the run's end of a pipe to close. */
const GUARDIAN = 'read _; kill -9 "$1" 2>/dev/null';

export class Broker {
  private child: ChildProcess | undefined;
  private guardian: ChildProcess | undefined;

  constructor(
    readonly host: HostName,
    private readonly network: Network,
    private readonly classPath: string,
    private readonly folder: string,
  ) {}

  get name(): string {
    return `${this.host}/kafka`;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  async format(clusterId: string): Promise<void> {
    mkdirSync(this.folder, { recursive: true });
    const file = join(this.folder, 'server.properties');
    writeFileSync(file, properties(this.host, this.network, this.folder));
    await promisify(execFile)('java', [...JVM, '-cp', this.classPath, 'kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', file], {
      timeout: START_TIMEOUT_MS,
    });
  }

  /** On the data and the addresses it had before; returns once the process runs, not once it has caught up. */
  start(): void {
    const output = openSync(join(this.folder, 'output.log'), 'a');
    const args = [...JVM, '-cp', this.classPath, 'kafka.Kafka', join(this.folder, 'server.properties')];
    const [file, all] = this.network.command(this.host, 'java', args);
    this.child = spawn(file, all, { stdio: ['ignore', output, output] });
    closeSync(output);
    this.guardian?.stdin?.end();
    this.guardian = spawn('/bin/sh', ['-c', GUARDIAN, 'linqr-kafka-guardian', String(this.child.pid)], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.guardian.unref();
  }

  /** SIGTERM: hands its partitions over before it ends. */
  async stop(): Promise<void> {
    if (this.pid !== undefined && !(await endProcess(this.pid, 'SIGTERM', 60_000))) await endProcess(this.pid, 'SIGKILL', 10_000);
  }

  async kill(): Promise<void> {
    if (this.pid !== undefined) await endProcess(this.pid, 'SIGKILL', 10_000);
  }

  signal(name: NodeJS.Signals): void {
    this.child?.kill(name);
  }

  async end(): Promise<void> {
    await this.kill();
    this.guardian?.stdin?.end();
  }

  failedToStart(): string | undefined {
    if (this.pid !== undefined && isAlive(this.pid)) return undefined;
    return readFileSync(join(this.folder, 'output.log'), 'utf8').slice(-1_500);
  }
}

export class KafkaCluster {
  private constructor(
    readonly brokers: readonly Broker[],
    private readonly kafka: Kafka,
  ) {}

  static async create(network: Network, classPath: string, disk: (host: HostName) => string): Promise<KafkaCluster> {
    const brokers = BROKERS.map((host) => new Broker(host, network, classPath, `${disk(host)}/kafka`));
    // Kafka's ids are UUIDs in base64; one that began with a dash would be taken for an option.
    const id = `L${randomBytes(16).toString('base64url').slice(1)}`;
    await Promise.all(brokers.map((broker) => broker.format(id)));
    for (const broker of brokers) broker.start();
    const kafka = new Kafka({
      clientId: 'hosts-test',
      brokers: BROKERS.map((host) => `${network.address(host)}:${BROKER_PORT}`),
      logLevel: logLevel.NOTHING,
      connectionTimeout: 2_000,
      requestTimeout: 5_000,
      retry: { retries: 1 },
    });
    const cluster = new KafkaCluster(brokers, kafka);
    try {
      await cluster.whole();
    } catch (error) {
      await cluster.end();
      throw error;
    }
    return cluster;
  }

  /** Until every broker is a member and every partition has all its replicas in sync: what an operator waits for in a roll. */
  async whole(): Promise<void> {
    await eventually(
      async () => {
        for (const broker of this.brokers) {
          const problem = broker.failedToStart();
          if (problem !== undefined) throw new Error(`${broker.name} ended: ${problem}`);
        }
        return this.withAdmin(async (admin) => {
          if ((await admin.describeCluster()).brokers.length < this.brokers.length) return false;
          const { topics } = await admin.fetchTopicMetadata();
          return topics.every(({ partitions }) => partitions.every(({ isr, replicas }) => isr.length === replicas.length));
        });
      },
      { timeoutMs: START_TIMEOUT_MS, intervalMs: 500 },
    );
  }

  /** Replicas of every partition, and the brokers' own limits: what the run is told to have. */
  async facts(topic: string): Promise<{ partitions: number; replicas: number }> {
    return this.withAdmin(async (admin) => {
      const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
      const partitions = topics[0]?.partitions ?? [];
      return { partitions: partitions.length, replicas: Math.min(...partitions.map(({ replicas }) => replicas.length)) };
    });
  }

  async withAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = this.kafka.admin();
    try {
      await admin.connect();
      return await work(admin);
    } finally {
      void admin.disconnect().catch(() => {});
    }
  }

  /** An admin client that stays connected, for whoever looks often. */
  admin(): Admin {
    return this.kafka.admin();
  }

  async end(): Promise<void> {
    await Promise.all(this.brokers.map((broker) => broker.end()));
  }
}

/** As deploy/k8s/components/kafka-strimzi: nothing is only on one disk, and timeouts are Kafka's own. */
function properties(host: HostName, network: Network, folder: string): string {
  const address = network.address(host);
  const voters = BROKERS.map((each, index) => `${index + 1}@${network.address(each)}:${CONTROLLER_PORT}`);
  return `
process.roles=broker,controller
node.id=${BROKERS.indexOf(host) + 1}
controller.quorum.voters=${voters.join(',')}
listeners=PLAINTEXT://${address}:${BROKER_PORT},CONTROLLER://${address}:${CONTROLLER_PORT}
advertised.listeners=PLAINTEXT://${address}:${BROKER_PORT}
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
log.dirs=${join(folder, 'data')}
default.replication.factor=3
min.insync.replicas=2
offsets.topic.replication.factor=3
offsets.topic.num.partitions=6
transaction.state.log.replication.factor=3
transaction.state.log.min.isr=2
transaction.state.log.num.partitions=3
share.coordinator.state.topic.replication.factor=3
share.coordinator.state.topic.min.isr=2
share.coordinator.state.topic.num.partitions=1
auto.create.topics.enable=false
unclean.leader.election.enable=false
offsets.retention.minutes=20160
group.initial.rebalance.delay.ms=0
log.cleaner.enable=false
num.network.threads=1
num.io.threads=2
# A starved machine is no reason to elect controllers for ever, nor to give up before the cluster has come together.
controller.quorum.election.timeout.ms=3000
controller.quorum.fetch.timeout.ms=5000
initial.broker.registration.timeout.ms=600000
`;
}
