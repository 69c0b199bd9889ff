create extension if not exists pg_trgm;
-- Lets one GIN index hold the workspace beside the trigrams, so that a search reads one workspace's links only.
create extension if not exists btree_gin;

-- Hosts that short links live on. The installation's own is the one row without a workspace.
create table domains (
  id text primary key,
  host text not null unique check (host = lower(host)),
  workspace_id text,
  is_installation boolean not null default false,
  created_at timestamptz(3) not null,
  check (is_installation = (workspace_id is null))
);
create unique index domains_one_installation on domains (is_installation) where is_installation;

create table links (
  id text primary key,
  workspace_id text not null,
  -- The user who created it.
  owner_id text not null,
  domain_id text not null references domains (id),
  slug text not null,
  is_custom_alias boolean not null,
  original_url text not null,
  title text not null default '',
  description text not null default '',
  -- argon2id, PHC string; null: no password.
  password_hash text,
  -- Counts up with every change of the password.
  password_version integer not null default 0,
  expires_at timestamptz(3),
  starts_at timestamptz(3),
  -- 0: no cap.
  max_clicks bigint not null default 0 check (max_clicks >= 0),
  redirect_type smallint not null check (redirect_type in (301, 302, 307, 308)),
  forward_query boolean not null default false,
  -- Counts up with every change.
  version integer not null default 1,
  -- Soft state, strongest first: deleted, disabled, quarantined, archived.
  archived_at timestamptz(3),
  archived_reason text,
  quarantined_at timestamptz(3),
  quarantined_reason text,
  disabled_at timestamptz(3),
  disabled_reason text,
  deleted_at timestamptz(3),
  deleted_reason text,
  -- Lower-cased title, destination, slug, description and tags; what a search looks in.
  search_text text not null,
  -- Lower-cased title, or the destination without its scheme where there is none; what "by title" sorts by.
  title_key text collate "C" not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Also over deleted links: their slugs are not handed out again.
  constraint links_address unique (domain_id, slug)
);
create index links_newest on links (workspace_id, created_at desc, id desc) where deleted_at is null;
create index links_by_title on links (workspace_id, title_key, id) where deleted_at is null;
create index links_expiring on links (workspace_id, expires_at) where deleted_at is null and expires_at is not null;
create index links_search on links using gin (workspace_id, search_text gin_trgm_ops) where deleted_at is null;

-- Every address ever handed out and the link it belongs to: a renamed alias stays its link's for good. This primary key
-- decides who gets an address.
create table addresses (
  domain_id text not null references domains (id),
  slug text not null,
  link_id text not null,
  primary key (domain_id, slug)
);

create table link_tags (
  link_id text not null references links (id) on delete cascade,
  -- Lower-cased by the service: one link has a tag once, whatever the case.
  tag_key text not null,
  -- As its person wrote it.
  tag text not null,
  workspace_id text not null,
  position smallint not null,
  primary key (link_id, tag_key)
);
create index link_tags_by_tag on link_tags (workspace_id, tag_key, link_id);

-- Who changed what, when. A click carries the version that decided it.
create table link_versions (
  link_id text not null references links (id) on delete cascade,
  version integer not null,
  workspace_id text not null,
  change text not null check (change in ('created', 'updated', 'state_changed', 'deleted')),
  -- Empty: the installation itself.
  changed_by text not null,
  changed_via text not null,
  changed_at timestamptz(3) not null,
  -- The link as it was from then on; never the password or its hash.
  snapshot jsonb not null,
  primary key (link_id, version)
);

create table idempotency_keys (
  workspace_id text not null,
  key text not null,
  -- SHA-256 of the request without its password.
  request_hash bytea not null,
  link_id text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Guesses at link passwords. A bucket is a keyed hash of link and visitor address, keyed by the link's password hash;
-- the address itself is nowhere. Unlogged: a crash may forget a quarter of an hour of guesses.
create unlogged table unlock_attempts (
  bucket bytea primary key,
  attempts integer not null,
  window_ends_at timestamptz(3) not null
);
create index unlock_attempts_age on unlock_attempts (window_ends_at);
