// What a running installation tells others: tools of the same machine, and the start after a crash.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, isAlive, startTime } from '@linqr/embedded/process';
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

/** Ends what a killed launcher left running; answers with the names. Only processes that are still the same ones. */
export async function endLeftovers(folder: DataFolder, graceMs: number): Promise<string[]> {
  let entries: ProcessEntry[] = [];
  try {
    entries = JSON.parse(readFileSync(processesPath(folder), 'utf8')) as ProcessEntry[];
  } catch {
    return [];
  }
  const left = entries.filter(({ pid, started }) => isAlive(pid) && startTime(pid) === started && started !== '');
  await Promise.all(
    left.map(async ({ pid }) => {
      // They saw their launcher go and are ending already; they get the time to finish what they hold.
      if (!(await endProcess(pid, 'SIGCONT', graceMs))) await endProcess(pid, 'SIGKILL', 5_000);
    }),
  );
  rmSync(processesPath(folder), { force: true });
  return left.map(({ name }) => name);
}
