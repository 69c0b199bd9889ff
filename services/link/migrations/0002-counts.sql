-- Exact totals at 100,000 links a workspace without reading the table. The first index is small, because equal keys share
-- an entry; index-only scans need pages that are marked visible, so vacuum comes earlier than by default (20 %).
create index links_of_workspace on links (workspace_id) where deleted_at is null;
alter table links set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- The list's filters.
create index links_custom on links (workspace_id, created_at desc, id desc) where deleted_at is null and is_custom_alias;
create index links_protected on links (workspace_id, created_at desc, id desc) where deleted_at is null and password_hash is not null;

-- The few links a visit may not be let through by: active links are all without the ones found in here.
create index links_restricted on links (workspace_id) include (archived_at, disabled_at, quarantined_at, expires_at, starts_at)
  where deleted_at is null
    and (archived_at is not null or disabled_at is not null or quarantined_at is not null or expires_at is not null or starts_at is not null);
