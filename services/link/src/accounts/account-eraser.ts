import type { Clock } from '@linqr/platform/clock';
import { type ErasedAccount, eraseRows } from '@linqr/platform/erasure';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { linkChanged } from '../links/link.events.js';
import type { Link } from '../links/link.js';
import type { ShortUrls } from '../links/link.mapping.js';
import type { LinkRepository } from '../links/link.repository.js';

/** Links, or addresses, that go in one transaction. */
const BATCH = 200;

export interface AccountEraserParts {
  database: DataSource;
  links: LinkRepository;
  shortUrls: ShortUrls;
  clock: Clock;
}

/**
 * Everything of a deleted account, links first and each with its own event, so that every edge drops it within seconds.
 * What stays are bare addresses without owner or destination: what was printed somewhere must never lead to a stranger.
 */
export class AccountEraser {
  constructor(private readonly parts: AccountEraserParts) {}

  /** Answers how many rows went. A crash in between goes on where it was when it is called again. */
  async erase(account: ErasedAccount, onProgress: () => Promise<void>): Promise<number> {
    const { database } = this.parts;
    const { workspaceId } = account;
    // First: an import that is under way finds itself gone before it writes its next links.
    await database.query('delete from imports where workspace_id = $1', [workspaceId]);
    const beside = await tablesOfLinks(database.manager);
    const live = await inBatches(onProgress, () =>
      database.transaction(async (tx) => {
        const links = await this.parts.links.lockSome(tx, workspaceId, BATCH);
        await appendToOutbox(
          tx,
          links.map((link) => linkChanged('deleted', this.emptied(link), this.parts.shortUrls)),
        );
        return purge(
          tx,
          links.map(({ id }) => id),
          beside,
        );
      }),
    );
    // Deleted by their owner before: every edge knows.
    const former = await inBatches(onProgress, () =>
      database.transaction(async (tx) => {
        const links = await tx.query<{ id: string }[]>('select id from links where workspace_id = $1 limit $2 for update', [
          workspaceId,
          BATCH,
        ]);
        return purge(
          tx,
          links.map(({ id }) => id),
          beside,
        );
      }),
    );
    await inBatches(onProgress, () => this.freeOwnDomains(workspaceId));
    await this.forgetPerson(account);
    return live + former + (await eraseRows(database, account, { onProgress }));
  }

  /** The event stays on the bus for days: it says that the link is gone, and nothing of what it was about. */
  private emptied(link: Link): Link {
    const now = new Date(Math.max(this.parts.clock.now(), link.updatedAt.getTime()));
    return { ...link, originalUrl: '', title: '', description: '', tags: [], version: link.version + 1, deletedAt: now, updatedAt: now };
  }

  /** What the desk holds of a person without knowing their workspace: messages and reports by address, and that admins dealt with them. */
  private async forgetPerson({ userId, emailSha256 }: ErasedAccount): Promise<void> {
    const { database } = this.parts;
    await database.query(`update admin_actions set target = '', target_id = '' where target_id = $1`, [userId]);
    if (emailSha256 === '') return;
    const sameEmail = `encode(sha256(convert_to(lower(email), 'UTF8')), 'hex') = $1`;
    await database.query(`delete from contact_messages where ${sameEmail}`, [emailSha256]);
    await database.query(`update report_entries set email = '' where email <> '' and ${sameEmail}`, [emailSha256]);
  }

  /** Addresses on a domain of the account's own go with it: whoever owns the domain next decides about them. */
  private async freeOwnDomains(workspaceId: string): Promise<number> {
    const [, deleted] = (await this.parts.database.query(
      `delete from addresses where (domain_id, slug) in (
         select a.domain_id, a.slug from addresses a join domains d on d.id = a.domain_id where d.workspace_id = $1 limit $2)`,
      [workspaceId, BATCH],
    )) as [unknown, number];
    return deleted;
  }
}

async function inBatches(onProgress: () => Promise<void>, batch: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const count = await batch();
    total += count;
    if (count < BATCH) return total;
    await onProgress();
  }
}

async function purge(tx: EntityManager, ids: string[], beside: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  await tx.query(`update admin_actions set target = '', target_id = '' where target_id = any ($1)`, [ids]);
  for (const table of beside) await tx.query(`delete from "${table}" where link_id = any ($1)`, [ids]);
  await tx.query(`update addresses set link_id = '' where link_id = any ($1)`, [ids]);
  await tx.query('delete from links where id = any ($1)', [ids]);
  return ids.length;
}

/** Tables that know a link by its id and do not go by themselves with it or with its workspace. */
async function tablesOfLinks(db: EntityManager): Promise<string[]> {
  const tables = await db.query<{ table: string }[]>(
    `select c.relname as table from pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'link_id' and not a.attisdropped
     where c.relkind = 'r' and c.relname <> 'addresses'
       and not exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confdeltype = 'c')
       and not exists (select 1 from pg_attribute w where w.attrelid = c.oid and w.attname = 'workspace_id' and not w.attisdropped)`,
  );
  return tables.map(({ table }) => table);
}
