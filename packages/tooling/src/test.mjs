// npm test: checks, unit and component tests, integration with real stores, browser tests. The last line counts them all.
// With CI=true a skipped test is a failure: there everything a test may need has to be present.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.mjs';
import { ROOT, run } from './run.mjs';

process.chdir(ROOT);
const STAGES = [
  { name: 'unit and component tests', args: ['--selectProjects', 'node', 'frontend', '--maxWorkers=2'], timeoutMinutes: 15 },
  { name: 'integration tests', args: ['--selectProjects', 'integration', '--maxWorkers=2'], timeoutMinutes: 30 },
  { name: 'browser tests', args: ['--selectProjects', 'e2e', '--runInBand'], timeoutMinutes: 40 },
];
const total = { passed: 0, failed: 0, skipped: 0 };
const skippedNames = [];
const started = performance.now();

console.log('build');
const builds = [await run('tsc', ['-b']), await run('npm', ['run', '--silent', 'build', '-w', '@linqr/frontend'])];
for (const build of builds) {
  if (build.code === 0) continue;
  console.log(build.output);
  total.failed++;
}

console.log('checks');
const checks = await runChecks();
total.passed += checks.passed;
total.failed += checks.failed.length;

const scratch = mkdtempSync(join(tmpdir(), 'linqr-test-'));
for (const { name, args, timeoutMinutes } of STAGES) {
  console.log(name);
  const report = join(scratch, `${name.replaceAll(' ', '-')}.json`);
  const { code, seconds } = await run('jest', [...args, '--json', `--outputFile=${report}`, '--silent'], {
    show: true,
    timeoutMs: timeoutMinutes * 60_000,
  });
  let result;
  try {
    result = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    console.log(`  FAIL  ${name}: jest ended with ${code} and wrote no report`);
    total.failed++;
    continue;
  }
  total.passed += result.numPassedTests;
  total.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  total.skipped += result.numPendingTests + result.numTodoTests;
  for (const suite of result.testResults)
    for (const test of suite.assertionResults) if (test.status === 'pending') skippedNames.push(test.fullName);
  if (result.numTotalTests === 0) {
    console.log(`  FAIL  ${name}: no test was found`);
    total.failed++;
  }
  console.log(`  ${result.numPassedTests} passed, ${result.numFailedTests} failed in ${seconds.toFixed(0)} s`);
}
rmSync(scratch, { recursive: true, force: true });

for (const name of skippedNames) console.log(`skipped: ${name}`);
if (process.env.CI === 'true' && total.skipped > 0) console.log('with CI=true nothing may be skipped');
console.log(`whole run: ${((performance.now() - started) / 60_000).toFixed(1)} min`);
const ok = total.failed === 0 && total.passed > 0 && !(process.env.CI === 'true' && total.skipped > 0);
process.exitCode = ok ? 0 : 1;
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
