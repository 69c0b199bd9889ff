// An installation that is stopped, as one archive; and back into an empty folder, byte for byte or not at all.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create, extract } from 'tar';
import { dataFolderAt, lockDataFolder } from '../data-folder/data-folder.js';
import { stillWriting } from '../launcher/run-files.js';
import { ToolError } from '../tools/running.js';

const LIST = 'backup.json';
const FORMAT = 1;
/** What belongs to a running product, or only tells what was. */
const LEFT_OUT = ['run', 'logs', LIST, 'postgres/postmaster.pid'];

interface BackupList {
  format: number;
  madeAt: string;
  /** Path → size in bytes and SHA-256. */
  files: Record<string, { size: number; sha256: string }>;
}

export interface ArchiveReport {
  files: number;
  bytes: number;
}

/** Throws ToolError when anything of the product still runs, the folder is none, or the archive exists. */
export async function backUp(dataPath: string, archive: string): Promise<ArchiveReport> {
  const folder = dataFolderAt(dataPath);
  if (!existsSync(folder.secrets) || !existsSync(folder.postgres)) throw new ToolError(`There is no installation in ${folder.path}.`);
  if (existsSync(archive)) throw new ToolError(`${archive} exists already. Choose another name.`);
  const moved = join(folder.postgres, 'moved-to');
  if (existsSync(moved))
    throw new ToolError(
      `The database of this installation lies in ${readFileSync(moved, 'utf8').trim()}, because its own account may not enter ${folder.path}. Stop Linqr and copy both folders, or move the data to a folder that others may pass through.`,
    );
  mkdirSync(folder.run, { recursive: true, mode: 0o700 });
  const unlock = lockDataFolder(folder);
  const list = join(folder.path, LIST);
  try {
    const writing = stillWriting(folder);
    if (writing.length > 0)
      throw new ToolError(
        `Parts of Linqr on the data in ${folder.path} are still ending: ${writing.join(', ')}. Try again in some seconds.`,
      );
    const files = await describe(folder.path);
    const content: BackupList = { format: FORMAT, madeAt: new Date().toISOString(), files };
    writeFileSync(list, JSON.stringify(content), { mode: 0o600 });
    const part = `${resolve(archive)}.part`;
    // It holds the keys of the installation.
    await create({ file: part, gzip: { level: 1 }, cwd: folder.path, portable: false, mode: 0o600, filter: (path) => isKept(path) }, ['.']);
    renameSync(part, resolve(archive));
    return report(content);
  } finally {
    rmSync(list, { force: true });
    unlock();
  }
}

/** Throws ToolError when the folder is not empty or the archive is not what it was made as; then nothing is left behind. */
export async function restore(archive: string, dataPath: string): Promise<ArchiveReport> {
  const target = resolve(dataPath);
  if (!existsSync(archive)) throw new ToolError(`There is no file ${archive}.`);
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new ToolError(`${target} is not empty. Restore into a new folder with LINQR_DATA_DIR.`);
  const existed = existsSync(target);
  mkdirSync(target, { recursive: true });
  try {
    await extract({ file: archive, cwd: target, strict: true, preserveOwner: process.getuid?.() === 0 });
    const list = join(target, LIST);
    if (!existsSync(list)) throw new ToolError(`${archive} is no backup of Linqr.`);
    const said = JSON.parse(readFileSync(list, 'utf8')) as BackupList;
    if (said.format !== FORMAT) throw new ToolError(`${archive} was made by another version (format ${said.format}).`);
    rmSync(list);
    const found = await describe(target);
    for (const path of new Set([...Object.keys(said.files), ...Object.keys(found)]))
      if (said.files[path]?.sha256 !== found[path]?.sha256)
        throw new ToolError(`${archive} is damaged: ${path} is not what was backed up.`);
    return report(said);
  } catch (error) {
    for (const name of readdirSync(target)) rmSync(join(target, name), { recursive: true, force: true });
    if (!existed) rmSync(target, { recursive: true, force: true });
    if (error instanceof ToolError) throw error;
    throw new ToolError(`${archive} cannot be read: ${(error as Error).message}`);
  }
}

const report = ({ files }: BackupList): ArchiveReport => ({
  files: Object.keys(files).length,
  bytes: Object.values(files).reduce((sum, { size }) => sum + size, 0),
});

/** Paths as tar gives them: ./postgres/… */
const isKept = (path: string): boolean => {
  const plain = path.replace(/^\.\//, '');
  return plain === LIST || !LEFT_OUT.some((out) => plain === out || plain.startsWith(`${out}/`));
};

async function describe(root: string): Promise<BackupList['files']> {
  const files: BackupList['files'] = {};
  const walk = async (folder: string): Promise<void> => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const name = relative(root, path);
      if (name === LIST || !isKept(name)) continue;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) {
        const hash = createHash('sha256');
        await pipeline(createReadStream(path), hash);
        files[name] = { size: lstatSync(path).size, sha256: hash.digest('hex') };
      }
    }
  };
  await walk(root);
  return files;
}
