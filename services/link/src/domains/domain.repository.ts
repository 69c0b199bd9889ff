import { newId } from '@linqr/platform/ids';
import type { DataSource } from 'typeorm';
import type { Domain } from '../links/link.js';

interface Row {
  id: string;
  host: string;
  is_installation: boolean;
}

/** Hosts that short links live on, as the rest of the service needs to know them. */
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

  /** A domain that the workspace may make links on: verified, and not somebody else's since. */
  async findOfWorkspace(workspaceId: string, host: string): Promise<Domain | undefined> {
    const [row] = await this.database.query<Row[]>(
      `select id, host, is_installation from domains where workspace_id = $1 and host = $2 and serves and state = 'verified'`,
      [workspaceId, host],
    );
    return row && domainOf(row);
  }

  /**
   * True for any host that short links of this installation are served on, whosever it is. A mere claim makes none, nor does
   * one that was proved and neither leads here nor has links: it may be somebody's website still.
   */
  async isKnown(host: string): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      `select 1 from domains d where d.host = $1 and d.serves
         and (d.is_installation or d.points_here or exists (select 1 from links l where l.domain_id = d.id and l.deleted_at is null))`,
      [host],
    );
    return rows.length > 0;
  }

  /** For the edge and for certificates: what is served on a host; undefined: nothing. The root of a closed account's, or one on a block list, leads nowhere. */
  async serving(host: string): Promise<{ isInstallation: boolean; rootRedirect: string } | undefined> {
    const [row] = await this.database.query<{ is_installation: boolean; root_redirect: string }[]>(
      `select d.is_installation,
              case when d.root_blocked or exists (select 1 from suspended_workspaces s where s.workspace_id = d.workspace_id) then ''
                   else d.root_redirect end
                as root_redirect
         from domains d where d.host = $1 and d.serves`,
      [host],
    );
    return row && { isInstallation: row.is_installation, rootRedirect: row.root_redirect };
  }
}

function domainOf(row: Row): Domain {
  return { id: row.id, host: row.host, isInstallation: row.is_installation };
}
