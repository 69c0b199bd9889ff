-- Codes made in the background out of a CSV file.
create table qr_imports (
  id text primary key,
  workspace_id text not null,
  -- As whom the codes are made.
  user_id text not null,
  via text not null,
  credential_id text not null,
  state text not null check (state in ('queued', 'running', 'done', 'cancelled', 'failed')),
  total integer not null,
  processed integer not null default 0,
  succeeded integer not null default 0,
  failed integer not null default 0,
  -- A worker has it until then; after a crash the next one goes on.
  leased_until timestamptz(3) not null,
  -- When a part it needs was away: not before this.
  next_attempt_at timestamptz(3) not null,
  -- Same file sent again with the same key: the same import.
  idempotency_key text not null default '',
  created_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create index qr_imports_newest on qr_imports (workspace_id, created_at desc);
create index qr_imports_open on qr_imports (next_attempt_at) where state in ('queued', 'running');
create unique index qr_imports_key on qr_imports (workspace_id, idempotency_key) where idempotency_key <> '';

create table qr_import_rows (
  import_id text not null references qr_imports (id) on delete cascade,
  -- Of the file, the header being row 1.
  row integer not null,
  name text not null,
  content text not null,
  -- {request}: what a creation takes, or {problem}: why there is none.
  request jsonb not null,
  -- The code it became; empty: none.
  qr_id text not null default '',
  processed boolean not null default false,
  ok boolean not null default false,
  code text not null default '',
  message text not null default '',
  primary key (import_id, row)
);
create index qr_import_rows_open on qr_import_rows (import_id, row) where not processed;
