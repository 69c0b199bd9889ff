create extension if not exists pg_trgm;
-- Lets one GIN index hold the workspace beside the trigrams, so that a search reads one workspace's codes only.
create extension if not exists btree_gin;

create table qr_codes (
  id text primary key,
  workspace_id text not null,
  -- The user who created it.
  owner_id text not null,
  type text not null check (type in ('url', 'text', 'email', 'phone', 'sms', 'wifi')),
  title text not null default '',
  description text not null default '',
  -- As its person wrote it; for url the normalised destination.
  content text not null,
  -- What the image encodes.
  payload text not null,
  -- The renderer's QrDesign without its logo.
  design jsonb not null,
  -- PNG, re-encoded by us, 512 pixels at most.
  logo bytea,
  -- Pixels of the image's side.
  size integer not null check (size between 64 and 4096),
  -- PNG of the current design and payload.
  image bytea not null,
  -- Empty until a short link is added.
  short_url text not null default '',
  short_id text not null default '',
  -- Counts up with every change.
  version integer not null default 1,
  archived_at timestamptz(3),
  deleted_at timestamptz(3),
  -- Lower-cased title, content and description; what a search looks in.
  search_text text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index qr_codes_newest on qr_codes (workspace_id, created_at desc, id desc) where deleted_at is null;
create index qr_codes_search on qr_codes using gin (workspace_id, search_text gin_trgm_ops) where deleted_at is null;

-- Who changed what, when. A scan carries the version that decided it.
create table qr_code_versions (
  qr_id text not null references qr_codes (id) on delete cascade,
  version integer not null,
  workspace_id text not null,
  change text not null check (change in ('created', 'updated', 'deleted')),
  changed_by text not null,
  changed_via text not null,
  changed_at timestamptz(3) not null,
  -- Type, title, description, content and state from then on.
  snapshot jsonb not null,
  primary key (qr_id, version)
);

create table idempotency_keys (
  workspace_id text not null,
  key text not null,
  -- SHA-256 of the request.
  request_hash bytea not null,
  qr_id text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
