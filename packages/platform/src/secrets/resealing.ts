// After a key was replaced: what the old one sealed is sealed with the new one, so that the old one can be dropped.
import type { DataSource } from 'typeorm';
import type { Logger } from '../logging/index.js';
import { Gauge, type Registry } from '../management/index.js';
import { BackgroundWork } from '../work/index.js';
import type { SecretBox } from './index.js';

/** Texts of a table that a SecretBox keeps. The names are ours: they go into SQL as they are. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Column that the context is made of. */
  owner: string;
  /** The context that a row was sealed with. */
  context: (owner: string) => string;
}

export interface ResealingOptions {
  database: DataSource;
  box: SecretBox;
  columns: readonly SealedColumn[];
  logger: Logger;
  registry: Registry;
}

const BATCH = 200;
/** Replicas that still have the former key in front seal with it until they are replaced. */
const EVERY_MS = 30_000;

export class Resealing {
  private readonly work: BackgroundWork;
  private readonly left: Gauge<'table'>;

  constructor(private readonly options: ResealingOptions) {
    this.left = new Gauge({
      name: 'secrets_under_old_keys',
      help: 'Texts that only an old key opens; at 0 in every service that has the key it can be dropped',
      labelNames: ['table'],
      registers: [options.registry],
    });
    this.work = new BackgroundWork({
      round: () => this.round(),
      everyMs: EVERY_MS,
      interrupted: 'secrets could not be sealed again',
      logger: options.logger,
    });
  }

  /** With one key there is nothing to do, ever. */
  start(): void {
    if (this.options.box.oldKeyIds.length > 0) this.work.start();
  }

  stop(): Promise<void> {
    return this.work.stop();
  }

  /** Answers how many were sealed again. */
  async round(): Promise<number> {
    let all = 0;
    for (const column of this.options.columns) {
      for (let done = -1; done !== 0 && !this.work.stopped; all += done) done = await this.batch(column);
      this.left.set({ table: column.table }, await this.count(column));
    }
    if (all > 0) this.options.logger.info({ secrets: all }, 'sealed again with the first key');
    return all;
  }

  private async batch({ table, column, owner, context }: SealedColumn): Promise<number> {
    const { database, box } = this.options;
    const rows = await database.query<{ owner: string; sealed: Buffer }[]>(
      `select ${owner} as owner, ${column} as sealed from ${table} where substring(${column} from 1 for 4) = any($1) limit ${BATCH}`,
      [box.oldKeyIds],
    );
    let done = 0;
    for (const row of rows) {
      const text = box.open(row.sealed, context(row.owner));
      if (text === undefined) continue;
      // Unless it was replaced meanwhile.
      await database.query(`update ${table} set ${column} = $1 where ${owner} = $2 and ${column} = $3`, [
        box.seal(text, context(row.owner)),
        row.owner,
        row.sealed,
      ]);
      done++;
    }
    return done;
  }

  private async count({ table, column }: SealedColumn): Promise<number> {
    const [row] = await this.options.database.query<[{ count: string }]>(
      `select count(*) as count from ${table} where substring(${column} from 1 for 4) = any($1)`,
      [this.options.box.oldKeyIds],
    );
    return Number(row.count);
  }
}
