// One Apache Kafka broker (KRaft, broker and controller in one process) on free loopback ports, ended with the test run.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts, isListening } from '@linqr/embedded/ports';
import { endProcess, isAlive } from '@linqr/embedded/process';

const START_TIMEOUT_MS = 180_000;
const FORMAT_TIMEOUT_MS = 120_000;
/** Small and quick to start rather than fast: one or two cores are all there is. */
const JVM = ['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Djava.awt.headless=true'];
/** Ends a JVM whose test run was killed: waits for the run's end of a pipe to close. $1: the broker, $2: its folder. */
const GUARDIAN = 'read _; kill -9 "$1" 2>/dev/null; rm -rf "$2"';

export class KafkaBroker {
  private child: ChildProcess | undefined;
  private readonly guardians: ChildProcess[] = [];

  private constructor(
    private readonly classPath: string,
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async create(classPath: string): Promise<KafkaBroker> {
    const folder = mkdtempSync(join(tmpdir(), 'linqr-test-kafka-'));
    const [port, controllerPort] = (await freePorts(2)) as [number, number];
    writeFileSync(join(folder, 'server.properties'), properties(folder, port, controllerPort));
    const run = promisify(execFile);
    // As Kafka writes ids; 16 bytes whose text begins with a letter cannot be taken for an option.
    const id = `K${randomBytes(16).toString('base64url').slice(1)}`;
    const format = ['-cp', classPath, 'kafka.tools.StorageTool', 'format', '-t', id, '-c', join(folder, 'server.properties')];
    await run('java', [...JVM, ...format], { timeout: FORMAT_TIMEOUT_MS });
    const broker = new KafkaBroker(classPath, folder, port);
    await broker.start();
    return broker;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Starts the broker on the data and the port it had before. */
  async start(): Promise<void> {
    const until = Date.now() + START_TIMEOUT_MS;
    // A process just killed may hold its port for a moment longer.
    await this.until(until, async () => !(await isListening(this.port)));
    const output = openSync(this.log, 'a');
    const child = spawn('java', [...JVM, '-cp', this.classPath, 'kafka.Kafka', join(this.folder, 'server.properties')], {
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    this.child = child;
    const guardian = spawn('/bin/sh', ['-c', GUARDIAN, 'linqr-kafka-guardian', String(child.pid), this.folder], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    guardian.unref();
    (guardian.stdin as unknown as { unref(): void }).unref();
    this.guardians.push(guardian);
    await this.until(until, async () => {
      if (!isAlive(child.pid ?? 0)) throw new Error(`Apache Kafka ended at start: ${this.lastOutput()}`);
      return isListening(this.port);
    });
  }

  private async until(time: number, reached: () => Promise<boolean>): Promise<void> {
    while (!(await reached())) {
      if (Date.now() > time) throw new Error(`Apache Kafka was not ready within ${START_TIMEOUT_MS / 1_000} s: ${this.lastOutput()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Freezes it: connections stay open, nothing is answered. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  /** kill -9; the data stays. */
  async kill(): Promise<void> {
    const pid = this.child?.pid;
    this.child = undefined;
    if (pid !== undefined) await endProcess(pid, 'SIGKILL', 10_000);
  }

  async stop(): Promise<void> {
    await this.kill();
    for (const guardian of this.guardians.splice(0)) guardian.stdin?.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get log(): string {
    return join(this.folder, 'output.log');
  }

  private lastOutput(): string {
    return existsSync(this.log) ? readFileSync(this.log, 'utf8').slice(-2_000) : '';
  }
}

function properties(folder: string, port: number, controllerPort: number): string {
  return `
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controllerPort}
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
log.dirs=${join(folder, 'data')}
auto.create.topics.enable=false
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=2
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
log.cleaner.enable=false
broker.heartbeat.interval.ms=500
broker.session.timeout.ms=4000
`;
}
