// A running installation: stores, then every part, watched until it is stopped.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from '@linqr/embedded/postgres';
import type { LauncherConfig } from '../config.js';
import { type DataFolder, lockDataFolder, openDataFolder } from '../data-folder/data-folder.js';
import type { Installation, Part } from '../manifest.js';
import { ensureSecrets, type Secrets } from '../secrets/secrets.js';
import { databaseUrl, engineProgram, engineUrl, startDatabase } from '../stores/stores.js';
import type { BackOffOptions } from '../supervisor/back-off.js';
import { LogFile } from '../supervisor/log-file.js';
import { Supervised } from '../supervisor/supervised.js';
import { readable, type Say } from '../terminal/index.js';
import { stopOrder } from './order.js';
import { claimPublicPort, isLoopback, portsFor } from './ports.js';
import { endLeftovers, type InstallationFile, removeInstallation, writeInstallation, writeProcesses } from './run-files.js';
import { StartError } from './start-error.js';

export interface InstallationOptions {
  config: LauncherConfig;
  parts: readonly Part[];
  /** Folder that entries of parts are relative to. */
  root: string;
  /** Without them only the parts run. */
  withStores: boolean;
  /** Node arguments of every part. */
  nodeArguments?: string[];
  /** Environment that `handedOn` variables are taken from. */
  environment: NodeJS.ProcessEnv;
  backOff?: BackOffOptions;
  say: Say;
}

/** A part that crashed this often without ever being ready is left to its restarts; the start goes on without it. */
const HOPELESS_CRASHES = 4;
const STOP_GRACE_MS = 12_000;
const LEFTOVER_GRACE_MS = 8_000;

export class RunningInstallation {
  private readonly supervised = new Map<string, Supervised>();
  private readonly logs: LogFile[] = [];
  private readonly closers: (() => void)[] = [];
  /** The latest start of the database; a stop waits for it, so that none is left behind. */
  private postgres: Promise<PostgresServer> | undefined;
  private engine: Supervised | undefined;
  private stopping: Promise<void> | undefined;
  private forced = false;
  private started = false;
  file: InstallationFile | undefined;

  private constructor(
    private readonly options: InstallationOptions,
    private readonly data: DataFolder,
  ) {}

  /**
   * Resolves once everything that can be is ready. Fails with a StartError for what a person has to change. `created` is
   * called before anything was started, so that a signal during the start can stop it.
   */
  static async start(options: InstallationOptions, created: (installation: RunningInstallation) => void): Promise<RunningInstallation> {
    const data = openDataFolder(options.config.LINQR_DATA_DIR);
    const unlock = lockDataFolder(data);
    const installation = new RunningInstallation(options, data);
    installation.closers.push(unlock);
    created(installation);
    try {
      await installation.bringUp();
    } catch (error) {
      await installation.stop();
      throw error;
    }
    return installation;
  }

  private async bringUp(): Promise<void> {
    const { config, parts, say, withStores } = this.options;
    removeInstallation(this.data);
    const left = await endLeftovers(this.data, LEFTOVER_GRACE_MS);
    if (left.length > 0) say(`Ended what an earlier start had left running: ${left.join(', ')}`);
    const appPort = await claimPublicPort(config.PORT, config.HOST, 'the app', 'PORT');
    const edgePort = await claimPublicPort(config.EDGE_PORT, config.HOST, 'the short domain', 'EDGE_PORT');
    if (appPort === edgePort) throw new StartError(`PORT and EDGE_PORT are both ${appPort}; the app and the short domain need one each.`);
    const secrets = ensureSecrets(this.data);
    const names = [
      ...parts.flatMap((part) => [part.name, `${part.name}:management`]),
      'mailbox:smtp',
      'mailbox:http',
      'postgres',
      'clickhouse',
    ];
    const ports = await portsFor(names);
    const facts = this.facts(secrets, ports, appPort, edgePort);
    if (withStores) await this.startStores(secrets, ports);
    this.checkNotStopped();
    const missing = await this.startParts(facts);
    this.checkNotStopped();
    const appUrl = facts.appOrigin;
    this.file = {
      pid: process.pid,
      startedAt: new Date().toISOString(),
      appUrl,
      shortUrl: facts.shortOrigin,
      mailboxUrl: facts.onLoopback ? `${appUrl}/mailbox` : `http://127.0.0.1:${ports['mailbox:http']}/mailbox`,
      mailboxJsonUrl: `http://127.0.0.1:${ports['mailbox:http']}/mailbox.json`,
      dataFolder: this.data.path,
      databaseFolder: (await this.postgres)?.dataFolder ?? this.data.postgres,
      ports,
      postgresPort: ports['postgres']!,
      clickhousePort: ports['clickhouse']!,
      missing,
    };
    writeInstallation(this.data, this.file);
    this.started = true;
  }

