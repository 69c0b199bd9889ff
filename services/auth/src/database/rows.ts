import type { EntityManager } from 'typeorm';

/** The rows that a statement selects or returns; TypeORM wraps those of UPDATE and DELETE with their count. */
export async function rows<Row>(db: EntityManager, sql: string, parameters: unknown[] = []): Promise<Row[]> {
  const result: unknown = await db.query(sql, parameters);
  if (!Array.isArray(result)) return [];
  return (result.length === 2 && Array.isArray(result[0]) && typeof result[1] === 'number' ? result[0] : result) as Row[];
}

/** The first of them. */
export async function firstRow<Row>(db: EntityManager, sql: string, parameters: unknown[] = []): Promise<Row | undefined> {
  return (await rows<Row>(db, sql, parameters))[0];
}
