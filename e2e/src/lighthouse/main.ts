// `npm run lighthouse`: the landing page of a product of its own (or of `--url`), up to three runs, the median counts:
// at least 95 for performance and 100 for the rest. `--report FILE` writes the median and judges nothing.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startProduct } from '@linqr/testing/product';
import { type Audit, audit, CATEGORIES, median } from './audit.js';

const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    runs: { type: 'string', default: '3' },
    path: { type: 'string', default: '/' },
    report: { type: 'string' },
  },
});
const runs = Math.min(Math.max(Number(values.runs) || 3, 1), 9);
const product = values.url ? undefined : await startProduct();
try {
  const url = new URL(values.path, values.url ?? product?.appUrl).href;
  const audits: Audit[] = [];
  for (let run = 0; run < runs; run++) {
    const one = await audit(url);
    audits.push(one);
    console.log(`${run + 1}: ${CATEGORIES.map((name) => `${name} ${one.scores[name]}`).join(', ')}  ${JSON.stringify(one.figures)}`);
  }
  const middle = median(audits);
  const { weight, failed } = middle;
  const kB = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`;
  console.log(`${weight.requests} requests, ${kB(weight.bytes)}, scripts ${kB(weight.scriptBytes)}, styles ${kB(weight.styleBytes)}`);
  console.log(`before the first paint: ${weight.renderBlocking.join(', ') || 'nothing'}`);
  for (const line of failed) console.log(`not passed: ${line}`);
  if (values.report) {
    await writeFile(values.report, JSON.stringify(middle));
  } else {
    const short = CATEGORIES.filter((name) => middle.scores[name] < GOALS[name]);
    for (const name of short) console.log(`${name}: ${middle.scores[name]}, goal ${GOALS[name]}`);
    process.exitCode = short.length > 0 ? 1 : 0;
  }
} finally {
  await product?.stop();
}
