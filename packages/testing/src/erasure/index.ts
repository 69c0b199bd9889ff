// Looks for what must not be there any more: texts in every column of every table.
import type pg from 'pg';

type Sql = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Tables of whose rows at least one contains one of the texts, in any case, as text or as bytes: `schema.table: text`. */
export async function postgresTracesOf(sql: Sql, texts: readonly string[], { schemas = ['public'] } = {}): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname = any ($1) order by 1, 2`,
    [schemas],
  );
  const found: string[] = [];
  for (const { schema, name } of tables)
    for (const text of texts) {
      const rows = await sql(
        `select 1 from "${schema}"."${name}" t where position(lower($1) in lower(t::text)) > 0 or position($2 in t::text) > 0 limit 1`,
        [text, Buffer.from(text).toString('hex')],
      );
      if (rows.length > 0) found.push(`${schema}.${name}: ${text}`);
    }
  return found;
}

/** The same in a ClickHouse database; states of aggregate functions are no text. */
export async function clickhouseTracesOf(url: string, texts: readonly string[], database = 'default'): Promise<string[]> {
  const { origin, username, password } = new URL(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const ask = async <Row>(query: string): Promise<Row[]> => {
    const response = await fetch(origin, {
      method: 'POST',
      body: `${query} FORMAT JSONEachRow`,
      headers: username ? { authorization } : {},
    });
    const body = await response.text();
    if (!response.ok) throw new Error(body);
    return body
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Row);
  };
  const columns = await ask<{ table: string; name: string }>(
    `SELECT c.table AS table, c.name AS name FROM system.columns c JOIN system.tables t ON t.database = c.database AND t.name = c.table
     WHERE c.database = '${database}' AND t.engine LIKE '%MergeTree' AND c.type NOT LIKE 'AggregateFunction%'`,
  );
  const found: string[] = [];
  for (const table of new Set(columns.map((column) => column.table))) {
    const shown = columns.filter((column) => column.table === table).map(({ name }) => `toString(\`${name}\`)`);
    for (const text of texts) {
      const quoted = text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
      const [row] = await ask<{ n: string }>(
        `SELECT count() AS n FROM \`${database}\`.\`${table}\` WHERE positionCaseInsensitive(concat(${shown.join(", ' ', ")}), '${quoted}') > 0`,
      );
      if (Number(row?.n ?? 0) > 0) found.push(`${table}: ${text}`);
    }
  }
  return found;
}
