// Which way dependencies may point. Zones are folders; a rule says what files of one zone never import.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { ROOT } from './run.mjs';

const DEPLOYABLE_PACKAGES = /^@linqr\/(auth|link|qr|billing|webhook|analytics|redirect|gateway|frontend|local|e2e)(\/|$)/;
const isTest = (file) => /\.(test|itest|e2e)\.tsx?$|\/(test|bench)\//.test(file);

/**
 * `from` matches the importing file, `never` gets the import's resolved path (relative imports) or its name (packages)
 * and the importing file; true: forbidden. Tests may start other services, so rules on production code skip them.
 */
export const RULES = [
  {
    because: 'packages never import a deployable',
    from: (f) => f.startsWith('packages/') && !isTest(f),
    never: (to) => DEPLOYABLE_PACKAGES.test(to) || /^(services|gateway|frontend|deploy|e2e)\//.test(to),
  },
  {
    because: 'deployables never import each other; they meet in proto/',
    from: (f) => /^(services\/|gateway\/)/.test(f) && !isTest(f),
    never: (to, f) => DEPLOYABLE_PACKAGES.test(to) || (/^(services|gateway|frontend|deploy|e2e)\//.test(to) && unit(to) !== unit(f)),
  },
  {
    because: 'only tests use the testing package',
    from: (f) => /^(services|gateway|deploy|packages\/(platform|embedded|qr-render))\//.test(f) && !isTest(f),
    never: (to) => to.startsWith('@linqr/testing'),
  },
  {
    because: 'the edge has the fewest dependencies in the house',
    from: (f) => f.startsWith('services/redirect/src/') && !isTest(f),
    never: (to) => /^(@nestjs\/|typeorm|pg|kafkajs|rxjs)/.test(to),
  },
  {
    because: 'use cases and rules know no transport and no driver: transport → service → repository or port',
    from: (f) => /^services\/.*\.(service|rules)\.ts$/.test(f),
    never: (to) => /^(@nestjs\/|@grpc\/|pg$|kafkajs|express)/.test(to) || /\.controller\.(js|ts)$/.test(to),
  },
  {
    because: 'the renderer runs in the browser too',
    from: (f) => f.startsWith('packages/qr-render/src/') && !isTest(f),
    never: (to) => to.startsWith('node:') || /^(@resvg|sharp|pdfkit)/.test(to),
  },
  {
    because: 'shared frontend code never imports a feature or the app',
    from: (f) => /^frontend\/src\/(components|lib|api|styles)\//.test(f) && !isTest(f),
    never: (to) => /^frontend\/src\/(features|app)\//.test(to),
  },
  {
    because: 'features never import features; only app/ composes them',
    from: (f) => f.startsWith('frontend/src/features/') && !isTest(f),
    never: (to, f) => /^frontend\/src\/app\//.test(to) || (to.startsWith('frontend/src/features/') && feature(to) !== feature(f)),
  },
  {
    because: 'the frontend talks only to the gateway, over HTTP',
    from: (f) => f.startsWith('frontend/src/') && !isTest(f),
    never: (to) => /^@linqr\/(platform|proto|testing|embedded)/.test(to) || to.startsWith('node:'),
  },
  {
    because: 'only config files read the environment',
    from: (f) => /^(services|gateway|packages\/platform)\/.*src\//.test(f) && !isTest(f) && !/config/.test(f),
    never: (to) => to === 'process.env',
  },
];

const unit = (path) =>
  path
    .split('/')
    .slice(0, path.startsWith('services/') ? 2 : 1)
    .join('/');
const feature = (path) => path.split('/')[3];

/** What one source imports: package names as they are, relative ones resolved from the root; `process.env` counts too. */
export function importsOf(file, source) {
  const names = [
    ...source.matchAll(/(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g),
  ].map((m) => m[1] ?? m[2]);
  const found = names.map((name) => (name.startsWith('.') ? posix.normalize(posix.join(dirname(file), name)) : name));
  if (/\bprocess\.env\b/.test(source.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, ''))) found.push('process.env');
  return found;
}

/** @returns {string[]} one line an import that points the wrong way */
export function violations(file, source) {
  const rules = RULES.filter((rule) => rule.from(file));
  if (rules.length === 0) return [];
  return importsOf(file, source).flatMap((to) =>
    rules.filter((rule) => rule.never(to, file)).map((rule) => `${file} → ${to}: ${rule.because}`),
  );
}

/** @returns {string[]} */
export function boundaryProblems() {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).split('\n');
  return files.filter((f) => f && !f.includes('/gen/')).flatMap((f) => violations(f, readFileSync(`${ROOT}/${f}`, 'utf8')));
}
