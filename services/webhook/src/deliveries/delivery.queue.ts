import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { EventName } from '../endpoints/endpoint.js';
import type { Candidate } from './delivery.allotment.js';
import type { ClaimedDelivery } from './delivery.js';

/** Longer than an attempt and its record can take: after a crash, others go on with it this much later. */
export const LEASE_MS = 60_000;
/** Endpoints looked at in one go. */
const RING_STEP = 500;

export interface RingPart {
  candidates: Candidate[];
  /** Where to go on; empty: the end was reached, the next one begins anew. */
  cursor: string;
}

/** The queue in the table: who has something due, and taking it. */
export class DeliveryQueue {
  constructor(private readonly database: DataSource) {}

  /**
   * The next endpoints after the cursor that have something due. Costs a few index look-ups an endpoint, however many
   * deliveries each of them has.
   */
  async look(cursor: string, mostEach: number, now: Date): Promise<RingPart> {
    const ring = await this.database.query<
      { endpoint_id: string; n: number; workspace_id: string | null; doubtful: boolean; due: string | null }[]
    >(
      // Ordered, the first few due come by the index; without, a planner that knows one endpoint with a million rows takes
      // all endpoints for such and reads the whole table for those that have few.
      `with recursive ring as (
         (select endpoint_id, 1 as n from deliveries where status = 'pending' and endpoint_id > $1 order by endpoint_id limit 1)
         union all
         select next.endpoint_id, ring.n + 1
           from ring cross join lateral (select d.endpoint_id from deliveries d
                                          where d.status = 'pending' and d.endpoint_id > ring.endpoint_id
                                          order by d.endpoint_id limit 1) next
          where ring.n < ${RING_STEP})
       select ring.endpoint_id, ring.n, e.workspace_id, (not e.proven or e.failures > 0) as doubtful, due.count as due
         from ring
         left join endpoints e on e.id = ring.endpoint_id and e.deleted_at is null and e.disabled_at is null
                              and (e.held_until is null or e.held_until <= $2)
         left join lateral (select count(*) from (select 1 from deliveries d
                             where d.endpoint_id = e.id and d.status = 'pending' and d.next_attempt_at <= $2
                             order by d.next_attempt_at limit $3) first_due) due on true
        order by ring.n`,
      [cursor, now, mostEach],
    );
    const candidates = ring.flatMap(({ endpoint_id, workspace_id, doubtful, due }) =>
      workspace_id !== null && Number(due) > 0 ? [{ endpointId: endpoint_id, workspaceId: workspace_id, doubtful, due: Number(due) }] : [],
    );
    return { candidates, cursor: ring.length < RING_STEP ? '' : ring.at(-1)!.endpoint_id };
  }

  /** Takes as many as allotted, oldest first; what another process is taking is passed over. */
  async claim(allotted: ReadonlyMap<string, number>, now: Date): Promise<ClaimedDelivery[]> {
    if (allotted.size === 0) return [];
    const claim = randomUUID();
    const [rows] = (await this.database.query(
      // Materialized: joined as a subquery it might run twice and take twice as many. Their rows are found by their ids, as an
      // array: of a join the planner expects a part of the whole queue, and reads all of it.
      `with picked as materialized (
         select due.id from unnest($1::text[], $2::int[]) as w (endpoint_id, places)
          cross join lateral (select d.id from deliveries d
                               where d.endpoint_id = w.endpoint_id and d.status = 'pending' and d.next_attempt_at <= $3
                               order by d.next_attempt_at limit w.places for update skip locked) due)
       update deliveries d
          set claim = $4, attempts = d.attempts + 1, round = d.round + 1, next_attempt_at = $5
         from endpoints e
        where d.id = any (array(select id from picked)) and e.id = d.endpoint_id
       returning d.id, d.endpoint_id, e.workspace_id, d.event_id, d.event, d.body, d.round, d.max_round, e.url,
                 (not e.proven or e.failures > 0) as doubtful,
                 (select array_agg(s.sealed order by s.number desc) from endpoint_secrets s
                   where s.endpoint_id = e.id and (s.ends_at is null or s.ends_at > $3)) as secrets`,
      [[...allotted.keys()], [...allotted.values()], now, claim, new Date(now.getTime() + LEASE_MS)],
    )) as [ClaimedRow[], number];
    return rows.map((row) => ({
      id: row.id,
      claim,
      endpointId: row.endpoint_id,
      workspaceId: row.workspace_id,
      eventId: row.event_id,
      event: row.event,
      body: row.body,
      round: row.round,
      maxRound: row.max_round,
      url: row.url,
      doubtful: row.doubtful,
      sealedSecrets: row.secrets ?? [],
    }));
  }

  /** How long the oldest due delivery has waited, in ms, at most as far as it looks; for the metric. */
  async oldestDueMs(now: Date): Promise<number> {
    const [row] = await this.database.query<{ at: Date | null }[]>(
      `select min(d.next_attempt_at) as at from (select id from endpoints where deleted_at is null and disabled_at is null
         and (held_until is null or held_until <= $1) order by id limit 10000) e
        cross join lateral (select next_attempt_at from deliveries where endpoint_id = e.id and status = 'pending'
                             order by next_attempt_at limit 1) d`,
      [now],
    );
    return row?.at ? Math.max(0, now.getTime() - row.at.getTime()) : 0;
  }
}

interface ClaimedRow {
  id: string;
  endpoint_id: string;
  workspace_id: string;
  event_id: string;
  event: EventName;
  body: string;
  round: number;
  max_round: number;
  url: string;
  doubtful: boolean;
  secrets: Buffer[] | null;
}
