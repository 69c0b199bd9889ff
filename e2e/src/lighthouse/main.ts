// `npm run lighthouse`: the landing page of a product of its own (or of `--url`), at least 95 for performance and 100 for the
// rest; then dashboard and analytics of an account with 10,000 links, at least 90 and 100 for access, as phone and computer.
// Up to three runs each, the median counts. `--report FILE` writes the landing page's median and judges nothing.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startProduct } from '@linqr/testing/product';
import { type Audit, audit, CATEGORIES, type Category, type Cookie, type Form, median } from './audit.js';
import { accountWithManyLinks } from './many-links.js';

type Goals = Partial<Record<Category, number>>;
const PUBLIC: Goals = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
/** Nobody searches for these screens. */
const SIGNED_IN: Goals = { performance: 90, accessibility: 100, 'best-practices': 100 };

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

async function measure(url: string, goals: Goals, cookies?: Cookie[], form: Form = 'mobile'): Promise<Audit> {
  console.log(`${url} (${form})`);
  const audits: Audit[] = [];
  for (let run = 0; run < runs; run++) {
    const one = await audit(url, cookies, form);
    audits.push(one);
    console.log(`${run + 1}: ${CATEGORIES.map((name) => `${name} ${one.scores[name]}`).join(', ')}  ${JSON.stringify(one.figures)}`);
  }
  const middle = median(audits);
  const { weight, failed, scores } = middle;
  const kB = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`;
  console.log(`${weight.requests} requests, ${kB(weight.bytes)}, scripts ${kB(weight.scriptBytes)}, styles ${kB(weight.styleBytes)}`);
  console.log(`before the first paint: ${weight.renderBlocking.join(', ') || 'nothing'}`);
  for (const line of failed) console.log(`not passed: ${line}`);
  for (const name of CATEGORIES) {
    const goal = goals[name];
    if (goal === undefined || values.report || scores[name] >= goal) continue;
    console.log(`${name}: ${scores[name]}, goal ${goal}`);
    process.exitCode = 1;
  }
  return middle;
}

try {
  const middle = await measure(new URL(values.path, values.url ?? product?.appUrl).href, PUBLIC);
  if (values.report) await writeFile(values.report, JSON.stringify(middle));
  if (product && !values.report) {
    const cookies = await accountWithManyLinks(product);
    for (const path of ['/dashboard', '/analytics'])
      for (const form of ['mobile', 'desktop'] as const) await measure(product.appUrl + path, SIGNED_IN, cookies, form);
  }
} finally {
  await product?.stop();
}
