// What a running installation tells others: tools of the same machine, and the start after a crash.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLineHas, endProcess, isAlive, startTime } from '@linqr/embedded/process';
import type { DataFolder } from '../data-folder/data-folder.js';

/** `run/installation.json`, there while everything is up. */
export interface InstallationFile {
  pid: number;
  startedAt: string;
  appUrl: string;
  shortUrl: string;
  /** Page of the mailbox and its JSON. */
  mailboxUrl: string;
  mailboxJsonUrl: string;
  dataFolder: string;
  /** Elsewhere than in the data folder where PostgreSQL's account cannot reach that. */
  databaseFolder: string;
  /** gRPC ports by service, `name:management` beside them. */
  ports: Record<string, number>;
  postgresPort: number;
  clickhousePort: number;
  /** Parts that could not be started. */
  missing: string[];
}

/** Small files, whole or not at all. */
function writeJson(path: string, content: unknown): void {
  writeFileSync(`${path}.part`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.part`, path);
}

const installationPath = (folder: Pick<DataFolder, 'run'>) => join(folder.run, 'installation.json');
const processesPath = (folder: Pick<DataFolder, 'run'>) => join(folder.run, 'processes.json');

export function writeInstallation(folder: DataFolder, content: InstallationFile): void {
  writeJson(installationPath(folder), content);
}

export function removeInstallation(folder: DataFolder): void {
  rmSync(installationPath(folder), { force: true });
}

/** Undefined when nothing runs on the data, also after a crash left the file behind. */
export function readInstallation(folder: Pick<DataFolder, 'run'>): InstallationFile | undefined {
  try {
    const content = JSON.parse(readFileSync(installationPath(folder), 'utf8')) as InstallationFile;
    return isAlive(content.pid) ? content : undefined;
  } catch {
    return undefined;
  }
}

interface ProcessEntry {
  name: string;
  pid: number;
  started: string;
}

export function writeProcesses(folder: DataFolder, processes: { name: string; pid: number }[]): void {
  writeJson(
    processesPath(folder),
    processes.map(({ name, pid }): ProcessEntry => ({ name, pid, started: startTime(pid) })),
  );
}

/** What a killed launcher left running and that is still the same process. */
function leftovers(folder: DataFolder): ProcessEntry[] {
  let entries: ProcessEntry[] = [];
  try {
    entries = JSON.parse(readFileSync(processesPath(folder), 'utf8')) as ProcessEntry[];
  } catch {
    return [];
  }
  return entries.filter(({ pid, started }) => isAlive(pid) && startTime(pid) === started && started !== '');
}

/** Names of what still writes into the folder although its launcher is gone, the database included. */
export function stillWriting(folder: DataFolder): string[] {
  const names = leftovers(folder).map(({ name }) => name);
  try {
    const pid = Number(readFileSync(join(folder.postgres, 'postmaster.pid'), 'utf8').split('\n')[0]);
    if (isAlive(pid) && commandLineHas(pid, folder.postgres)) names.push('postgres');
  } catch {
    // No database runs.
  }
  return names;
}

/** Ends what a killed launcher left running; answers with the names. */
export async function endLeftovers(folder: DataFolder, graceMs: number): Promise<string[]> {
  const left = leftovers(folder);
  await Promise.all(
    left.map(async ({ pid }) => {
      // They saw their launcher go and are ending already; they get the time to finish what they hold.
      if (!(await endProcess(pid, 'SIGCONT', graceMs))) await endProcess(pid, 'SIGKILL', 5_000);
    }),
  );
  rmSync(processesPath(folder), { force: true });
  return left.map(({ name }) => name);
}
