// Hosts on one machine: network namespaces on a bridge where we may make them, else addresses of loopback.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAlive } from '@linqr/embedded/process';
import { HOSTS, type HostName, type Part } from './topology.js';

export interface Network {
  kind: 'network namespaces' | 'loopback addresses';
  /** Where the stores and the clients are. */
  outside: string;
  /** Addresses and ranges of all hosts, for TRUSTED_PROXIES. */
  range: string;
  address: (host: HostName) => string;
  /** What to run so that the program is on the host. */
  command: (host: HostName, program: string, args: string[]) => [string, string[]];
  /** gRPC target of all replicas: a name with several addresses (a headless service), or the list itself. */
  target: (part: Part) => string;
  /** Pulls a host's cable; connections hang, nothing is refused. `pids` of what runs there, for where there is no cable. */
  cut: (host: HostName, pids: number[]) => void;
  heal: (host: HostName, pids: number[]) => void;
  remove: () => void;
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 10_000 });
const PREFIX = 'linqr-';

/** `why` it could not be namespaces, where it could not. */
export function openNetwork(wanted: 'auto' | 'loopback'): { network: Network; why?: string } {
  if (wanted === 'loopback') return { network: loopback(), why: 'asked for' };
  try {
    removeLeftovers();
    return { network: namespaces() };
  } catch (error) {
    return { network: loopback(), why: (error as Error).message.split('\n')[0] ?? 'refused' };
  }
}

/** A /24 of our own by process id, so that two runs do not meet. */
function namespaces(): Network {
  const id = process.pid;
  const net = `10.${64 + (id % 64)}.${Math.floor(id / 64) % 256}`;
  const bridge = `lqbr${id}`;
  const space = (host: HostName) => `${PREFIX}${id}-${host}`;
  const cable = (host: HostName) => `lq${host}${id}`;
  const address = (host: HostName) => `${net}.${11 + HOSTS.indexOf(host)}`;
  const remove = () => {
    for (const host of HOSTS) {
      attempt(() => ip('netns', 'del', space(host)));
      attempt(() => ip('link', 'del', cable(host)));
      rmSync(`/etc/netns/${space(host)}`, { recursive: true, force: true });
    }
    attempt(() => ip('link', 'del', bridge));
  };
  try {
    ip('link', 'add', bridge, 'type', 'bridge');
    ip('addr', 'add', `${net}.1/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    for (const host of HOSTS) {
      ip('netns', 'add', space(host));
      ip('link', 'add', cable(host), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space(host));
      ip('link', 'set', cable(host), 'master', bridge, 'up');
      ip('-n', space(host), 'addr', 'add', `${address(host)}/24`, 'dev', 'eth0');
      ip('-n', space(host), 'link', 'set', 'lo', 'up');
      ip('-n', space(host), 'link', 'set', 'eth0', 'up');
      ip('netns', 'exec', space(host), 'true');
    }
  } catch (error) {
    remove();
    throw error;
  }
  return {
    kind: 'network namespaces',
    outside: `${net}.1`,
    range: `${net}.0/24`,
    address,
    command: (host, program, args) => ['ip', ['netns', 'exec', space(host), program, ...args]],
    target: (part) => {
      // What a headless service answers: every replica's address under one name. `ip netns exec` shows it as /etc/hosts.
      for (const host of HOSTS) {
        const file = `/etc/netns/${space(host)}/hosts`;
        mkdirSync(`/etc/netns/${space(host)}`, { recursive: true });
        const lines = part.hosts.map((each) => `${address(each)} ${part.name}.hosts`);
        const known = attempt(() => readFileSync(file, 'utf8')) ?? '127.0.0.1 localhost\n';
        if (!known.includes(` ${part.name}.hosts`)) writeFileSync(file, `${known}${lines.join('\n')}\n`);
      }
      return `${part.name}.hosts:${part.port}`;
    },
    cut: (host) => ip('link', 'set', cable(host), 'down'),
    heal: (host) => ip('link', 'set', cable(host), 'up'),
    remove,
  };
}

/** Of runs that were killed. */
function removeLeftovers(): void {
  const names = execFileSync('ip', ['netns', 'list'], { encoding: 'utf8', timeout: 10_000 }).split('\n');
  for (const name of names.map((line) => line.split(' ')[0] ?? '')) {
    const pid = Number(/^linqr-(\d+)-[a-z]$/.exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    attempt(() => ip('netns', 'del', name));
    attempt(() => ip('link', 'del', `lqbr${pid}`));
    rmSync(`/etc/netns/${name}`, { recursive: true, force: true });
  }
  attempt(() => readdirSync('/etc/netns').length === 0 && rmSync('/etc/netns', { recursive: true }));
}

/** No cable to pull: a cut host is frozen, so that its connections hang as they would. */
function loopback(): Network {
  const address = (host: HostName) => `127.77.0.${11 + HOSTS.indexOf(host)}`;
  const signal = (pids: number[], name: NodeJS.Signals) => {
    for (const pid of pids) attempt(() => process.kill(pid, name));
  };
  return {
    kind: 'loopback addresses',
    outside: '127.0.0.1',
    range: '127.0.0.0/8',
    address,
    command: (_host, program, args) => [program, args],
    target: (part) => `ipv4:${part.hosts.map((host) => `${address(host)}:${part.port}`).join(',')}`,
    cut: (_host, pids) => signal(pids, 'SIGSTOP'),
    heal: (_host, pids) => signal(pids, 'SIGCONT'),
    remove: () => {},
  };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
