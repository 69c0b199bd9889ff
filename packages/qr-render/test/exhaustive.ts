// Decodes the whole product of designs. Run by `npm run exhaustive`; takes minutes.
import { allCombinations, DYNAMIC_URL, failures } from './combinations.js';

const combinations = allCombinations();
let bad = 0;
for (const [at, { name, design }] of combinations.entries()) {
  const failed = await failures(design, DYNAMIC_URL);
  if (failed.length > 0) {
    bad += 1;
    process.stdout.write(`${name}: ${failed.join(', ')}\n`);
  }
  if ((at + 1) % 200 === 0) process.stdout.write(`${at + 1} of ${combinations.length}\n`);
}
process.stdout.write(`${combinations.length} combinations, ${bad} with failures\n`);
process.exitCode = bad === 0 ? 0 : 1;
