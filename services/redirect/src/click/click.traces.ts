// Traces of visits, made when their clicks leave: the path that answers a visit knows nothing of them. A click's id is the
// id of its trace, so that nothing is stored for it and a replay after a crash goes on with the same trace.
import type { OutgoingRecord } from '@linqr/platform/bus';
import { pastSpan } from '@linqr/platform/tracing';
import { ClickBatch } from '@linqr/proto/events/v1/click';

/** Most visits of one batch that get a span of their own. */
const MAX_SPANS = 32;

/** Adds a span for each recorded visit, and the first one's traceparent to the record that carries its click. */
export function traceClicks(records: OutgoingRecord[], nowMs = Date.now()): void {
  for (const record of records) {
    let first: string | undefined;
    let spans = 0;
    for (const click of ClickBatch.decode(record.value).clicks) {
      if (spans >= MAX_SPANS) break;
      const traceparent = pastSpan('visit', click.id.replaceAll('-', ''), click.clickedAtMs, Math.min(nowMs, click.clickedAtMs + 1), {
        'linqr.link.id': click.linkId,
        'linqr.qr.id': click.qrId,
        'linqr.click.id': click.id,
      });
      if (!traceparent) continue;
      first ??= traceparent;
      spans++;
    }
    if (first) record.headers = { ...record.headers, traceparent: first };
  }
}
