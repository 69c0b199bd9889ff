import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { LinkState, RedirectType } from '../links/link.js';
import { stateOf } from '../links/link.js';
import type { Rule, Variant } from '../targeting/targeting.js';
import { mayGoOn } from './quarantine.js';

/** All that a redirect decision needs. */
export interface Resolution {
  id: string;
  workspaceId: string;
  ownerId: string;
  originalUrl: string;
  redirectType: RedirectType;
  forwardQuery: boolean;
  hasPassword: boolean;
  passwordVersion: number;
  expiresAt: Date | null;
  startsAt: Date | null;
  maxClicks: number;
  state: LinkState;
  version: number;
  title: string;
  host: string;
  slug: string;
  qrId: string | null;
  rules: Rule[];
  variants: Variant[];
  countedClicks: number;
  /** Of a quarantined link: a warned visitor may go on. */
  mayGoOn: boolean;
}

interface Row {
  id: string;
  workspace_id: string;
  owner_id: string;
  original_url: string;
  redirect_type: RedirectType;
  forward_query: boolean;
  password_hash: string | null;
  password_version: number;
  expires_at: Date | null;
  starts_at: Date | null;
  max_clicks: string;
  version: number;
  title: string;
  archived_at: Date | null;
  quarantined_at: Date | null;
  disabled_at: Date | null;
  deleted_at: Date | null;
  host: string;
  slug: string;
  qr_id: string | null;
  qr_paused: boolean;
  qr_disabled: boolean;
  rules: Rule[];
  variants: Variant[];
  counted_clicks: string;
  quarantined_reason: string | null;
  is_current: boolean;
  /** The owner's account is closed: nothing of theirs opens. */
  owner_suspended: boolean;
}

const COLUMNS = `l.id, l.workspace_id, l.owner_id, l.original_url, l.redirect_type, l.forward_query, l.password_hash, l.password_version,
  l.expires_at, l.starts_at, l.max_clicks, l.version, l.title, l.archived_at, l.quarantined_at, l.disabled_at, l.deleted_at,
  l.qr_id, l.qr_paused, l.qr_disabled, l.rules, l.variants, l.quarantined_reason,
  case when l.max_clicks = 0 then 0 else coalesce((select c.clicks from link_clicks c where c.link_id = l.id), 0) end as counted_clicks,
  exists (select 1 from suspended_workspaces s where s.workspace_id = l.workspace_id) as owner_suspended`;

/** Reads by address, on the path of every cache miss of an edge: named statements on the plain pool, prepared once a connection. */
export class ResolutionRepository {
  private readonly pool: Pool;

  constructor(database: DataSource) {
    this.pool = (database.driver as unknown as { master: Pool }).master;
  }

  /** An address that a link had before counts as deleted: it led somewhere once and is nobody else's now. */
  async byAddress(host: string, slug: string): Promise<{ resolution: Resolution; passwordHash: string | null } | undefined> {
    const { rows } = await this.pool.query<Row>({
      name: 'resolve-address',
      text: `select ${COLUMNS}, d.host, a.slug, l.domain_id = a.domain_id and l.slug = a.slug as is_current
               from domains d
               join addresses a on a.domain_id = d.id
               join links l on l.id = a.link_id
              where d.host = $1 and d.serves and a.slug = $2`,
      values: [host, slug],
    });
    return rows[0] && answer(rows[0]);
  }

  /** Many at once, in the order asked; undefined for an address that never was. */
  async byAddresses(addresses: readonly { host: string; slug: string }[]): Promise<(Resolution | undefined)[]> {
    const { rows } = await this.pool.query<Row & { place: string }>({
      name: 'resolve-addresses',
      text: `select ${COLUMNS}, d.host, a.slug, l.domain_id = a.domain_id and l.slug = a.slug as is_current, asked.place
               from unnest($1::text[], $2::text[]) with ordinality as asked (host, slug, place)
               join domains d on d.host = asked.host and d.serves
               join addresses a on a.domain_id = d.id and a.slug = asked.slug
               join links l on l.id = a.link_id`,
      values: [addresses.map(({ host }) => host), addresses.map(({ slug }) => slug)],
    });
    const found: (Resolution | undefined)[] = addresses.map(() => undefined);
    for (const row of rows) found[Number(row.place) - 1] = answer(row).resolution;
    return found;
  }

  async byId(id: string): Promise<{ resolution: Resolution; passwordHash: string | null } | undefined> {
    const { rows } = await this.pool.query<Row>({
      name: 'resolve-id',
      text: `select ${COLUMNS}, d.host, l.slug, true as is_current from links l join domains d on d.id = l.domain_id where l.id = $1`,
      values: [id],
    });
    return rows[0] && answer(rows[0]);
  }
}

function visibleState(row: Row): LinkState {
  if (!row.is_current || row.deleted_at) return 'deleted';
  if (row.qr_disabled) return 'disabled';
  // While its code rests, a link opens nothing.
  if (row.qr_paused) return 'deleted';
  if (row.owner_suspended) return 'disabled';
  return stateOf({ archivedAt: row.archived_at, quarantinedAt: row.quarantined_at, disabledAt: row.disabled_at, deletedAt: null });
}

function answer(row: Row): { resolution: Resolution; passwordHash: string | null } {
  const state = visibleState(row);
  const gone = state === 'deleted';
  return {
    passwordHash: row.password_hash,
    resolution: {
      id: row.id,
      workspaceId: row.workspace_id,
      ownerId: row.owner_id,
      originalUrl: gone ? '' : row.original_url,
      redirectType: row.redirect_type,
      forwardQuery: row.forward_query,
      hasPassword: row.password_hash !== null,
      passwordVersion: row.password_version,
      expiresAt: row.expires_at,
      startsAt: row.starts_at,
      maxClicks: Number(row.max_clicks),
      state,
      // Closing and opening an account changes no link: without a version of its own an edge never takes what it has for this.
      version: row.owner_suspended ? 0 : row.version,
      title: gone ? '' : row.title,
      host: row.host,
      slug: row.slug,
      qrId: row.qr_id,
      rules: gone ? [] : row.rules,
      variants: gone ? [] : row.variants,
      countedClicks: Number(row.counted_clicks),
      mayGoOn: state === 'quarantined' && mayGoOn(row.quarantined_reason),
    },
  };
}
