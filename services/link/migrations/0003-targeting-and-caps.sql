-- Rules (first match decides) and variants, as the owner ordered them; see src/targeting/targeting.ts for their shape.
-- Both are versioned with the link, in link_versions.snapshot. json, not jsonb: read back as written, never searched.
alter table links add column rules json not null default '[]';
alter table links add column variants json not null default '[]';
-- The code whose scans come through this link.
alter table links add column qr_id text;
-- When the click cap was reached; null: it was not, or there is none.
alter table links add column capped_at timestamptz(3);
create index links_capped on links (workspace_id) where deleted_at is null and capped_at is not null;

-- Clicks of humans as analytics counted them, for every link: a cap may be set at any time. A table of its own with room on
-- its pages, so that counting writes neither the link's indexes nor new pages.
create table link_clicks (
  link_id text primary key,
  clicks bigint not null
) with (fillfactor = 50);

-- Visits let through on one of a link's last clicks that analytics has not counted yet.
create table click_seats (
  click_id uuid primary key,
  link_id text not null,
  taken_at timestamptz(3) not null
);
create index click_seats_of_link on click_seats (link_id);
create index click_seats_age on click_seats (taken_at);
