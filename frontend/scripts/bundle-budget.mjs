// Measures what a browser must load before a route is usable, from the built manifest, gzip level 9, and fails over budget.
// Usage: node frontend/scripts/bundle-budget.mjs [dist folder]. Budgets are in kB (1,000 bytes) of JavaScript.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const routes = [
  { name: '/', budget: 200, modules: ['index.html'] },
  { name: '/login', budget: 210, modules: ['index.html', 'src/features/auth/login-page.tsx'] },
  { name: '/register', budget: 210, modules: ['index.html', 'src/features/auth/register-page.tsx'] },
  { name: '/dashboard', budget: 260, modules: ['index.html', 'src/app/shell/app-frame.tsx', 'src/features/links/dashboard-page.tsx'] },
];

const dist = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'dist'));
const manifestPath = join(dist, '.vite', 'manifest.json');
if (!existsSync(manifestPath)) {
  console.error('bundle-budget: no build found. Run `npm run build -w @linqr/frontend` first.');
  process.exit(2);
}
const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));

/** Every script a module needs at once: itself and its static imports, to any depth. */
function filesOf(key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports ?? []) filesOf(next, found);
  return found;
}

const sizes = new Map();
function gzipBytes(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  return sizes.get(file);
}

let failed = false;
for (const { name, budget, modules } of routes) {
  const missing = modules.filter((key) => !manifest[key]);
  if (missing.length > 0) {
    console.error(`bundle-budget: ${name} names modules that are not in the build: ${missing.join(', ')}`);
    failed = true;
    continue;
  }
  const files = new Set(modules.flatMap((key) => [...filesOf(key)]));
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  const kilobytes = scripts.reduce((sum, file) => sum + gzipBytes(file), 0) / 1000;
  const over = kilobytes > budget;
  failed ||= over;
  console.log(
    `${over ? 'OVER' : 'ok  '}  ${name.padEnd(12)} ${kilobytes.toFixed(1).padStart(6)} kB of ${budget} kB, ${scripts.length} files`,
  );
}
process.exit(failed ? 1 : 0);
