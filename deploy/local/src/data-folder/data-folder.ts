// The folder that holds everything of an installation, and the lock that keeps a second launcher out.
import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isAlive, startTime } from '@linqr/embedded/process';
import { StartError } from '../launcher/start-error.js';

export interface DataFolder {
  path: string;
  secrets: string;
  logs: string;
  run: string;
  postgres: string;
  clickhouse: string;
  mail: string;
  spool: string;
}

/** Where everything is, whether it exists or not. */
export function dataFolderAt(path: string): DataFolder {
  const at = resolve(path);
  return {
    path: at,
    secrets: join(at, 'secrets'),
    logs: join(at, 'logs'),
    run: join(at, 'run'),
    postgres: join(at, 'postgres'),
    clickhouse: join(at, 'clickhouse'),
    mail: join(at, 'mail'),
    spool: join(at, 'spool'),
  };
}

/** Made where missing, and proven to be writable. */
export function openDataFolder(path: string): DataFolder {
  const folder = dataFolderAt(path);
  const at = folder.path;
  try {
    makeFolder(at);
    // PostgreSQL's account has to pass through under root; what is secret is closed one level down.
    if (process.getuid?.() === 0) chmodSync(at, 0o755);
    accessSync(at, constants.R_OK | constants.W_OK | constants.X_OK);
    for (const inner of [folder.secrets, folder.logs, folder.run, folder.mail, folder.spool])
      mkdirSync(inner, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder.run, 'writable'), '');
  } catch (error) {
    throw new StartError(`The data folder ${at} cannot be written (${reason(error)}). Choose another one with LINQR_DATA_DIR.`);
  }
  return folder;
}

/** Step by step: Node's own recursive way never comes back where the system refuses new folders with ENOENT (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  mkdirSync(path);
}

function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  const known: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'read-only file system',
    ENOSPC: 'no space left',
    ENOENT: 'no folder can be made there',
    ENOTDIR: 'a part of the path is a file',
    EEXIST: 'it is a file',
  };
  return known[code ?? ''] ?? (error as Error).message;
}

/** Answers with the call that gives the lock back. A lock of a process that is gone does not count. */
export function lockDataFolder(folder: DataFolder): () => void {
  const file = join(folder.run, 'launcher.lock');
  const mine = `${process.pid} ${startTime(process.pid)}`;
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      const handle = openSync(file, 'wx', 0o600);
      writeFileSync(handle, mine);
      closeSync(handle);
      return () => {
        if (readText(file) === mine) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readText(file);
    const [pid, started] = holder.split(' ');
    if (isAlive(Number(pid)) && startTime(Number(pid)) === (started ?? ''))
      throw new StartError(
        `Linqr already runs on the data in ${folder.path} (process ${pid}). Stop it, or choose another folder with LINQR_DATA_DIR.`,
      );
    // Only the lock that was looked at: another start may have replaced it meanwhile.
    if (readText(file) === holder) rmSync(file, { force: true });
  }
  throw new StartError(`The lock ${file} cannot be taken: other starts on the same data keep taking it.`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
