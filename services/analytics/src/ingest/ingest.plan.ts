// How records become inserts. Pure, so that the rules of exactness can be read and tested in one place.
import type { IncomingRecord } from '@linqr/platform/bus';
import type { ClickBatch } from '@linqr/proto/events/v1/click';

/** A decoded record that is not in the warehouse yet. */
export interface PendingBatch {
  record: IncomingRecord;
  batch: ClickBatch;
}

/** From here on a batch is an insert of its own, under its own id. Below, batches share an insert and need a plan. */
export const LARGE_BATCH_CLICKS = 1_000;
/** Most clicks of a shared insert. */
export const GROUP_CLICKS = 5_000;
/** Bytes decoded at once; some 6,000 clicks. Bounds the memory of a backlog. */
export const SLICE_BYTES = 2 * 1024 * 1024;

/** Runs of records that together stay below SLICE_BYTES; a record that alone is larger is a run of its own. */
export function slices(records: readonly IncomingRecord[]): IncomingRecord[][] {
  const runs: IncomingRecord[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const record of records) {
    if (bytes + record.value.length > SLICE_BYTES) {
      runs.push([]);
      bytes = 0;
    }
    runs.at(-1)!.push(record);
    bytes += record.value.length;
  }
  return runs;
}

/**
 * The next insert: a large batch alone, or the first small ones together. Whether a batch goes alone depends on the batch
 * only, never on what lies beside it: the next delivery may be cut differently and must come to the same token.
 */
export function nextInsert(pending: readonly PendingBatch[]): { alone: boolean; batches: PendingBatch[] } {
  const first = pending[0]!;
  if (isLarge(first)) return { alone: true, batches: [first] };
  const batches: PendingBatch[] = [];
  let clicks = 0;
  for (const candidate of pending) {
    if (isLarge(candidate)) continue;
    if (batches.length > 0 && clicks + candidate.batch.clicks.length > GROUP_CLICKS) break;
    batches.push(candidate);
    clicks += candidate.batch.clicks.length;
  }
  return { alone: false, batches };
}

const isLarge = ({ batch }: PendingBatch) => batch.clicks.length >= LARGE_BATCH_CLICKS;
