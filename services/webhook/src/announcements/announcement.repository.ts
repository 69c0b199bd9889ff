import { newId } from '@linqr/platform/ids';
import type { EntityManager } from 'typeorm';
import { DELIVERY_CHANNEL } from '../deliveries/delivery.js';
import { MAX_ATTEMPTS } from '../deliveries/delivery.schedule.js';
import type { Endpoint, EventName } from '../endpoints/endpoint.js';
import { type Announcement, type AnnouncementData, bodyOf } from './announcement.js';

/** An event and one of those who want to hear of it. */
export interface Outgoing {
  endpoint: Endpoint;
  announcement: Announcement;
}

/** How many clicks one delivery carries at most: below the 20 kB that Standard Webhooks advises. */
export const CLICKS_PER_DELIVERY = 50;
/** How long clicks are collected at most. */
export const COLLECT_MS = 2_000;

/** The SQL that makes deliveries out of events. */
export class AnnouncementRepository {
  /** Deliveries, or clicks to be collected, for all that are not there yet. */
  async add(manager: EntityManager, outgoing: Outgoing[], now: Date): Promise<void> {
    const collected = outgoing.filter(({ endpoint, announcement }) => endpoint.batchClicks && announcement.isClick);
    const single = outgoing.filter(({ endpoint, announcement }) => !(endpoint.batchClicks && announcement.isClick));
    if (collected.length > 0) await this.collect(manager, collected, now);
    if (single.length > 0)
      await this.queue(
        manager,
        single.map(({ endpoint, announcement: { eventId, event, occurredAt, data } }) => ({
          endpointId: endpoint.id,
          eventId,
          event,
          body: bodyOf(event, occurredAt, data),
        })),
        now,
      );
  }

  /**
   * One delivery for each endpoint and event whose list is full or has waited long enough, at most `limit` of them. Any
   * number of processes may do it side by side: a click goes into one list.
   */
  async deliverCollected(manager: EntityManager, now: Date, limit: number): Promise<number> {
    const ripe = await manager.query<{ endpoint_id: string; event: EventName }[]>(
      `select endpoint_id, event from collected_clicks where not delivered group by endpoint_id, event
        having count(*) >= ${CLICKS_PER_DELIVERY} or min(collected_at) <= $1 limit $2`,
      [new Date(now.getTime() - COLLECT_MS), limit],
    );
    for (const { endpoint_id, event } of ripe) await manager.transaction((inner) => this.deliverList(inner, endpoint_id, event, now));
    return ripe.length;
  }

  private async deliverList(manager: EntityManager, endpointId: string, event: EventName, now: Date): Promise<void> {
    const [rows] = (await manager.query(
      `with taken as materialized (
         select endpoint_id, click_id from collected_clicks where endpoint_id = $1 and event = $2 and not delivered
          order by collected_at limit ${CLICKS_PER_DELIVERY} for update skip locked)
       update collected_clicks c set delivered = true from taken
        where c.endpoint_id = taken.endpoint_id and c.click_id = taken.click_id returning c.data, c.click_id`,
      [endpointId, event],
    )) as [{ data: string; click_id: string }[], number];
    if (rows.length === 0) return;
    const clicks = rows.map(({ data }) => JSON.parse(data) as AnnouncementData & { clickedAt: string });
    // UUIDv7: their order is that of the clicks.
    clicks.sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));
    await this.queue(manager, [{ endpointId, eventId: newId('msg', now.getTime()), event, body: bodyOf(event, now, clicks) }], now);
  }

  private async collect(manager: EntityManager, outgoing: Outgoing[], now: Date): Promise<void> {
    await manager.query(
      `insert into collected_clicks (endpoint_id, click_id, event, data, collected_at)
       select *, $5::timestamptz from unnest($1::text[], $2::text[], $3::text[], $4::text[]) on conflict do nothing`,
      [
        outgoing.map(({ endpoint }) => endpoint.id),
        outgoing.map(({ announcement }) => announcement.eventId),
        outgoing.map(({ announcement }) => announcement.event),
        outgoing.map(({ announcement }) => JSON.stringify(announcement.data)),
        now,
      ],
    );
  }

  private async queue(
    manager: EntityManager,
    deliveries: { endpointId: string; eventId: string; event: EventName; body: string }[],
    now: Date,
  ): Promise<void> {
    await manager.query(
      `with added as (
         insert into deliveries (id, endpoint_id, event_id, event, body, max_round, next_attempt_at, created_at, queued_at)
         select d.id, d.endpoint_id, d.event_id, d.event, d.body, ${MAX_ATTEMPTS}, $6, $6, $6
           from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as d (id, endpoint_id, event_id, event, body)
         on conflict on constraint deliveries_once do nothing returning 1)
       select pg_notify('${DELIVERY_CHANNEL}', '') from added limit 1`,
      [
        deliveries.map(() => newId('dlv', now.getTime())),
        deliveries.map(({ endpointId }) => endpointId),
        deliveries.map(({ eventId }) => eventId),
        deliveries.map(({ event }) => event),
        deliveries.map(({ body }) => body),
        now,
      ],
    );
  }
}
