// The file tree of one Node part's image: its compiled code, the workspaces it uses, their production packages, nothing
// else. The same program makes it in the Dockerfile and in the test that runs the tree without a container engine.
//   node deploy/docker/tree.mjs <workspace folder> <target folder>      needs npm ci done in the checkout
//   node deploy/docker/tree.mjs --all <target folder>                   every part, each in a folder of its name, out of hard
//                                                                       links: for looking and running, not for changing
// The same checkout gives the same tree byte for byte; the digest that is printed says so.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { neededBy, ROOT } from './packages.mjs';
import { billOf } from './sbom.mjs';

/** What a workspace carries at run time: compiled code, and the folders that its package names or that it reads. */
const CARRIED = ['dist', 'migrations', 'data', 'assets'];
/** Never read at run time; a third of the bytes. */
const DEAD_FILES = /\.(d\.[cm]?ts|[cm]?ts|map|md|markdown|tsbuildinfo|flow)$|^(CHANGELOG|HISTORY|AUTHORS|CONTRIBUTING)[^/]*$/i;
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

/** Makes the tree of a part whose code is compiled; with `place` linkFile out of hard links. */
function makeTree(folder, target, place = copyFile) {
  const needed = neededBy(folder);
  const { workspaces, packages } = needed;
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  write(join(target, 'package.json'), `${JSON.stringify({ private: true, type: 'module', workspaces }, null, 2)}\n`);
  write(join(target, 'sbom.cdx.json'), `${JSON.stringify(billOf(folder, needed), null, 2)}\n`);
  for (const each of workspaces) {
    mkdirSync(join(target, each), { recursive: true });
    place(join(ROOT, each, 'package.json'), join(target, each, 'package.json'));
    for (const carried of CARRIED) copyCode(join(ROOT, each, carried), join(target, each, carried), place);
    const link = join(target, 'node_modules', JSON.parse(readFileSync(join(ROOT, each, 'package.json'), 'utf8')).name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(target, each)), link);
  }
  for (const { path } of packages) copyPackage(join(ROOT, path), join(target, path), '', place);
  return needed;
}

function write(path, content) {
  writeFileSync(path, content);
  chmodSync(path, 0o644);
}

/** Only whether it can be run is kept of a mode: the rest is the umask of whoever installed. */
function copyFile(from, to) {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  chmodSync(to, lstatSync(from).mode & 0o100 ? 0o755 : 0o644);
}

/** Between two file systems there are no hard links. */
function linkFile(from, to) {
  try {
    linkSync(from, to);
  } catch (error) {
    if (error.code !== 'EXDEV' && error.code !== 'EPERM') throw error;
    copyFile(from, to);
  }
}

function copyCode(from, to, place) {
  if (existsSync(from)) copyFolder(from, to, readdirSync(from, { withFileTypes: true }), (name) => !DEAD_FILES.test(name), copyCode, place);
}

/** `inside` is the path within the package. What its own node_modules hold comes by the lock. */
function copyPackage(from, to, inside, place) {
  const entries = readdirSync(from, { withFileTypes: true });
  // A package may be called `test` or have its code in `doc`: only folders beside a package.json are sure.
  const mayPrune = entries.some(({ name }) => name === 'package.json') && !isCode(inside);
  const kept = entries.filter(
    (entry) => !entry.isDirectory() || !((entry.name === 'node_modules' && inside === '') || (mayPrune && DEAD_FOLDERS.has(entry.name))),
  );
  const below = (path, target) => copyPackage(path, target, `${inside}/${path.slice(from.length + 1)}`, place);
  copyFolder(from, to, kept, (name) => !DEAD_FILES.test(name) || /^licen[sc]e/i.test(name), below, place);
}

/** A folder is made with its first file: an empty one says nothing. */
function copyFolder(from, to, entries, isKept, below, place) {
  const files = entries.filter((entry) => entry.isFile() && isKept(entry.name));
  if (files.length > 0) mkdirSync(to, { recursive: true });
  for (const { name } of files) place(join(from, name), join(to, name));
  for (const entry of entries) if (entry.isDirectory()) below(join(from, entry.name), join(to, entry.name), place);
}

/** A folder that the package's own code loads (yaml has dist/doc, some have lib/test). */
const isCode = (inside) => /\/(dist|lib|src|build|esm|cjs)(\/|$)/.test(inside);

/** Bytes of every file below, and a hash over every path, link and content, and whether it can be run. */
function describeTree(folder) {
  const hash = createHash('sha256');
  let bytes = 0;
  const walk = (at) => {
    for (const name of readdirSync(at).sort((a, b) => (a < b ? -1 : 1))) {
      const path = join(at, name);
      const stat = lstatSync(path);
      const kind = stat.isDirectory()
        ? 'folder'
        : stat.isSymbolicLink()
          ? `link ${readlinkSync(path)}`
          : stat.mode & 0o100
            ? 'program'
            : 'file';
      hash.update(`${relative(folder, path)}\0${kind}\0`);
      if (stat.isDirectory()) walk(path);
      else if (stat.isFile()) {
        bytes += stat.size;
        hash.update(`${stat.size}\0`).update(readFileSync(path));
      }
    }
  };
  walk(folder);
  return { bytes, digest: `sha256:${hash.digest('hex')}` };
}

/** Every part that runs on Node. */
const parts = () => ['gateway', ...readdirSync(join(ROOT, 'services')).map((name) => `services/${name}`), 'deploy/probe'];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, target] = process.argv.slice(2);
  if (!folder || !target) {
    process.stderr.write('node deploy/docker/tree.mjs <workspace folder>|--all <target folder>\n');
    process.exit(2);
  }
  const wanted = folder === '--all' ? parts() : [folder.replace(/\/$/, '')];
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-b', ...wanted], { cwd: ROOT, stdio: 'inherit' });
  for (const part of wanted) {
    const place = folder === '--all' ? join(target, part.replaceAll('/', '-')) : resolve(target);
    const { workspaces, packages } = makeTree(part, place, folder === '--all' ? linkFile : copyFile);
    const { bytes, digest } = describeTree(place);
    process.stdout.write(
      `${part}: ${workspaces.length} workspaces, ${packages.length} packages, ${(bytes / 1e6).toFixed(1)} MB, ${digest}\n`,
    );
  }
}
