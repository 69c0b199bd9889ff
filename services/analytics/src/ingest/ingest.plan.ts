// How much goes into one insert. Pure.
import type { IncomingRecord } from '@linqr/platform/bus';

/** Bytes of records in one insert: some 5,000 clicks. Bounds the memory of a backlog, too. */
export const INSERT_BYTES = 1.5 * 1024 * 1024;
/** Records in one insert: each is a row of the plan. */
export const INSERT_RECORDS = 400;

/** Runs of records that fit into one insert each, in order; a record that alone is larger is a run of its own. */
export function slices(records: readonly IncomingRecord[]): IncomingRecord[][] {
  const runs: IncomingRecord[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const record of records) {
    const run = runs.at(-1);
    if (!run || run.length >= INSERT_RECORDS || bytes + record.value.length > INSERT_BYTES) {
      runs.push([record]);
      bytes = record.value.length;
    } else {
      run.push(record);
      bytes += record.value.length;
    }
  }
  return runs;
}
