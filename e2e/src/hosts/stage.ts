// Everything up: network, stores, brokers, jobs, processes, an account with links that every edge knows.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@linqr/testing/eventually';
import { kafkaDistribution } from '@linqr/testing/kafka';
import { Api } from './api.js';
import { Balancer } from './balancer.js';
import { KafkaCluster } from './brokers.js';
import { visitor } from './load.js';
import { type Network, openNetwork } from './network.js';
import { HostProcess } from './process.js';
import { type Stores, startStores } from './stores.js';
import { type Facts, HOSTS, type HostName, PARTS, part } from './topology.js';

export interface Stage {
  network: Network;
  stores: Stores;
  kafka: KafkaCluster;
  facts: Facts;
  processes: readonly HostProcess[];
  edges: Balancer;
  gateways: Balancer;
  api: Api;
  /** Links under load: `/slug`, with their ids. */
  links: readonly { id: string; path: string }[];
  rate: number;
  logs: string;
  say: (text: string) => void;
  stop: () => Promise<void>;
}

export interface StageOptions {
  network: 'auto' | 'loopback';
  rate: number;
  links: number;
  keep: boolean;
  say: (text: string) => void;
}

export async function openStage({ network: wanted, rate, links: howMany, keep, say }: StageOptions): Promise<Stage> {
  const distribution = kafkaDistribution();
  if ('missing' in distribution) throw new Error(`Apache Kafka: ${distribution.missing}`);
  const { network, why } = openNetwork(wanted);
  say(`Hosts are ${network.kind}${why ? ` (namespaces: ${why})` : ''}.`);
  const folder = mkdtempSync(join(tmpdir(), 'linqr-hosts-'));
  const logs = join(folder, 'logs');
  const disk = (host: HostName) => join(folder, `disk-${host}`);
  for (const each of [logs, ...HOSTS.map(disk)]) mkdirSync(each, { recursive: true });
  const endings: (() => Promise<void> | void)[] = [
    () => network.remove(),
    () => (keep ? say(`Left in ${folder}`) : rmSync(folder, { recursive: true, force: true })),
  ];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      for (const end of endings.reverse()) await Promise.resolve(end()).catch((error: Error) => say(error.message));
    })();
    return stopping;
  };
  // Namespaces outlive their processes: an impatient end tidies up as well.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().then(() => process.exit(1)));
  const remembered = async <T>(opening: Promise<T>, end: (opened: T) => Promise<void>): Promise<T> => {
    const opened = await opening;
    endings.push(() => end(opened));
    return opened;
  };
  try {
    const [stores, kafka] = await Promise.all([
      remembered(startStores(network, folder), (opened) => opened.stop()),
      remembered(KafkaCluster.create(network, distribution.classPath, disk), (opened) => opened.end()),
    ]);
    say('Stores and brokers are up.');
    const { databaseUrl, clickhouseUrl, mailUrl, secrets } = stores;
    const { address, target, range: trusted } = network;
    const facts: Facts = { address, target, trusted, databaseUrl, clickhouseUrl, mailUrl, secrets, disk };
    for (const each of PARTS) target(each);
    const processes = PARTS.flatMap((each) => each.hosts.map((host) => new HostProcess(each, host, network, facts, logs)));
    endings.push(async () => {
      await Promise.all(processes.map((each) => each.kill()));
    });
    // Host by host: twenty processes at once would take turns on the same few cores.
    for (const host of HOSTS) {
      await Promise.all(processes.filter((each) => each.host === host).map((each) => each.start()));
      say(`Host ${host} is up.`);
    }
    say(`${processes.length} processes are ready.`);
    const edges = new Balancer(part('redirect'), network);
    const gateways = new Balancer(part('gateway'), network);
    endings.push(
      () => edges.close(),
      () => gateways.close(),
    );
    const api = await Api.register(gateways);
    const links: { id: string; path: string }[] = [];
    for (let i = 0; i < howMany; i++) {
      const made = await api.must<{ id: string; shortUrl: string }>('POST', '/urls/shorten', { originalUrl: `https://example.com/${i}` });
      links.push({ id: made.id, path: new URL(made.shortUrl).pathname });
    }
    const stage: Stage = { network, stores, kafka, facts, processes, edges, gateways, api, links, rate, logs, say, stop };
    await warm(stage);
    return stage;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Every link into the cache of every edge: the promise is about known links. */
export async function warm({ edges, links }: Stage): Promise<void> {
  for (const host of part('redirect').hosts)
    for (const { path } of links)
      await eventually(
        async () => {
          const answer = await edges.send({ method: 'GET', path, headers: visitor(0), timeoutMs: 5_000 }, host);
          return 'status' in answer && answer.status === 302;
        },
        { timeoutMs: 60_000 },
      );
}

/** Everything of ours that runs on a host, brokers included. */
export function pidsOn({ processes, kafka }: Stage, host: HostName): number[] {
  return [...processes, ...kafka.brokers].flatMap((each) => (each.host === host && each.pid ? [each.pid] : []));
}