  private facts(secrets: Secrets, ports: Record<string, number>, appPort: number, edgePort: number): Installation {
    const { config, root } = this.options;
    const storePorts = { postgres: ports['postgres']!, clickhouse: ports['clickhouse']! };
    return {
      data: this.data,
      secrets,
      ports,
      host: config.HOST,
      onLoopback: isLoopback(config.HOST),
      edgeAddress: ['0.0.0.0', '::'].includes(config.HOST) ? '127.0.0.1' : config.HOST,
      appPort,
      edgePort,
      appOrigin: config.APP_ORIGIN ?? `http://localhost:${appPort}`,
      shortOrigin: config.SHORT_ORIGIN ?? `http://localhost:${edgePort}`,
      databaseUrl: databaseUrl(secrets, storePorts),
      clickhouseUrl: engineUrl(this.data, secrets, storePorts),
      fromRoot: (path) => join(root, path),
    };
  }

  private async startStores(secrets: Secrets, ports: Record<string, number>): Promise<void> {
    const storePorts = { postgres: ports['postgres']!, clickhouse: ports['clickhouse']! };
    const program = engineProgram(this.data, secrets, storePorts);
    this.engine = this.supervise('clickhouse', program.entry, this.options.nodeArguments ?? [], program.environment);
    this.engine.start();
    this.postgres = startDatabase(this.data, secrets, storePorts, this.options.parts);
    const [database] = await Promise.all([this.postgres, this.waitReady(this.engine)]);
    this.watchDatabase(database, secrets, storePorts);
    if (!this.engine.isReady)
      throw new StartError(`ClickHouse does not start: ${this.engine.lastReason} (see ${this.logPath('clickhouse')})`);
  }

  /** A database that ends without having been told to is started again on the same port; services connect again by themselves. */
  private watchDatabase(server: PostgresServer, secrets: Secrets, ports: { postgres: number; clickhouse: number }): void {
    void server.ended.then(async () => {
      for (let waitMs = 500; !this.stopping; waitMs = Math.min(waitMs * 2, 30_000)) {
        this.options.say(`postgres ended; starting it again in ${waitMs / 1_000} s`);
        await sleep(waitMs);
        if (this.stopping) return;
        try {
          this.postgres = startDatabase(this.data, secrets, ports, this.options.parts);
          const again = await this.postgres;
          this.options.say('postgres is ready again');
          this.watchDatabase(again, secrets, ports);
          return;
        } catch (error) {
          this.options.say((error as Error).message);
        }
      }
    });
  }

