-- A workspace's own designs, to be used again.
create table qr_templates (
  id text primary key,
  workspace_id text not null,
  name text not null,
  -- The renderer's QrDesign without its logo.
  design jsonb not null,
  -- PNG, re-encoded by us, 512 pixels at most.
  logo bytea,
  -- Pixels of the image's side.
  size integer not null check (size between 64 and 4096),
  created_by text not null,
  created_at timestamptz(3) not null
);
create unique index qr_templates_name on qr_templates (workspace_id, lower(name));
