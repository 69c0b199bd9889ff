// ClickHouse as this service uses it: bounded questions, synchronous inserts with a deduplication token, plain commands.
import { Readable } from 'node:stream';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { traced } from '@linqr/platform/tracing';
import { warehouseFailure } from './warehouse.errors.js';

/** Longest a question may run in the server, seconds; a request may take a little longer to come back. */
const MAX_EXECUTION_SECONDS = 5;
const REQUEST_TIMEOUT_MS = 30_000;
/** A click of every month since clicks are accepted (10 years) fits into one insert. */
const MAX_PARTITIONS_PER_INSERT = 200;

const ABOUT = { kind: 'client', attributes: { 'db.system.name': 'clickhouse' } } as const;

export type QueryParams = Record<string, string | number | boolean | string[]>;

export interface TokenInsert {
  table: string;
  /** Names one immutable payload: the same token again, whole or torn, leaves the tables as one insert would. */
  token: string;
  /** TabSeparated text, or values; columns in the table's order. */
  rows: string | unknown[][];
}

/** What ingestion and reports need of a warehouse. */
export interface Warehouse {
  query<Row>(sql: string, params: QueryParams): Promise<Row[]>;
  /** Resolves when the rows are stored in the table and every view behind it. */
  insert(insert: TokenInsert): Promise<void>;
  command(sql: string): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface WarehouseOptions {
  /** http://user:password@host:port/database */
  url: string;
  cluster?: string | undefined;
}

export class ClickHouseWarehouse implements Warehouse {
  private readonly client: ClickHouseClient;
  private readonly insertSettings: string;

  constructor(options: WarehouseOptions) {
    this.client = createClient({
      url: options.url,
      application: 'linqr-analytics',
      request_timeout: REQUEST_TIMEOUT_MS,
      max_open_connections: 16,
      keep_alive: { enabled: true },
      // Failures are thrown and logged by the caller; the client's own lines would quote queries and their values.
      log: { level: ClickHouseLogLevel.OFF },
      clickhouse_settings: {
        output_format_json_quote_64bit_integers: 1,
        max_execution_time: MAX_EXECUTION_SECONDS,
        // Read what was just written, whichever replica answers.
        ...(options.cluster ? { select_sequential_consistency: '1' as const } : {}),
      },
    });
    // In the SQL, not in clickhouse_settings: the one place that every ClickHouse, embedded or not, applies per statement.
    this.insertSettings = [
      'async_insert = 0',
      'deduplicate_blocks_in_dependent_materialized_views = 1',
      'max_execution_time = 20',
      `max_partitions_per_insert_block = ${MAX_PARTITIONS_PER_INSERT}`,
      ...(options.cluster ? ['distributed_foreground_insert = 1', "insert_quorum = 'auto'"] : []),
    ].join(', ');
  }

  query<Row>(sql: string, params: QueryParams): Promise<Row[]> {
    return traced('clickhouse SELECT', ABOUT, () => this.ask<Row>(sql, params));
  }

  private async ask<Row>(sql: string, params: QueryParams): Promise<Row[]> {
    try {
      const result = await this.client.query({ query: sql, format: 'JSONEachRow', query_params: params });
      return await result.json<Row>();
    } catch (error) {
      throw warehouseFailure(error);
    }
  }

  insert(insert: TokenInsert): Promise<void> {
    return traced('clickhouse INSERT', ABOUT, () => this.store(insert));
  }

  private async store({ table, token, rows }: TokenInsert): Promise<void> {
    if (!/^[\w.:-]{1,200}$/.test(token) || !/^\w+(?: \([\w, ]+\))?$/.test(table)) throw new TypeError('not a token or table name');
    try {
      await this.client.insert({
        table: `${table} SETTINGS ${this.insertSettings}, insert_deduplication_token = '${token}'`,
        ...(typeof rows === 'string'
          ? { values: Readable.from([Buffer.from(rows)], { objectMode: false }), format: 'TabSeparated' as const }
          : { values: rows, format: 'JSONCompactEachRow' as const }),
      });
    } catch (error) {
      throw warehouseFailure(error);
    }
  }

  async command(sql: string): Promise<void> {
    try {
      await this.client.command({ query: sql });
    } catch (error) {
      throw warehouseFailure(error);
    }
  }

  async ping(): Promise<void> {
    await this.query('SELECT 1', {});
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
