// Builds what is out of date, one line each.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const LAUNCHER = 'deploy/local/dist/main.js';

/** Ends the process with code 1 when there is nothing that could be started; what was built before stands in for what fails. */
export async function build(root) {
  const unlock = await lock(root);
  if (!unlock) {
    if (!existsSync(join(root, LAUNCHER))) fail('Nothing is built yet, and this checkout cannot be written by this user.', '');
    return;
  }
  const [services, site] = await Promise.all([buildServices(root), buildSite(root)]).finally(unlock);
  if (site.failed && !existsSync(join(root, 'frontend/dist/index.html'))) fail('The web app could not be built.', site.output);
  if (site.failed) say(`The web app could not be built; the one built before is shown.\n${firstLines(site.output, 4)}`);
  if (!services.failed) return;
  // Types that do not fit stop a release in CI; here every program that was written can still run.
  if (!existsSync(join(root, LAUNCHER))) fail('The services could not be built.', services.output);
  say(`The compiler reports errors; starting what there is.\n${firstLines(services.output, 12)}`);
}

const say = (line) => process.stdout.write(`${line}\n`);
const firstLines = (text, count) => text.trim().split('\n').slice(0, count).join('\n');
function fail(sentence, output) {
  process.stderr.write(`${sentence}\n${firstLines(output, 40)}\n`);
  process.exit(1);
}

/** Two builds of one checkout would write the same files. Answers with the call that gives the lock back; undefined where nothing may be written. */
async function lock(root) {
  const file = join(root, 'node_modules/.cache/linqr-build.lock');
  try {
    mkdirSync(dirname(file), { recursive: true });
    accessSync(dirname(file), constants.W_OK);
    accessSync(dirname(join(root, LAUNCHER)), constants.W_OK);
  } catch (error) {
    // Installed by somebody else: what they built is what there is.
    if (error.code === 'EACCES' || error.code === 'EROFS') return undefined;
    if (error.code !== 'ENOENT') throw error;
  }
  for (let waited = 0; ; waited++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (waited === 10) say('Waiting for another build of this checkout …');
    if (!isAlive(Number(readText(file)))) rmSync(file, { force: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** `tsc -b` knows by itself what is out of date; only its first run takes long. */
async function buildServices(root) {
  if (!existsSync(join(root, LAUNCHER))) say('Building the services (first time: about half a minute) …');
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  return run([compiler, '-b'], root);
}

async function buildSite(root) {
  const folder = join(root, 'frontend');
  const config = join(folder, 'vite.config.ts');
  if (!existsSync(config)) return { failed: false, output: '' };
  const stamp = join(folder, 'node_modules/.cache/linqr-site-inputs');
  const inputs = hashOf(root, [
    'frontend/src',
    'frontend/public',
    'frontend/scripts',
    'frontend/build',
    'frontend/index.html',
    'frontend/vite.config.ts',
    'frontend/package.json',
    'packages/qr-render/src',
    'package-lock.json',
  ]);
  if (existsSync(join(folder, 'dist/index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs)
    return { failed: false, output: '' };
  say('Building the web app …');
  const vite = join(dirname(require.resolve('vite/package.json', { paths: [folder] })), 'bin/vite.js');
  const result = await run([vite, 'build'], folder);
  if (!result.failed) {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, inputs);
  }
  return result;
}

function run(args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (data) => {
      output = (output + data).slice(-200_000);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', (error) => resolve({ failed: true, output: error.message }));
    child.once('close', (code) => resolve({ failed: code !== 0, output }));
  });
}

/** Names and contents of all files below the paths. */
function hashOf(root, paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) add(`${path}/${name}`);
    else hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}
