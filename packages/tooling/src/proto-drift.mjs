// The generated TypeScript is what the proto files generate today.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT, run } from './run.mjs';

/** @returns {Promise<string[]>} problems, empty when all is well */
export async function protoDrift() {
  const scratch = mkdtempSync(join(tmpdir(), 'linqr-proto-'));
  try {
    cpSync(join(ROOT, 'proto'), join(scratch, 'proto'), { recursive: true, filter: (path) => !/(node_modules|dist|src\/gen)$/.test(path) });
    symlinkSync(join(ROOT, 'node_modules'), join(scratch, 'node_modules'));
    const { code, output } = await run('buf', ['generate'], { cwd: join(scratch, 'proto') });
    if (code !== 0) return [output.trim()];
    const fresh = filesBelow(join(scratch, 'proto/src/gen'));
    const committed = filesBelow(join(ROOT, 'proto/src/gen'));
    const names = [...new Set([...fresh.keys(), ...committed.keys()])];
    return names
      .filter((name) => fresh.get(name) !== committed.get(name))
      .map((name) => `proto/src/gen/${name} is not what the proto files generate`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function filesBelow(folder) {
  const files = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path), readFileSync(path, 'utf8'));
  }
  return files;
}
