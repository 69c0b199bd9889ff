// Migration files carry placeholders, so that one text serves a single server and a cluster.
export interface SchemaVariables {
  /** Set: replicated tables on every node of this cluster and distributed ones in front of them. */
  cluster?: string | undefined;
  rawRetentionDays: number;
  ledgerRetentionDays: number;
}

/** Inserts whose tokens are remembered per table. At one insert every 100 ms: about a quarter of an hour of retries. */
const DEDUPLICATION_WINDOW = 10_000;

/** The statements of a file, in order, with the placeholders filled in; throws on one it does not know. */
export function renderStatements(template: string, variables: SchemaVariables): string[] {
  const { cluster } = variables;
  const filled = template.replace(/^\s*--.*$/gm, '').replace(/\{\{([^}]+)\}\}/g, (_, placeholder: string) => {
    const [name, rest = ''] = placeholder.split(/:(.*)/s);
    if (name === 'on_cluster') return cluster ? `ON CLUSTER \`${cluster}\`` : '';
    if (name === 'local') return cluster ? `${rest}_local` : rest;
    if (name === 'engine') return cluster ? replicated(rest) : rest;
    if (name === 'deduplication')
      return cluster
        ? `replicated_deduplication_window = ${DEDUPLICATION_WINDOW}, replicated_deduplication_window_seconds = 604800`
        : `non_replicated_deduplication_window = ${DEDUPLICATION_WINDOW}`;
    if (name === 'raw_retention_days') return String(variables.rawRetentionDays);
    if (name === 'ledger_retention_days') return String(variables.ledgerRetentionDays);
    if (name === 'distributed') return cluster ? distributed(rest, cluster) : '';
    throw new Error(`unknown placeholder in a migration: ${placeholder}`);
  });
  return filled
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
}

/** {shard}, {replica} and {uuid} are macros of the servers. */
function replicated(engine: string): string {
  const [, name, args] = /^(\w+)(?:\((.*)\))?$/.exec(engine) ?? [];
  return `Replicated${name}('/clickhouse/tables/{uuid}/{shard}', '{replica}'${args ? `, ${args}` : ''})`;
}

function distributed(rest: string, cluster: string): string {
  const [, table, shardBy] = /^(\w+) by (.+)$/.exec(rest) ?? [];
  if (!table) throw new Error(`a distributed table needs a sharding expression: ${rest}`);
  return (
    `CREATE TABLE IF NOT EXISTS ${table} ON CLUSTER \`${cluster}\` AS ${table}_local ` +
    `ENGINE = Distributed('${cluster}', currentDatabase(), ${table}_local, ${shardBy});`
  );
}
