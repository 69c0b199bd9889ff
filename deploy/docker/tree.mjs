// The file tree of one Node part's image: its compiled code, the workspaces it uses, their production packages, nothing
// else. The same program makes it in the Dockerfile and in the test that runs the tree without a container engine.
//   node deploy/docker/tree.mjs <workspace folder> <target folder>      needs npm ci done in the checkout
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const manifest = (folder) => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));

/** Workspace folder by package name. */
function workspaces() {
  const expand = (pattern) =>
    pattern.endsWith('/*') ? readdirSync(join(ROOT, pattern.slice(0, -2))).map((name) => `${pattern.slice(0, -2)}/${name}`) : [pattern];
  return new Map(
    manifest('.')
      .workspaces.flatMap(expand)
      .filter((folder) => existsSync(join(ROOT, folder, 'package.json')))
      .map((folder) => [manifest(folder).name, folder]),
  );
}

/** The part and every workspace it needs at run time. */
export function closure(folder) {
  const all = workspaces();
  const found = new Set();
  const visit = (next) => {
    if (found.has(next)) return;
    found.add(next);
    for (const name of Object.keys(manifest(next).dependencies ?? {})) if (all.has(name)) visit(all.get(name));
  };
  visit(folder);
  return [...found].sort((a, b) => a.localeCompare(b));
}

/** What a workspace carries at run time: compiled code, and the folders that its package names or that it reads. */
const CARRIED = ['dist', 'migrations', 'data', 'assets'];
/** Never read at run time; a third of the bytes. */
const DEAD_FILES = /\.(d\.[cm]?ts|[cm]?ts|map|md|markdown|tsbuildinfo|flow)$|(^|\/)(CHANGELOG|HISTORY|AUTHORS|CONTRIBUTING)[^/]*$/i;
const DEAD_FOLDERS = new Set([
  'test',
  'tests',
  '__tests__',
  'example',
  'examples',
  'docs',
  'doc',
  'man',
  '.github',
  'benchmark',
  'benchmarks',
]);

export function makeTree(folder, target) {
  const npm = (args, cwd) =>
    execFileSync('npm', args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_ENV: '' } });
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-b', folder], { cwd: ROOT, stdio: 'inherit' });
  const parts = closure(folder);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  // A root that knows these workspaces only: npm then takes from the lock what they need, in the locked versions.
  const { workspaces: _, ...root } = manifest('.');
  writeFileSync(join(target, 'package.json'), JSON.stringify({ ...root, workspaces: parts }));
  for (const each of parts) {
    mkdirSync(join(target, each), { recursive: true });
    cpSync(join(ROOT, each, 'package.json'), join(target, each, 'package.json'));
  }
  cpSync(join(ROOT, 'package-lock.json'), join(target, 'package-lock.json'));
  npm(['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], target);
  for (const each of parts)
    for (const carried of CARRIED)
      if (existsSync(join(ROOT, each, carried)))
        cpSync(join(ROOT, each, carried), join(target, each, carried), {
          recursive: true,
          filter: (path) => !DEAD_FILES.test(path) || path.endsWith('.sql'),
        });
  for (const dead of ['package-lock.json', 'node_modules/.package-lock.json', 'node_modules/.bin', 'node_modules/.cache'])
    rmSync(join(target, dead), { recursive: true, force: true });
  // What is left names only what is here.
  writeFileSync(join(target, 'package.json'), `${JSON.stringify({ private: true, type: 'module', workspaces: parts }, null, 2)}\n`);
  prune(join(target, 'node_modules'));
  return parts;
}

function prune(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) {
      if (!existsSync(path)) rmSync(path);
    } else if (entry.isDirectory()) {
      // A package may be called `test` or have its code in `doc`: only folders beside a package.json are sure.
      if (DEAD_FOLDERS.has(entry.name) && existsSync(join(folder, 'package.json')) && !isCode(path)) rmSync(path, { recursive: true });
      else {
        prune(path);
        if (readdirSync(path).length === 0) rmSync(path, { recursive: true });
      }
    } else if (DEAD_FILES.test(entry.name) && !/^licen[sc]e/i.test(entry.name)) rmSync(path);
  }
}

/** A folder of this name that the package's own code loads (yaml has dist/doc, some have lib/test). */
const isCode = (path) => /\/(dist|lib|src|build|esm|cjs)\//.test(relative(ROOT, path).split('node_modules').at(-1));

/** Bytes of every file below. */
export function sizeOf(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += sizeOf(path);
    else if (entry.isFile()) bytes += statSync(path).size;
  }
  return bytes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, target] = process.argv.slice(2);
  if (!folder || !target) {
    process.stderr.write('node deploy/docker/tree.mjs <workspace folder> <target folder>\n');
    process.exit(2);
  }
  const parts = makeTree(folder.replace(/\/$/, ''), target);
  process.stdout.write(`${folder}: ${parts.length} workspaces, ${(sizeOf(target) / 1e6).toFixed(1)} MB\n`);
}
