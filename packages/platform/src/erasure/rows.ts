// Which rows belong to an account is asked of the database itself, so that a table added tomorrow is not forgotten.
import type { DataSource, EntityManager } from 'typeorm';
import type { ErasedAccount } from './index.js';

/** Columns that say whose a row is; of several the first: what belongs to a workspace goes with that and with nothing else. */
const OWNERS = { workspace_id: 'workspaceId', owner_id: 'userId', user_id: 'userId' } as const;
type OwnerColumn = keyof typeof OWNERS;

const BATCH = 2_000;
const MAX_ROUNDS = 100_000;

export interface OwnedTable {
  table: string;
  column: OwnerColumn;
  /** Its rows go with those of another owned table (foreign key, on delete cascade). */
  cascades: boolean;
}

/** Every table with an owner column, those that refer to others before them. */
export async function ownedTables(db: DataSource | EntityManager): Promise<OwnedTable[]> {
  const tables = (await db.query(
    `select c.relname as table, a.attname as column,
        exists (select 1 from pg_constraint k join pg_attribute p on p.attrelid = k.confrelid and p.attname = any ($1)
                where k.conrelid = c.oid and k.contype = 'f' and k.confdeltype = 'c' and k.confrelid <> c.oid) as cascades,
        array(select r.relname from pg_constraint k join pg_class r on r.oid = k.confrelid
              where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers
     from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
     join pg_attribute a on a.attrelid = c.oid and a.attname = any ($1) and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'erasures' order by c.relname, a.attname`,
    [Object.keys(OWNERS)],
  )) as (OwnedTable & { refers: string[] })[];
  const sorted: OwnedTable[] = [];
  const waiting = tables.filter((t) => !tables.some((other) => other.table === t.table && rank(other) < rank(t)));
  while (waiting.length > 0) {
    // A ring of references has no first table; the database then says so itself.
    const free = waiting.findIndex((t) => !waiting.some((other) => other.table !== t.table && other.refers.includes(t.table)));
    for (const { table, column, cascades } of waiting.splice(Math.max(free, 0), 1)) sorted.push({ table, column, cascades });
  }
  return sorted;
}

const rank = ({ column }: OwnedTable) => Object.keys(OWNERS).indexOf(column);

/**
 * Deletes the account's rows from every owned table, a few thousand at a time; answers how many went. `keep`: tables that
 * the caller deals with itself.
 */
export async function eraseRows(
  database: DataSource,
  account: ErasedAccount,
  { keep = [], onProgress }: { keep?: readonly string[]; onProgress?: () => Promise<void> } = {},
): Promise<number> {
  let erased = 0;
  for (const { table, column, cascades } of await ownedTables(database)) {
    if (cascades || keep.includes(table)) continue;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const [, count] = (await database.query(
        `delete from "${table}" where ctid = any (array(select ctid from "${table}" where "${column}" = $1 limit ${BATCH}))`,
        [account[OWNERS[column]]],
      )) as [unknown, number];
      erased += count;
      if (count < BATCH) break;
      await onProgress?.();
    }
  }
  return erased;
}
