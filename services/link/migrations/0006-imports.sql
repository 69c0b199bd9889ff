-- Links from a file: each row of it becomes a link exactly once. A row carries from the start the id that its link and its
-- reservation will have, so that whoever takes over after a crash repeats what was begun instead of beginning again.
create table imports (
  id text primary key,
  workspace_id text not null,
  owner_id text not null,
  via text not null,
  state text not null check (state in ('queued', 'running', 'done', 'cancelled', 'failed')),
  file_name text not null default '',
  source text not null,
  total integer not null,
  succeeded integer not null default 0,
  failed integer not null default 0,
  -- Code of what ended it early.
  stopped_by text not null default '',
  idempotency_key text,
  -- Who works on it, and until when nobody else does.
  worker text,
  leased_until timestamptz,
  -- Imports take turns, a chunk each: whoever waited longest is next.
  turn_at timestamptz not null default now(),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create unique index imports_idempotency on imports (workspace_id, idempotency_key) where idempotency_key is not null;
create index imports_turn on imports (turn_at) where state in ('queued', 'running');
create index imports_of_workspace on imports (workspace_id, created_at desc);
create index imports_age on imports (finished_at);

create table import_rows (
  import_id text not null references imports (id) on delete cascade,
  -- From 1, the header not counted.
  row integer not null,
  -- What the row asks for, password included; null as soon as the row is settled.
  fields jsonb,
  original_url text not null default '',
  link_id text not null,
  state text not null default 'waiting' check (state in ('waiting', 'made', 'failed')),
  short_url text not null default '',
  code text not null default '',
  message text not null default '',
  primary key (import_id, row),
  check ((state = 'waiting') = (fields is not null))
);
create index import_rows_waiting on import_rows (import_id, row) where state = 'waiting';
create index import_rows_failed on import_rows (import_id, row) where state = 'failed';
