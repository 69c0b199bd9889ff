create table api_keys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  workspace_id text not null references workspaces (id) on delete cascade,
  -- SHA-256 of the key: what a call is looked up by.
  hash bytea not null unique,
  -- AES-256-GCM, so that the API-keys page can show it again; see secrets/secret-box.ts.
  sealed bytea not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
-- One key per person and workspace; regenerating replaces it.
create unique index api_keys_owner on api_keys (workspace_id, user_id);

-- Calls per clock hour (UTC).
create table api_key_hours (
  workspace_id text not null references workspaces (id) on delete cascade,
  hour timestamptz not null,
  calls integer not null,
  primary key (workspace_id, hour)
);
create index api_key_hours_old on api_key_hours (hour);
