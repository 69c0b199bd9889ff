// The log's statements. Offsets are numbers in here: 2^53 is beyond any log; the port shows them as text.
import pg from 'pg';
import type { Logger } from '../../logging/index.js';
import { partitionFor } from '../partitioner.js';
import type { GroupLag, IncomingRecord, OutgoingRecord, Topic } from '../port.js';
import { ensureSchema } from './schema.js';

/**
 * Bytes of values that one fetch brings at most, beyond its first record. A consumer of a backlog holds this for each of its
 * partitions, and for a moment three times over (PostgreSQL sends them as hexadecimal text).
 */
const FETCH_BYTES = 1024 * 1024;
const MAX_CONNECTIONS = 4;

interface LogRow {
  off: string;
  ms: number;
  key: string;
  value: Buffer;
  headers: Record<string, string> | null;
}

/** Reads and writes the log through a small pool. Every method rejects when the database does not answer. */
export class LogStore {
  readonly pool: pg.Pool;
  private readonly partitions = new Map<Topic, number>();
  private schema: Promise<void> | undefined;

  constructor(url: string, applicationName: string, logger: Logger) {
    this.pool = new pg.Pool({
      connectionString: url,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      query_timeout: 30_000,
      statement_timeout: 25_000,
      keepAlive: true,
      application_name: applicationName,
    });
    this.pool.on('error', (error) => logger.warn({ err: error }, 'idle bus connection lost'));
    // The pool listens to idle connections only: one that is lost while retention holds it would end the process.
    this.pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Schema and topics exist once this has resolved; asked again after a failure. */
  ready(): Promise<void> {
    this.schema ??= this.prepare().catch((error) => {
      this.schema = undefined;
      throw error;
    });
    return this.schema;
  }

  /** After a failure: the database may have been made anew. */
  recheck(): void {
    this.schema = undefined;
  }

  private async prepare(): Promise<void> {
    const client = await this.pool.connect();
    try {
      await ensureSchema(client);
      const { rows } = await client.query<{ topic: Topic; partitions: number }>(
        'select topic, count(*)::int as partitions from bus.partition group by topic',
      );
      for (const { topic, partitions } of rows) this.partitions.set(topic, partitions);
      client.release();
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }

  /** Partitions of a topic; known after ready(). */
  partitionCount(topic: Topic): number {
    return this.partitions.get(topic)!;
  }

  /** Appends in one statement, all or nothing. Answers the next offset of each partition that got something. */
  async append(topic: Topic, all: OutgoingRecord[]): Promise<Map<number, number>> {
    const byPart = new Map<number, OutgoingRecord[]>();
    for (const record of all) {
      const part = partitionFor(record.key, this.partitionCount(topic));
      const batch = byPart.get(part);
      if (batch) batch.push(record);
      else byPart.set(part, [record]);
    }
    // Ascending, so that two writers lock partitions in the same order.
    const batches = [...byPart].sort(([a], [b]) => a - b);
    const records = batches.flatMap(([, partRecords]) => partRecords);
    const { rows } = await this.pool.query<{ heads: string[] }>({
      name: 'bus-append',
      text: 'select bus.append($1, $2::int[], $3::int[], $4::text[], $5::int[], $6::jsonb[], $7) as heads',
      values: [
        topic,
        batches.map(([part]) => part),
        batches.map(([, partRecords]) => partRecords.length),
        records.map((r) => r.key),
        records.map((r) => r.value.byteLength),
        records.map((r) => (r.headers && Object.keys(r.headers).length > 0 ? JSON.stringify(r.headers) : null)),
        Buffer.concat(records.map((r) => r.value)),
      ],
    });
    return new Map(batches.map(([part], i) => [part, Number(rows[0]!.heads[i])]));
  }

  /** Records from an offset on, in order; at least one where there is one. */
  async fetch(topic: Topic, part: number, from: number, limit: number): Promise<IncomingRecord[]> {
    const { rows } = await this.pool.query<LogRow>({
      name: 'bus-fetch',
      text: `select off, extract(epoch from ts)::float8 * 1000 as ms, key, value, headers from
               (select *, sum(octet_length(value)) over (order by off) - octet_length(value) as before from
                 (select off, ts, key, value, headers from bus.log where topic = $1 and part = $2 and off >= $3 order by off limit $4) l) w
             where before < $5 order by off`,
      values: [topic, part, from, limit, FETCH_BYTES],
    });
    return rows.map((r) => ({
      topic,
      partition: part,
      offset: r.off,
      key: r.key,
      value: r.value,
      headers: r.headers ?? {},
      timestampMs: Math.floor(r.ms),
    }));
  }

  /** False when another owner has taken the partition since. Asking twice for the same is no harm. */
  async commit(id: number, epoch: number, offset: number): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'bus-commit',
      text: 'update bus.group_offset set committed = $3 where id = $1 and epoch = $2 and committed <= $3',
      values: [id, epoch, offset],
    });
    return rowCount === 1;
  }

  async lag(group: string, topics: Topic[]): Promise<GroupLag[]> {
    const { rows } = await this.pool.query<{ topic: Topic; part: number; lag: string }>(
      `select p.topic, p.part, greatest(p.next_off - greatest(coalesce(g.committed, 0), p.first_off), 0) as lag
         from bus.partition p left join bus.group_offset g on g.grp = $1 and g.topic = p.topic and g.part = p.part
        where p.topic = any($2) order by p.topic, p.part`,
      [group, topics],
    );
    return rows.map((r) => ({ topic: r.topic, partition: r.part, lag: Number(r.lag) }));
  }

  async ping(): Promise<void> {
    await this.pool.query('select 1');
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
