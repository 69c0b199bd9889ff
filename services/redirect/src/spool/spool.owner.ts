// Who owns a spool folder: its name says so (`edge-0.k3x9@<owner>`). Renaming is the lock: a rename that names the former
// owner succeeds for one process only, so two can never take the same orphan, and a live owner's folder is never renamed.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, statSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** A folder of another host name on this machine (two containers, one volume) counts as left when untouched this long. */
const LEASE_MS = 60_000;

interface Owner {
  host: string;
  boot: string;
  namespace: string;
  pid: number;
  /** Start of the process in clock ticks since boot: tells it from another that got the same pid later. */
  started: string;
  /** Tells spools of one process apart from those of an earlier one where the rest is not known (no /proc). */
  token: string;
}

const readOr = (fallback: string, read: () => string): string => {
  try {
    return read();
  } catch {
    return fallback;
  }
};
const plain = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').slice(0, 24);

/** Undefined when there is no such process; '0' where the platform does not tell. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold anything; fields are counted from its end. Zombies hold no files.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    try {
      process.kill(pid, 0);
      return '0';
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM' ? '0' : undefined;
    }
  }
}

const self: Owner = {
  host: plain(hostname()) || 'host',
  boot: plain(readOr('0', () => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'))).slice(0, 12),
  namespace: plain(readOr('0', () => readlinkSync('/proc/self/ns/pid'))),
  pid: process.pid,
  started: startOf(process.pid) ?? '0',
  token: randomBytes(4).toString('hex'),
};

const write = (o: Owner): string => [o.host, o.boot, o.namespace, o.pid, o.started, o.token].join('-');

function parse(text: string): Owner | undefined {
  const [host, boot, namespace, pid, started, token, ...rest] = text.split('-');
  if (!host || !boot || !namespace || !pid || !started || !token || rest.length > 0) return undefined;
  return { host, boot, namespace, pid: Number(pid), started, token };
}

function isAlive(owner: Owner, folder: string): boolean {
  if (owner.token === self.token) return true;
  if (owner.boot !== self.boot) return false;
  if (owner.namespace === self.namespace) return owner.pid !== self.pid && startOf(owner.pid) === owner.started;
  // Same host name, other process namespace: the former container of this pod.
  if (owner.host === self.host) return false;
  return Date.now() - statSync(folder).mtimeMs < LEASE_MS;
}

/** A spool folder that this process owns. */
export interface OwnedFolder {
  /** Stays the same whoever owns it: the `edge_id` of its batches. */
  id: string;
  path: string;
}

/** A fresh folder for the process in `slot` (0, 1, …). */
export function createFolder(root: string, slot: number): OwnedFolder {
  const id = `edge-${slot}.${randomBytes(5).toString('hex')}`;
  const path = join(root, `${id}@${write(self)}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return { id, path };
}

/** Takes every folder whose owner is gone. */
export function adoptOrphans(root: string): OwnedFolder[] {
  const adopted: OwnedFolder[] = [];
  for (const name of readdirSync(root)) {
    const match = /^(edge-\d+\.[0-9a-f]+)@(.+)$/.exec(name);
    const owner = match ? parse(match[2]!) : undefined;
    if (!match || !owner) continue;
    const path = join(root, name);
    try {
      if (isAlive(owner, path)) continue;
      const mine = join(root, `${match[1]}@${write(self)}`);
      renameSync(path, mine);
      adopted.push({ id: match[1]!, path: mine });
    } catch (error) {
      // Another process was faster.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return adopted;
}

/** Says that the owner lives, to processes that cannot see its pid. */
export function renewLease(folder: OwnedFolder): void {
  const now = new Date();
  utimesSync(folder.path, now, now);
}
