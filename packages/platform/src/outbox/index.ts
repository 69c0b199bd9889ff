// State change and event in one transaction: rows of the outbox table, relayed to the bus in order.
import type { EntityManager } from 'typeorm';
import type { OutgoingRecord, Topic } from '../bus/port.js';
import { assertRecords } from '../bus/records.js';
import { currentContext } from '../context/index.js';
import { OUTBOX_CHANNEL } from './schema.js';

export { OutboxRelay, type OutboxRelayOptions } from './relay.js';
export { OUTBOX_CHANNEL } from './schema.js';

export interface OutboxEvent extends OutgoingRecord {
  topic: Topic;
}

/**
 * Writes events inside the caller's transaction; they exist if and only if it commits. Throws VALIDATION_FAILED for one that
 * the bus would never take: better here, where somebody is told, than in the relay.
 */
export async function appendToOutbox(manager: EntityManager, events: OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  for (const event of events) assertRecords(event.topic, [event]);
  const traceparent = currentContext()?.traceparent;
  await manager.query(
    `with added as (
       insert into outbox (topic, key, value, headers)
       select * from unnest($1::text[], $2::text[], $3::bytea[], $4::jsonb[]) returning 1)
     select pg_notify('${OUTBOX_CHANNEL}', '') from added limit 1`,
    [
      events.map((e) => e.topic),
      events.map((e) => e.key),
      events.map((e) => Buffer.from(e.value)),
      events.map((e) => JSON.stringify({ ...(traceparent ? { traceparent } : {}), ...e.headers })),
    ],
  );
}
