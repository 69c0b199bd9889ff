// What the engine's process reads from its environment.
import { z } from 'zod';
import type { EngineFrontOptions } from './engine-front.js';

export interface ClickhouseProcessOptions {
  /** Made when missing. */
  dataFolder: string;
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 0: any free one. */
  port?: number;
  user: string;
  password: string;
  /** Default 30. No query runs longer, whatever its sender asks for. */
  maxQuerySeconds?: number;
  /** Memory all queries together may take, in MB. Default 1024. */
  maxMemoryMb?: number;
}

/** Everything the engine's process reads from its environment, which its supervisor makes with clickhouseEnvironment(). */
export const clickhouseConfig = z.object({
  CLICKHOUSE_FOLDER: z.string().min(1).describe('Where the engine keeps its data; made when missing'),
  CLICKHOUSE_HOST: z.string().default('127.0.0.1').describe('Address the front listens on'),
  CLICKHOUSE_PORT: z.coerce.number().int().min(0).max(65_535).default(0).describe('Its port; 0: any free one'),
  CLICKHOUSE_USER: z.string().min(1).describe('Name that callers sign in with'),
  CLICKHOUSE_PASSWORD: z.string().min(1).describe('Their password'),
  CLICKHOUSE_MAX_QUERY_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(30)
    .describe('No query runs longer, whatever its sender asks for'),
  CLICKHOUSE_MAX_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(64)
    .max(1 << 20)
    .default(1024)
    .describe('Memory that all queries together may take'),
});

/** Environment of a process that runs main.ts. UV_THREADPOOL_SIZE must be there before Node starts: queries run on that pool. */
export function clickhouseEnvironment(options: ClickhouseProcessOptions): Record<string, string> {
  const given = (name: string, value: number | string | undefined) => (value === undefined ? {} : { [name]: String(value) });
  return {
    UV_THREADPOOL_SIZE: '16',
    CLICKHOUSE_FOLDER: options.dataFolder,
    CLICKHOUSE_USER: options.user,
    CLICKHOUSE_PASSWORD: options.password,
    ...given('CLICKHOUSE_HOST', options.host),
    ...given('CLICKHOUSE_PORT', options.port),
    ...given('CLICKHOUSE_MAX_QUERY_SECONDS', options.maxQuerySeconds),
    ...given('CLICKHOUSE_MAX_MEMORY_MB', options.maxMemoryMb),
  };
}

export function engineFrontOptions(config: z.output<typeof clickhouseConfig>): EngineFrontOptions {
  return {
    dataFolder: config.CLICKHOUSE_FOLDER,
    host: config.CLICKHOUSE_HOST,
    port: config.CLICKHOUSE_PORT,
    credentials: { user: config.CLICKHOUSE_USER, password: config.CLICKHOUSE_PASSWORD },
    engineArguments: [
      '--output_format_json_quote_64bit_integers=1',
      `--max_execution_time=${config.CLICKHOUSE_MAX_QUERY_SECONDS}`,
      // Acknowledged means written: 26.7 would buffer inserts otherwise.
      '--async_insert=0',
      `--max_memory_usage=${config.CLICKHOUSE_MAX_MEMORY_MB * 1024 * 1024}`,
      '--background_pool_size=4',
      '--background_schedule_pool_size=4',
      '--mark_cache_size=67108864',
    ],
    maxQuerySeconds: config.CLICKHOUSE_MAX_QUERY_SECONDS,
    maxBodyBytes: 64 * 1024 * 1024,
    maxConcurrent: 8,
    maxWaiting: 200,
  };
}
