// What cannot be ingested now goes to a topic of its own with the reason, so that the partition goes on and the clicks can
// be sent again once the cause is mended (npm run replay).
import type { EventBus, IncomingRecord, OutgoingRecord } from '@linqr/platform/bus';
import type { Clock } from '@linqr/platform/clock';
import { ClickBatch, type RecordedClick } from '@linqr/proto/events/v1/click';
import { BOT_RULES_VERSION } from '../enrichment/bot.classifier.js';

export const SET_ASIDE_TOPIC = 'click.setaside.v1';

/** undecodable: the whole record; impossible: clicks with a field that cannot be; refused: ClickHouse takes no such row. */
export type SetAsideReason = 'undecodable' | 'impossible' | 'refused';

const DETAIL_LIMIT = 300;

export class SetAside {
  constructor(
    private readonly bus: EventBus,
    private readonly clock: Clock,
  ) {}

  /** The record as it came, byte for byte. */
  record(record: IncomingRecord, detail: string): Promise<void> {
    return this.publish(record, record.value, 'undecodable', detail);
  }

  /** Some clicks of a batch, as a batch of their own: the original's id is spent once its other clicks are in. */
  clicks(record: IncomingRecord, batch: ClickBatch, clicks: RecordedClick[], reason: SetAsideReason, detail: string): Promise<void> {
    const value = ClickBatch.encode({ batchId: asideId(batch.batchId, reason), edgeId: batch.edgeId, clicks }).finish();
    return this.publish(record, value, reason, detail);
  }

  private publish(record: IncomingRecord, value: Uint8Array, reason: SetAsideReason, detail: string): Promise<void> {
    const outgoing: OutgoingRecord = {
      key: record.key,
      value,
      headers: {
        'linqr-reason': reason,
        'linqr-detail': detail.replace(/[^\x20-\x7e]/g, ' ').slice(0, DETAIL_LIMIT),
        'linqr-step': reason === 'undecodable' ? 'decode' : reason === 'impossible' ? 'validate' : 'insert',
        'linqr-origin': `${record.topic}/${record.partition}/${record.offset}`,
        'linqr-set-aside-at': new Date(this.clock.now()).toISOString(),
        'linqr-rules': String(BOT_RULES_VERSION),
      },
    };
    return this.bus.publish(SET_ASIDE_TOPIC, [outgoing]);
  }
}

/** bat_x → bat_x.impossible1 → bat_x.impossible2: the same on every delivery. */
export function asideId(batchId: string, reason: SetAsideReason): string {
  const [, base, count] = /^(.*?)(?:\.(?:impossible|refused)(\d+))?$/.exec(batchId)!;
  return `${base}.${reason}${Number(count ?? 0) + 1}`;
}

export const isAsideId = (batchId: string): boolean => /\.(?:impossible|refused)\d+$/.test(batchId);

/** Ledger id of a record that has no batch id of its own. */
export const poisonId = (record: IncomingRecord): string => `poison-${record.partition}-${record.offset}-${record.timestampMs}`;
