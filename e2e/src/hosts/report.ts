// What a scenario is told as: one row of figures.
import { quantile } from '../faults/load.js';
import type { ApiJournal } from './api-load.js';
import type { Journal } from './load.js';
import type { ClickVerdict } from './oracle.js';

export interface Row {
  id: string;
  fault: string;
  /** Figures of the run, in words. */
  result: string;
  passed: boolean;
}

const sum = (map: Map<string, number>) => [...map.values()].reduce((a, b) => a + b, 0);
/** The commonest first, a handful. */
const told = (map: Map<string, number>) =>
  [...map]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 6)
    .map(([what, n]) => `${n} × ${what}`)
    .join(', ');

export function tellRedirects(journal: Journal, verdict: ClickVerdict): string {
  return [
    `${journal.sent} redirects, ${sum(journal.failed)} failed${journal.failed.size ? ` (${told(journal.failed)})` : ''}, ${sum(journal.retried)} tried again at another edge${journal.retried.size ? ` (${told(journal.retried)})` : ''}`,
    `${verdict.lost} clicks lost, ${verdict.double} double (roll-ups ${verdict.off.join('/')} off), ${verdict.extra} recorded whose answer never arrived`,
    `p50 ${quantile(journal.latenciesMs, 0.5).toFixed(1)} ms, p99 ${quantile(journal.latenciesMs, 0.99).toFixed(1)} ms; caught up ${verdict.caughtUpSeconds.toFixed(1)} s after`,
  ].join('; ');
}

export function tellCalls(journal: ApiJournal, lost: number): string {
  return `${journal.calls} API calls, ${sum(journal.failed)} failed${journal.failed.size ? ` (${told(journal.failed)})` : ''}, ${sum(journal.retried)} tried again${journal.retried.size ? ` (${told(journal.retried)})` : ''}, ${journal.written.size} links written, ${lost} writes lost; p99 ${quantile(journal.latenciesMs, 0.99).toFixed(0)} ms`;
}

export function print(row: Row): string {
  return `| ${row.id} | ${row.fault} | ${row.result} | ${row.passed ? 'pass' : '**FAIL**'} |`;
}
