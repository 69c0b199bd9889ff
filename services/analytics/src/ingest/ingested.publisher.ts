import type { EventBus, OutgoingRecord } from '@linqr/platform/bus';
import { ClicksIngested, type IngestedClick } from '@linqr/proto/events/v1/analytics';
import type { ClickRow } from './click.row.js';

/** Clicks in one event; a viral link's thousands become several records of one key, in order. */
const CLICKS_PER_EVENT = 500;

/** Tells live views and webhooks. At least once: the caller repeats it after a crash, consumers know a click by its id. */
export class IngestedPublisher {
  constructor(private readonly bus: EventBus) {}

  async publish(rows: readonly ClickRow[]): Promise<void> {
    const byWorkspace = new Map<string, ClickRow[]>();
    for (const row of rows) {
      const list = byWorkspace.get(row.workspaceId);
      if (list) list.push(row);
      else byWorkspace.set(row.workspaceId, [row]);
    }
    const records: OutgoingRecord[] = [];
    for (const [key, list] of byWorkspace)
      for (let i = 0; i < list.length; i += CLICKS_PER_EVENT) {
        const part = list.slice(i, i + CLICKS_PER_EVENT);
        const event: ClicksIngested = { batchId: part[0]!.batchId, clicks: part.map(toEvent) };
        records.push({ key, value: ClicksIngested.encode(event).finish() });
      }
    if (records.length > 0) await this.bus.publish('click.ingested.v1', records);
  }
}

function toEvent(row: ClickRow): IngestedClick {
  const { id, clickedAtMs, workspaceId, linkId, qrId, source, country, city, device, browser, os, referrer, isBot, domain, slug } = row;
  return { id, clickedAtMs, workspaceId, linkId, qrId, source, country, city, device, browser, os, referrer, isBot, domain, slug };
}
