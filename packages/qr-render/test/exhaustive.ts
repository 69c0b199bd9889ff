// Decodes the whole product of designs. Run by `npm run exhaustive`; takes about five minutes of one core.
import { checkCombinations } from './checks.js';

const { checked, failed } = await checkCombinations(1, (done, of) => {
  if (done % 200 === 0) process.stdout.write(`${done} of ${of}\n`);
});
for (const line of failed) process.stdout.write(`${line}\n`);
process.stdout.write(`${checked} combinations, ${failed.length} failures\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