  /** Answers with the names of the parts that are not there. */
  private async startParts(facts: Installation): Promise<string[]> {
    const { parts, root, environment, nodeArguments = [], say } = this.options;
    const absent = parts.filter((part) => !existsSync(join(root, part.entry)));
    for (const part of absent) say(`${part.name} is not built (${part.entry} is missing); going on without it`);
    const present = parts.filter((part) => !absent.includes(part));
    for (const part of present) {
      const handedOn = Object.fromEntries((part.handedOn ?? []).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
      const variables = { ...part.environment(facts), ...handedOn } as Record<string, string>;
      const process = this.supervise(
        part.name,
        join(root, part.entry),
        [...nodeArguments, `--max-old-space-size=${part.heapMb}`],
        variables,
      );
      this.supervised.set(part.name, process);
      process.start();
    }
    await Promise.all([...this.supervised.values()].map((process) => this.waitReady(process)));
    const failing = [...this.supervised.values()].filter((process) => !process.isReady);
    for (const process of failing) say(`${process.name} does not start: ${process.lastReason} (see ${this.logPath(process.name)})`);
    const doors = ['gateway', 'redirect'].filter((name) => failing.some((process) => process.name === name));
    if (failing.length > 0 && (failing.length === present.length || doors.length > 0))
      throw new StartError(`Linqr cannot start without ${failing.map((process) => process.name).join(', ')}.`);
    return [...absent.map((part) => part.name), ...failing.map((process) => process.name)];
  }

  /** Until ready, hopeless, out of time or stopped. */
  private async waitReady(process: Supervised): Promise<void> {
    const until = Date.now() + this.options.config.LINQR_START_TIMEOUT_SECONDS * 1_000;
    let ready = false;
    void process.firstReady.then(() => {
      ready = true;
    });
    while (!ready && !this.stopping && process.crashes < HOPELESS_CRASHES && Date.now() < until) await sleep(20);
  }

  private supervise(name: string, entry: string, nodeArguments: string[], variables: Record<string, string>): Supervised {
    const { environment, say, backOff } = this.options;
    const log = new LogFile(this.logPath(name));
    this.logs.push(log);
    const common = Object.fromEntries(
      ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_EXTRA_CA_CERTS'].flatMap((key) => (environment[key] ? [[key, environment[key]]] : [])),
    );
    return new Supervised({
      name,
      entry,
      nodeArguments,
      environment: { ...common, NODE_ENV: 'production', TZ: 'UTC', ...variables } as Record<string, string>,
      log,
      onLine: (from, line) => {
        // While everything ends, services miss each other; that is in their logs.
        const text = this.stopping ? undefined : readable(from, line);
        if (text) say(text);
      },
      onEvent: (text) => {
        if (!this.stopping || this.forced) say(text);
      },
      onProcessChange: () => this.rememberProcesses(),
      ...(backOff ? { backOff } : {}),
    });
  }

  private logPath(name: string): string {
    return join(this.data.logs, `${name}.log`);
  }

  private rememberProcesses(): void {
    const all = [...this.supervised.values(), ...(this.engine ? [this.engine] : [])];
    writeProcesses(
      this.data,
      all.flatMap(({ name, pid }) => (pid ? [{ name, pid }] : [])),
    );
  }

  private checkNotStopped(): void {
    if (this.stopping) throw new StartError('The start was broken off.');
  }

  get isStarted(): boolean {
    return this.started;
  }

  /** Everything in reverse order. Idempotent. */
  stop(): Promise<void> {
    this.stopping ??= this.bringDown();
    return this.stopping;
  }

  private async bringDown(): Promise<void> {
    removeInstallation(this.data);
    const running = this.options.parts.filter((part) => this.supervised.has(part.name));
    for (const group of stopOrder(running)) {
      if (this.forced) break;
      await Promise.all(group.map((part) => this.supervised.get(part.name)!.stop(STOP_GRACE_MS)));
    }
    if (this.forced) await Promise.all([...this.supervised.values()].map((process) => process.kill()));
    await this.engine?.stop(this.forced ? 0 : STOP_GRACE_MS);
    const database = await this.postgres?.catch(() => undefined);
    await database?.stop();
    writeProcesses(this.data, []);
    for (const log of this.logs) log.close();
    for (const close of this.closers.reverse()) close();
  }

  /** Ends everything at once; a stop that is under way goes on over what is left. */
  async force(): Promise<void> {
    this.forced = true;
    await Promise.all([...this.supervised.values()].map((process) => process.kill()));
    await this.engine?.kill();
    await this.stop();
  }
}
