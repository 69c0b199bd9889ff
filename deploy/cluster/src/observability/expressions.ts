// Expressions that alerts have in common.
import { PARTS } from '../topology.js';

export const EDGE_TOTAL = 'sum(rate(linqr_edge_requests_total[WINDOW]))';
export const EDGE_BAD = 'sum(rate(linqr_edge_requests_total{outcome=~"unavailable|broken"}[WINDOW]))';
/** Both windows burn the error budget `factor` times too fast (multi-window burn rate, Google's SRE workbook). */
export const burn = (bad: string, total: string, budget: number, factor: number, long: string, short: string) =>
  [long, short]
    .map((window) => `${bad} / ${total} > ${Number((factor * budget).toPrecision(6))}`.replaceAll('WINDOW', window))
    .join(' and ');

/**
 * A counter with labels went up within the window. A series begins with its first event, at 1: increase() sees no step there,
 * so one that was not there a window ago counts as well.
 */
export const raised = (metric: string, window: string, by = '') =>
  `sum${by ? ` by (${by})` : ''} (increase(${metric}[${window}])) > 0 or sum${by ? ` by (${by})` : ''} (${metric} unless ${metric} offset ${window}) > 0`;

/** Prometheus' jobs of the parts that run on Node. */
export const JOBS = PARTS.filter(({ schema }) => schema).map(({ name }) => `linqr/${name}`);

/** No replica answers; or none is there to be asked: a target that is gone has no `up` that could be 0. */
export const DOWN = ['sum by (job) (up{job=~"linqr/.*"}) == 0', ...JOBS.map((job) => `absent(up{job="${job}"})`)].join(' or ');
