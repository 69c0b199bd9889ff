// First steps of ingestion: bytes of the bus to a batch, and the check of what no honest edge can have written.
import { ClickBatch, ClickSource, type RecordedClick } from '@linqr/proto/events/v1/click';

export type Decoded = { batch: ClickBatch } | { undecodable: string };

/** Years a click may lie back (imports, an edge long cut off), and how far a clock may run ahead of the bus. */
const OLDEST_YEARS = 10;
const AHEAD_MS = 86_400_000;
const YEAR_MS = 366 * 86_400_000;

const BATCH_ID = /^[\w.-]{1,100}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NAME = /^[\w-]{1,64}$/;
const OPTIONAL_NAME = /^[\w-]{0,64}$/;
const MAX_LINK_VERSION = 2 ** 31 - 1;

/** The id also has to be one: it becomes the deduplication token of the insert. */
export function decodeBatch(value: Uint8Array): Decoded {
  let batch: ClickBatch;
  try {
    batch = ClickBatch.decode(value);
  } catch (error) {
    return { undecodable: (error as Error).message };
  }
  return BATCH_ID.test(batch.batchId) ? { batch } : { undecodable: 'batch_id is missing or malformed' };
}

/** Name of the first field that cannot be, or undefined. Free text is never impossible: it is bounded on its way. */
export function impossibleField(click: RecordedClick, takenAtMs: number): string | undefined {
  if (!UUID.test(click.id)) return 'id';
  if (click.clickedAtMs > takenAtMs + AHEAD_MS || click.clickedAtMs < takenAtMs - OLDEST_YEARS * YEAR_MS || click.clickedAtMs <= 0)
    return 'clicked_at_ms';
  if (!NAME.test(click.workspaceId)) return 'workspace_id';
  if (!OPTIONAL_NAME.test(click.linkId)) return 'link_id';
  if (!OPTIONAL_NAME.test(click.qrId)) return 'qr_id';
  if (click.linkId === '' && click.qrId === '') return 'link_id';
  if (!OPTIONAL_NAME.test(click.ownerId)) return 'owner_id';
  if (!OPTIONAL_NAME.test(click.ruleId)) return 'rule_id';
  if (click.linkVersion < 0 || click.linkVersion > MAX_LINK_VERSION) return 'link_version';
  if (click.source === ClickSource.UNRECOGNIZED || click.source === ClickSource.CLICK_SOURCE_UNSPECIFIED) return 'source';
  return undefined;
}
