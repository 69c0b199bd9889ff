import { newId } from '@linqr/platform/ids';
import type { DataSource } from 'typeorm';
import type { Domain } from '../links/link.js';

interface Row {
  id: string;
  host: string;
  is_installation: boolean;
}

/** Hosts that short links live on. */
export class DomainRepository {
  constructor(private readonly database: DataSource) {}

  /** The installation's own domain, made or renamed to `host`. Every process does this at its start. */
  async ensureInstallation(host: string, now: Date): Promise<Domain> {
    const [row] = await this.database.query<Row[]>(
      `insert into domains (id, host, is_installation, created_at) values ($1, $2, true, $3)
       on conflict (is_installation) where is_installation do update set host = excluded.host
       returning id, host, is_installation`,
      [newId('dom', now.getTime()), host, now],
    );
    return domainOf(row!);
  }

  async findOfWorkspace(workspaceId: string, host: string): Promise<Domain | undefined> {
    const [row] = await this.database.query<Row[]>(`select id, host, is_installation from domains where workspace_id = $1 and host = $2`, [
      workspaceId,
      host,
    ]);
    return row && domainOf(row);
  }

  /** True for any host that short links of this installation live on, whosever it is. */
  async isKnown(host: string): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(`select 1 from domains where host = $1`, [host]);
    return rows.length > 0;
  }
}

function domainOf(row: Row): Domain {
  return { id: row.id, host: row.host, isInstallation: row.is_installation };
}
