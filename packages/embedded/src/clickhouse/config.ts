// What the engine's process reads from its environment.
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

/** Environment of a process that runs main.ts. UV_THREADPOOL_SIZE must be there before Node starts: queries run on that pool. */
export function clickhouseEnvironment(options: ClickhouseProcessOptions): Record<string, string> {
  return {
    UV_THREADPOOL_SIZE: '16',
    CLICKHOUSE_FOLDER: options.dataFolder,
    CLICKHOUSE_HOST: options.host ?? '127.0.0.1',
    CLICKHOUSE_PORT: String(options.port ?? 0),
    CLICKHOUSE_USER: options.user,
    CLICKHOUSE_PASSWORD: options.password,
    CLICKHOUSE_MAX_QUERY_SECONDS: String(options.maxQuerySeconds ?? 30),
    CLICKHOUSE_MAX_MEMORY_MB: String(options.maxMemoryMb ?? 1024),
  };
}

/** Throws one sentence naming all problems. */
export function engineFrontOptions(env: NodeJS.ProcessEnv): EngineFrontOptions {
  const problems: string[] = [];
  const text = (name: string) => {
    const value = env[name];
    if (!value) problems.push(`${name} is missing`);
    return value ?? '';
  };
  const number = (name: string, least: number, most: number) => {
    const value = Number(text(name));
    if (!Number.isInteger(value) || value < least || value > most) problems.push(`${name} must be a whole number from ${least} to ${most}`);
    return value;
  };
  const maxQuerySeconds = number('CLICKHOUSE_MAX_QUERY_SECONDS', 1, 3_600);
  const maxMemoryBytes = number('CLICKHOUSE_MAX_MEMORY_MB', 64, 1 << 20) * 1024 * 1024;
  const options: EngineFrontOptions = {
    dataFolder: text('CLICKHOUSE_FOLDER'),
    host: text('CLICKHOUSE_HOST'),
    port: number('CLICKHOUSE_PORT', 0, 65_535),
    credentials: { user: text('CLICKHOUSE_USER'), password: text('CLICKHOUSE_PASSWORD') },
    engineArguments: [
      '--output_format_json_quote_64bit_integers=1',
      `--max_execution_time=${maxQuerySeconds}`,
      // Acknowledged means written: 26.7 would buffer inserts otherwise.
      '--async_insert=0',
      `--max_memory_usage=${maxMemoryBytes}`,
      '--background_pool_size=4',
      '--background_schedule_pool_size=4',
      '--mark_cache_size=67108864',
    ],
    maxQuerySeconds,
    maxBodyBytes: 64 * 1024 * 1024,
    maxConcurrent: 8,
    maxWaiting: 200,
  };
  if (problems.length > 0) throw new Error(`The ClickHouse process is not configured: ${problems.join('; ')}.`);
  return options;
}
