// `npm start`: builds what is out of date, then starts everything. Plain JavaScript: it runs before anything is built.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Linqr needs Node.js 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
if (!existsSync(join(root, 'node_modules/typescript/package.json'))) {
  process.stderr.write('The packages are not installed. Run "npm ci" first.\n');
  process.exit(1);
}
const { build } = await import('./build.mjs');
await build(root);
await import(pathToFileURL(join(root, 'deploy/local/dist/main.js')).href);
