// npm run check: everything that can be said about the code without running it. Prints the command that mends a failure.
import { fileURLToPath } from 'node:url';
import { boundaryProblems } from './boundaries.mjs';
import { migrationProblems } from './migrations.mjs';
import { protoDrift } from './proto-drift.mjs';
import { referenceDrift } from './reference-docs.mjs';
import { ROOT, run } from './run.mjs';
import { workspaceProblems } from './workspaces.mjs';

const command = async (...args) => {
  const { code, output } = await run(args[0], args.slice(1));
  return code === 0 ? [] : [output.trim()];
};

/** In the order in which a mistake is cheapest to see. `check` answers with problems, none when all is well. */
const CHECKS = [
  { name: 'workspaces', mend: 'complete the package.json or README named above', check: async () => workspaceProblems() },
  { name: 'format and lint', mend: 'npm run format', check: () => command('biome', 'check', '--error-on-warnings', '.') },
  { name: 'proto lint', mend: "follow buf's advice above", check: () => command('buf', 'lint', 'proto') },
  {
    name: 'proto breaking',
    mend: 'make the change compatible, or version the package',
    check: () => command('buf', 'breaking', 'proto', '--against', 'proto/baseline.binpb'),
  },
  { name: 'proto drift', mend: 'npm run generate', check: protoDrift },
  {
    name: 'migrations',
    mend: 'add first and take away a release later (docs/operating.md)',
    check: async () => migrationProblems(),
  },
  { name: 'types', mend: 'mend the types above', check: () => command('tsc', '-b') },
  { name: 'types of the frontend', mend: 'mend the types above', check: () => command('tsc', '-p', 'frontend') },
  { name: 'types of the tests', mend: 'mend the types above', check: () => command('tsc', '-p', 'tsconfig.test.json') },
  { name: 'boundaries', mend: 'move the import to the side it belongs on', check: async () => boundaryProblems() },
  {
    name: 'promises and cycles',
    mend: "follow oxlint's advice above",
    check: () => command('oxlint', '--type-aware', '--disable-nested-config', '--deny-warnings', '.'),
  },
  {
    name: 'bundle budget',
    mend: 'load it lazily, or find something smaller',
    check: () => command('node', 'frontend/scripts/bundle-budget.mjs'),
  },
  { name: 'manifests', mend: 'npm run manifests', check: () => command('node', 'deploy/cluster/dist/main.js', 'check') },
  { name: 'reference docs', mend: 'npm run docs', check: referenceDrift },
];

/** @returns {Promise<{ passed: number, failed: string[] }>} */
export async function runChecks() {
  const failed = [];
  for (const { name, mend, check } of CHECKS) {
    const started = performance.now();
    const problems = await check();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (problems.length === 0) console.log(`  ok    ${name} (${seconds} s)`);
    else {
      failed.push(name);
      console.log(`  FAIL  ${name} (${seconds} s)\n${problems.join('\n')}\n        to mend: ${mend}`);
    }
  }
  return { passed: CHECKS.length - failed.length, failed };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(ROOT);
  const { failed } = await runChecks();
  if (failed.length > 0) {
    console.log(`${failed.length} of ${CHECKS.length} checks failed: ${failed.join(', ')}`);
    process.exit(1);
  }
  console.log(`${CHECKS.length} checks passed`);
}
