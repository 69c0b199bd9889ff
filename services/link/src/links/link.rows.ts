import type { Rule, Variant } from '../targeting/targeting.js';
import type { Link, RedirectType } from './link.js';

/** The columns a link is read with; `l` is links, `d` its domain. Never the password's hash. */
export const LINK_COLUMNS = `l.id, l.workspace_id, l.owner_id, l.domain_id, d.host, d.is_installation, l.slug, l.is_custom_alias,
  l.original_url, l.title, l.description, l.password_hash is not null as has_password, l.password_version, l.expires_at, l.starts_at,
  l.max_clicks, l.redirect_type, l.forward_query, l.rules, l.variants, l.qr_id, l.version, l.archived_at, l.quarantined_at, l.disabled_at,
  l.deleted_at, l.capped_at, l.created_at, l.updated_at,
  coalesce((select c.clicks from link_clicks c where c.link_id = l.id), 0) as counted_clicks,
  array(select t.tag from link_tags t where t.link_id = l.id order by t.position) as tags`;

export interface LinkRow {
  id: string;
  workspace_id: string;
  owner_id: string;
  domain_id: string;
  host: string;
  is_installation: boolean;
  slug: string;
  is_custom_alias: boolean;
  original_url: string;
  title: string;
  description: string;
  has_password: boolean;
  password_version: number;
  expires_at: Date | null;
  starts_at: Date | null;
  max_clicks: string;
  redirect_type: RedirectType;
  forward_query: boolean;
  rules: Rule[];
  variants: Variant[];
  qr_id: string | null;
  version: number;
  archived_at: Date | null;
  quarantined_at: Date | null;
  disabled_at: Date | null;
  deleted_at: Date | null;
  capped_at: Date | null;
  created_at: Date;
  updated_at: Date;
  counted_clicks: string;
  tags: string[];
}

export function linkOf(row: LinkRow): Link {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    ownerId: row.owner_id,
    domain: { id: row.domain_id, host: row.host, isInstallation: row.is_installation },
    slug: row.slug,
    isCustomAlias: row.is_custom_alias,
    originalUrl: row.original_url,
    title: row.title,
    description: row.description,
    tags: row.tags,
    hasPassword: row.has_password,
    passwordVersion: row.password_version,
    expiresAt: row.expires_at,
    startsAt: row.starts_at,
    maxClicks: Number(row.max_clicks),
    redirectType: row.redirect_type,
    forwardQuery: row.forward_query,
    rules: row.rules,
    variants: row.variants,
    qrId: row.qr_id,
    version: row.version,
    archivedAt: row.archived_at,
    quarantinedAt: row.quarantined_at,
    disabledAt: row.disabled_at,
    deletedAt: row.deleted_at,
    cappedAt: row.capped_at,
    countedClicks: Number(row.counted_clicks),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
