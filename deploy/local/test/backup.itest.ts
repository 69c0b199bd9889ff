import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endProcess, startTime } from '@linqr/embedded/process';
import { backUp, restore } from '../src/backup/archive.js';
import { dataFolderAt, lockDataFolder } from '../src/data-folder/data-folder.js';

describe('backup and restore', () => {
  let folder: string;
  let data: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'linqr-backup-'));
    data = join(folder, 'data');
    for (const [path, content] of Object.entries({
      'secrets/csrf-secret': 'secret\n',
      'postgres/PG_VERSION': '18\n',
      'postgres/base/1/2': 'x'.repeat(200_000),
      'spool/0/000001.seg': '',
      'logs/link.log': 'left out',
      'run/installation.json': '{}',
    })) {
      const file = join(data, path);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, content, { mode: 0o600 });
    }
    chmodSync(join(data, 'postgres'), 0o700);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  it('brings everything back, but for logs and what belongs to a running product', async () => {
    const archive = join(folder, 'a.tar.gz');
    expect(await backUp(data, archive)).toEqual({ files: 4, bytes: 200_010 });
    expect(existsSync(join(data, 'backup.json'))).toBe(false);
    const target = join(folder, 'restored');
    expect(await restore(archive, target)).toEqual({ files: 4, bytes: 200_010 });
    expect(readdirSync(target).sort()).toEqual(['postgres', 'secrets', 'spool']);
    expect(statSync(join(target, 'postgres')).mode & 0o777).toBe(0o700);
  });

  it('is refused while the product runs, and over an existing archive', async () => {
    const unlock = lockDataFolder(dataFolderAt(data));
    await expect(backUp(data, join(folder, 'b.tar.gz'))).rejects.toThrow(/already runs/);
    unlock();
    // A launcher that was killed: its parts end by themselves, and until then they write.
    const part = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' });
    const { run } = dataFolderAt(data);
    const entry = { name: 'analytics', pid: part.pid!, started: startTime(part.pid!) };
    writeFileSync(join(run, 'processes.json'), JSON.stringify([entry]));
    await expect(backUp(data, join(folder, 'b.tar.gz'))).rejects.toThrow(/are still ending: analytics/);
    await endProcess(part.pid!, 'SIGKILL', 10_000);
    expect(await backUp(data, join(folder, 'b.tar.gz'))).toMatchObject({ files: 4 });
    writeFileSync(join(folder, 'c.tar.gz'), '');
    await expect(backUp(data, join(folder, 'c.tar.gz'))).rejects.toThrow(/exists already/);
    await expect(backUp(join(folder, 'nothing'), join(folder, 'd.tar.gz'))).rejects.toThrow(/no installation/);
  });

  it('restores into an empty folder only, and leaves nothing of an archive that is damaged or cut', async () => {
    const archive = join(folder, 'e.tar.gz');
    await backUp(data, archive);
    await expect(restore(archive, data)).rejects.toThrow(/not empty/);
    const bytes = readFileSync(archive);
    writeFileSync(join(folder, 'cut.tar.gz'), bytes.subarray(0, bytes.length - 200));
    const target = join(folder, 'cut');
    await expect(restore(join(folder, 'cut.tar.gz'), target)).rejects.toThrow();
    expect(existsSync(target)).toBe(false);
    writeFileSync(join(folder, 'other.tar.gz'), 'not an archive');
    await expect(restore(join(folder, 'other.tar.gz'), target)).rejects.toThrow();
    expect(existsSync(target)).toBe(false);
  });
});
