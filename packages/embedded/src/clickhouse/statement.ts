// Reading a ClickHouse HTTP request as SQL: settings, parameters, and what kind of statement it is.
import { EngineError } from './errors.js';

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const MAX_SETTINGS = 200;

/** Query-string names that steer the HTTP interface itself and are no settings of the engine. */
const HTTP_ONLY = new Set([
  'query',
  'database',
  'query_id',
  'session_id',
  'session_timeout',
  'session_check',
  'user',
  'password',
  'role',
  'default_format',
  'wait_end_of_query',
  'enable_http_compression',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
  'http_write_exception_in_output_format',
  'cancel_http_readonly_queries_on_client_close',
  'buffer_size',
  'compress',
  'decompress',
]);

export function literal(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The statements that give a session the request's database, parameters and settings, in the order they must run. */
export function sessionStatements(query: URLSearchParams, database: string | undefined, maxQuerySeconds: number): string[] {
  const statements: string[] = [];
  const settings: string[] = [];
  if (database && database !== 'default') {
    if (database.includes('`') || database.includes('\0')) throw new EngineError(36, 'BAD_ARGUMENTS', 'The database name is not valid');
    statements.push(`USE \`${database.replaceAll('\\', '\\\\')}\``);
  }
  for (const [name, value] of query) {
    if (HTTP_ONLY.has(name)) continue;
    if (!IDENTIFIER.test(name)) throw new EngineError(115, 'UNKNOWN_SETTING', `Unknown setting ${JSON.stringify(name.slice(0, 80))}`);
    if (name.startsWith('param_')) statements.push(`SET ${name} = ${literal(value)}`);
    // A query cannot be interrupted once it runs in here, only time out: the limit holds whatever the client wishes.
    else if (name === 'max_execution_time') settings.push(`${name} = ${Math.min(Number(value) || maxQuerySeconds, maxQuerySeconds)}`);
    else settings.push(`${name} = ${literal(value)}`);
  }
  if (settings.length + statements.length > MAX_SETTINGS) throw new EngineError(115, 'UNKNOWN_SETTING', 'Too many settings');
  if (settings.length > 0) statements.push(`SET ${settings.join(', ')}`);
  return statements;
}

/** First word in lower case, comments, blanks and opening brackets before it skipped. */
export function firstWord(sql: string): string {
  let at = 0;
  for (;;) {
    while (at < sql.length && /[\s(]/.test(sql[at]!)) at++;
    if (sql.startsWith('--', at)) at = endOf(sql, '\n', at);
    else if (sql.startsWith('/*', at)) at = endOf(sql, '*/', at + 2);
    else break;
  }
  return /^[A-Za-z]*/.exec(sql.slice(at, at + 40))![0].toLowerCase();
}

function endOf(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from);
  return found < 0 ? sql.length : found + mark.length;
}

/** The format that a `FORMAT x` at the end names. */
export function namedFormat(sql: string): string | undefined {
  return /\bFORMAT\s+(\w+)\s*;?\s*$/i.exec(sql.slice(-200))?.[1];
}

const READING = new Set(['select', 'with', 'show', 'describe', 'desc', 'explain', 'exists']);

/** Rows can leave while the engine still works on the rest. */
export function canStream(sql: string, format: string): boolean {
  return READING.has(firstWord(sql)) && /EachRow$|^TabSeparated|^TSV|^CSV/i.test(format);
}
