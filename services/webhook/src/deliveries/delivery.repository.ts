import type { EntityManager } from 'typeorm';
import type { EventName } from '../endpoints/endpoint.js';
import { type Attempt, DELIVERY_CHANNEL, type Delivery, type DeliveryStatus } from './delivery.js';
import { MAX_ATTEMPTS } from './delivery.schedule.js';
import type { DeliveryCursor } from './delivery-list.cursor.js';

interface DeliveryRow {
  id: string;
  endpoint_id: string;
  event_id: string;
  event: EventName;
  body: string;
  status: DeliveryStatus;
  attempts: number;
  next_attempt_at: Date | null;
  response_status: number;
  response_body: string;
  error: string;
  history: Attempt[];
  created_at: Date;
  finished_at: Date | null;
}

const COLUMNS = `id, endpoint_id, event_id, event, body, status, attempts, next_attempt_at, response_status, response_body, error, history,
  created_at, finished_at`;

/** What of a log is asked for. */
export interface DeliveryQuery {
  limit: number;
  /** Left out: all. */
  status?: DeliveryStatus | undefined;
  event?: EventName | undefined;
}

export interface DeliveryRange {
  from: Date;
  to: Date;
  /** Ended ones only. */
  statuses: Exclude<DeliveryStatus, 'pending'>[];
}

/** A schedule from the beginning; one under way keeps its own. `$1`: now. */
const QUEUE_AGAIN = `status = 'pending', round = 0, max_round = ${MAX_ATTEMPTS}, next_attempt_at = $1, queued_at = $1, finished_at = null`;

/** The SQL of the log; every method runs on the caller's connection, so in its transaction. */
export class DeliveryRepository {
  /** Newest first, one more than `limit` where there are more. */
  async list(manager: EntityManager, endpointId: string, query: DeliveryQuery, after: DeliveryCursor | undefined): Promise<Delivery[]> {
    const values: unknown[] = [endpointId, query.limit + 1];
    const conditions: string[] = [];
    // The status stands in the text (it is one of three words): an index of part of the rows is found by its text only.
    if (query.status) conditions.push(`and status = '${query.status}'`);
    if (query.event) conditions.push(`and event = $${values.push(query.event)}`);
    if (after) conditions.push(`and (created_at, id) < ($${values.push(new Date(after.createdAtMs))}, $${values.push(after.id)})`);
    const rows = await manager.query<DeliveryRow[]>(
      `select ${COLUMNS} from deliveries
        where endpoint_id = $1 ${conditions.join(' ')}
        order by created_at desc, id desc limit $2`,
      values,
    );
    return rows.map(deliveryOf);
  }

  async find(manager: EntityManager, endpointId: string, id: string): Promise<Delivery | undefined> {
    const rows = await manager.query<DeliveryRow[]>(`select ${COLUMNS} from deliveries where id = $1 and endpoint_id = $2`, [
      id,
      endpointId,
    ]);
    return rows[0] && deliveryOf(rows[0]);
  }

  /** One that is tried `maxRound` times at most. */
  async insert(manager: EntityManager, delivery: Delivery, maxRound: number): Promise<void> {
    const { id, endpointId, eventId, event, body, createdAt } = delivery;
    await manager.query(
      `insert into deliveries (id, endpoint_id, event_id, event, body, max_round, next_attempt_at, created_at, queued_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7, $7)`,
      [id, endpointId, eventId, event, body, maxRound, createdAt],
    );
    await notify(manager);
  }

  /** Due at once; one whose attempt is under way is left to it. */
  async queueAgain(manager: EntityManager, endpointId: string, id: string, now: Date): Promise<void> {
    await manager.query(`update deliveries set ${QUEUE_AGAIN} where id = $2 and endpoint_id = $3 and claim is null`, [now, id, endpointId]);
    await notify(manager);
  }

  /** How many of a range of creation times (from inclusive, to exclusive) have ended so; counted up to `most`. */
  async countRange(manager: EntityManager, endpointId: string, range: DeliveryRange, most: number): Promise<number> {
    const [row] = await manager.query<{ count: string }[]>(
      `select count(*) from (select 1 from deliveries where endpoint_id = $1 and created_at >= $2 and created_at < $3 and status = any($4) limit $5) d`,
      [endpointId, range.from, range.to, range.statuses, most],
    );
    return Number(row?.count);
  }

  async queueRange(manager: EntityManager, endpointId: string, range: DeliveryRange, now: Date): Promise<number> {
    const [, queued] = (await manager.query(
      `update deliveries set ${QUEUE_AGAIN} where endpoint_id = $2 and created_at >= $3 and created_at < $4 and status = any($5)`,
      [now, endpointId, range.from, range.to, range.statuses],
    )) as [unknown, number];
    if (queued > 0) await notify(manager);
    return queued;
  }
}

async function notify(manager: EntityManager): Promise<void> {
  await manager.query(`select pg_notify('${DELIVERY_CHANNEL}', '')`);
}

function deliveryOf(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    event: row.event,
    body: row.body,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    responseStatus: row.response_status,
    responseBody: row.response_body,
    error: row.error,
    history: row.history,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
