// The cluster's folder: where it can be, how it is made, who holds it.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { commandLineHas, isAlive } from '../process/index.js';
import { type Account, canReach } from './account.js';

/**
 * The wanted folder, or one under `sharedFolder` when the account PostgreSQL runs under cannot reach the wanted one. Which
 * one is remembered in the wanted folder, so that a removed and newly made data folder never meets an old cluster.
 */
export function placeForData(wanted: string, account: Account | undefined, sharedFolder: string): string {
  const folder = resolve(wanted);
  if (!account || canReach(dirname(folder), account)) return folder;
  const pointer = join(folder, 'moved-to');
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
  const elsewhere = join(sharedFolder, 'data', randomUUID());
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(pointer, `${elsewhere}\n`);
  return elsewhere;
}

export interface NewCluster {
  initdb: string;
  folder: string;
  account: Account | undefined;
  user: string;
  password: string;
}

/** Makes the cluster unless it is there. It is made under another name and renamed: a killed initdb leaves no half cluster. */
export async function ensureCluster({ initdb, folder, account, user, password }: NewCluster): Promise<boolean> {
  if (existsSync(join(folder, 'PG_VERSION'))) return false;
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
  const part = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { mode: 0o700 });
  try {
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (account) for (const path of [part, passwordFile]) chownSync(path, account.uid, account.gid);
    // The builtin locale: without it a machine with no LANG gets SQL_ASCII, and sort order would differ between machines.
    const args = ['-D', part, '-U', user, '--pwfile', passwordFile, '--auth=scram-sha-256', '--encoding=UTF8'];
    args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-sync', '--no-instructions');
    await promisify(execFile)(initdb, args, { ...account, cwd: '/', env: databaseEnvironment(), timeout: 120_000 });
    rmSync(folder, { recursive: true, force: true });
    renameSync(part, folder);
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? '').trim();
    throw new Error(`PostgreSQL's data folder ${folder} could not be made: ${said || (error as Error).message}`);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(part, { recursive: true, force: true });
  }
  chmodSync(folder, 0o700);
  return true;
}

export interface Holder {
  pid: number;
  port: number;
  ready: boolean;
}

/** Who holds the folder according to postmaster.pid; undefined when the file is missing, or names a dead process or a foreign one. */
export function holderOf(folder: string): Holder | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!isAlive(pid) || !commandLineHas(pid, folder)) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/** PostgreSQL refuses to start over a file that names a zombie or a reused process id, although nobody holds the folder. */
export function removeStaleHolder(folder: string): void {
  rmSync(join(folder, 'postmaster.pid'), { force: true });
}

/** The last lines of the server's own log: the reason of a failed start is only there. */
export function logTail(folder: string, lines = 8): string {
  try {
    return readFileSync(join(folder, 'log', 'pg.log'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(-lines)
      .join('\n');
  } catch {
    return '';
  }
}

/** Nothing of ours leaks into the database's processes. */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], TZ: 'UTC' };
}
