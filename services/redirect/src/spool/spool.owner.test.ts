import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { adoptOrphans, createFolder, renewLease } from './spool.owner.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'owner-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** The folder's name with parts of its owner changed: host-boot-namespace-pid-start-token. */
function handOver(path: string, change: (owner: string[]) => string[]): string {
  const [id, owner] = path.split('@');
  const to = `${id}@${change(owner!.split('-')).join('-')}`;
  renameSync(path, to);
  return to;
}
const other = (o: string[]) => [...o.slice(0, 5), 'ffffffff'];

test('a folder of a living process is never taken, its own neither', async () => {
  const { path } = createFolder(root, 0);
  expect(adoptOrphans(root)).toEqual([]);
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(child, 'spawn');
  const stat = existsSync(`/proc/${child.pid}/stat`) ? readFileSync(`/proc/${child.pid}/stat`, 'latin1') : '';
  // '0' where the platform does not tell when a process started.
  const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
  handOver(path, ([host, boot, ns]) => [host!, boot!, ns!, String(child.pid), start, 'ffffffff']);
  expect(adoptOrphans(root)).toEqual([]);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(adoptOrphans(root)).toHaveLength(1);
});

test('one of a process that is gone is taken once, and keeps its id', () => {
  const { id, path } = createFolder(root, 3);
  handOver(path, ([host, boot, ns]) => [host!, boot!, ns!, '999999999', '1', 'ffffffff']);
  const adopted = adoptOrphans(root);
  expect(adopted.map((f) => f.id)).toEqual([id]);
  expect(readdirSync(root)).toEqual([adopted[0]!.path.slice(root.length + 1)]);
  expect(adoptOrphans(root)).toEqual([]);
});

test('another process that got the same pid is not taken for the owner', () => {
  const { path } = createFolder(root, 0);
  handOver(path, ([host, boot, ns, pid]) => [host!, boot!, ns!, pid!, '1', 'ffffffff']);
  expect(adoptOrphans(root)).toHaveLength(1);
});

test('one from before a reboot, or of the former container of this pod, is taken', () => {
  for (const change of [
    (o: string[]) => other([o[0]!, 'otherboot', ...o.slice(2)]),
    (o: string[]) => other([o[0]!, o[1]!, 'pid1', ...o.slice(3)]),
  ]) {
    handOver(createFolder(root, 0).path, change);
    expect(adoptOrphans(root)).toHaveLength(1);
  }
});

test('one of another container on the machine is taken only when it was left alone for a minute', () => {
  const folder = createFolder(root, 0);
  const path = handOver(folder.path, (o) => other(['otherhost', o[1]!, 'pid1', ...o.slice(3)]));
  renewLease({ id: folder.id, path });
  expect(adoptOrphans(root)).toEqual([]);
  const past = new Date(Date.now() - 120_000);
  utimesSync(path, past, past);
  expect(adoptOrphans(root)).toHaveLength(1);
});

test('what is no spool is left alone', () => {
  for (const name of ['quarantine', 'edge-0', 'edge-0.zz@x', 'edge-1.ab@a-b-c', '@', 'edge-x@1-2-3-4-5-6']) mkdirSync(join(root, name));
  expect(adoptOrphans(root)).toEqual([]);
});
