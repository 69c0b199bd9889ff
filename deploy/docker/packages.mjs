// What one part needs at run time, by the lock file: the workspaces and the packages, each at the place where Node finds it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/**
 * @typedef {{ path: string, name: string, version: string, integrity: string, license: string }} Package `path` as in the lock: node_modules/a/node_modules/b
 * @param {string} folder workspace folder of the part
 * @returns {{ workspaces: string[], packages: Package[] }} sorted by path. Throws when what is installed is not what the lock says.
 */
export function neededBy(folder) {
  const lock = read('package-lock.json').packages;
  if (!lock[folder] || lock[folder].link) throw new Error(`${folder} is no workspace`);
  const workspaces = new Set();
  const packages = new Map();
  const open = [folder];
  for (const at of open) {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = lock[at];
    const optional = (name) => name in optionalDependencies || peerDependenciesMeta[name]?.optional === true;
    if (at.includes('node_modules/')) packages.set(at, packageAt(at, lock[at]));
    else workspaces.add(at);
    // An optional peer is somebody else's to ask for.
    const peers = Object.keys(peerDependencies).filter((name) => !optional(name));
    for (const name of new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers])) {
      const found = placeOf(name, at, lock);
      // Made for another system: npm leaves it out.
      if (optional(name) && (!found || !existsSync(join(ROOT, found, 'package.json')))) continue;
      if (!found) throw new Error(`package-lock.json has no ${name} for ${at}. Run npm install.`);
      const next = lock[found].link ? lock[found].resolved : found;
      if (!open.includes(next)) open.push(next);
    }
  }
  const byPath = (a, b) => (a < b ? -1 : 1);
  return {
    workspaces: [...workspaces].sort(byPath),
    packages: [...packages.values()].sort((a, b) => byPath(a.path, b.path)),
  };
}

/** As Node looks: in node_modules of the folder, then of each folder above. */
function placeOf(name, from, lock) {
  for (let at = from; ; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (lock[path]) return path;
    if (at === '') return undefined;
  }
}

function packageAt(path, { version, integrity = '', license }) {
  const file = join(path, 'package.json');
  if (!existsSync(join(ROOT, file))) throw new Error(`${path} is not installed. Run npm ci.`);
  const installed = read(file);
  if (installed.version !== version) throw new Error(`${path} is ${installed.version}, the lock says ${version}. Run npm ci.`);
  // `licenses` is how packages said it before npm 2; a few say it only in a file that they carry.
  const old = (installed.licenses ?? []).map(({ type }) => type).join(' OR ');
  const text = readdirSync(join(ROOT, path)).find((entry) => /^licen[sc]e/i.test(entry));
  return { path, name: installed.name, version, integrity, license: license || old || (text ? `see ${text}` : '') };
}
