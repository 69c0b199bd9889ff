-- Workspaces whose owner's account is closed: all their links answer as disabled until it is opened again.
create table suspended_workspaces (
  workspace_id text primary key,
  suspended_at timestamptz(3) not null
);

-- Links that admins look for by their state.
create index links_restrained on links (id) where deleted_at is null and (disabled_at is not null or quarantined_at is not null);

-- What was said about one address since it was last dealt with. One open row a target: this index groups duplicates.
create table reports (
  id text primary key,
  -- host/slug, or host/qr/id: what people complained about, whether or not there is such a link.
  target text not null,
  short_id text not null,
  -- null: there was no such link when it was reported.
  link_id text,
  state text not null default 'open' check (state in ('open', 'resolved', 'dismissed')),
  -- Raised by the safety checks, not by a person.
  automatic boolean not null,
  -- Of the newest entry.
  reason text not null,
  details text not null default '',
  -- Different reporters.
  reporters integer not null default 1,
  reported_at timestamptz(3) not null,
  last_reported_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  resolved_by text,
  action text check (action in ('disable_link', 'quarantine_link', 'disable_owner', 'dismiss')),
  note text not null default '',
  check ((state = 'open') = (resolved_at is null))
);
create unique index reports_open_target on reports (target) where state = 'open';
create index reports_queue on reports (state, last_reported_at desc, id desc);
create index reports_newest on reports (last_reported_at desc, id desc);
create index reports_of_link on reports (link_id) where link_id is not null;

create table report_entries (
  id text primary key,
  report_id text not null references reports (id) on delete cascade,
  -- Keyed hash of the reporter's network, or the kind of finding: one of them counts once.
  reporter bytea not null,
  reason text not null,
  details text not null default '',
  -- Forgotten with the entry's age; see reports/report.retention.ts.
  email text not null default '',
  reported_at timestamptz(3) not null,
  unique (report_id, reporter)
);
create index report_entries_with_email on report_entries (reported_at) where email <> '';

-- Destinations of a link that an admin has looked at and found good: the scan passes them over while they stay the same.
create table link_clearances (
  link_id text primary key references links (id) on delete cascade,
  -- SHA-256 of all destinations.
  destinations bytea not null,
  cleared_by text not null,
  cleared_at timestamptz(3) not null
);

-- All links held against one state of the block lists. Batches are ranges of link ids, claimed by whichever replica is
-- free; what a crash leaves half done is claimed again after its lease.
create table scan_runs (
  id text primary key,
  -- Hash of the lists.
  lists text not null,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- Up to here the links are cut into batches; links that are newer than the run are judged as they are made.
  cut_to text not null default '',
  cut_all boolean not null default false,
  scanned bigint not null default 0,
  quarantined bigint not null default 0,
  flagged bigint not null default 0
);
create index scan_runs_of_lists on scan_runs (lists, started_at desc);

create table scan_batches (
  run_id text not null references scan_runs (id) on delete cascade,
  -- Behind this id, up to and with the other.
  after_id text not null,
  to_id text not null,
  claimed_until timestamptz(3) not null,
  primary key (run_id, after_id)
);

create table contact_messages (
  id text primary key,
  name text not null,
  email text not null,
  type text not null,
  subject text not null,
  message text not null,
  state text not null default 'open' check (state in ('open', 'done')),
  created_at timestamptz(3) not null,
  done_at timestamptz(3),
  done_by text
);
create index contact_messages_newest on contact_messages (created_at desc, id desc);
create index contact_messages_open on contact_messages (created_at desc, id desc) where state = 'open';

-- Reports and messages from one network within a window. Unlogged: a crash may forget an hour of them.
create unlogged table desk_throttles (
  bucket bytea primary key,
  attempts integer not null,
  window_ends_at timestamptz(3) not null
);
create index desk_throttles_age on desk_throttles (window_ends_at);

-- Keys the hashes of reporters' networks; made once, known to nobody.
create table desk_key (
  only_one boolean primary key default true check (only_one),
  key bytea not null
);
insert into desk_key (key) values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- Everything admins did, and what the installation did in their place. Nothing is ever changed or removed.
create table admin_actions (
  -- aud_…, or the event's id where another service tells of it.
  id text primary key,
  at timestamptz(3) not null,
  -- Empty: the installation itself, or the operator's command line.
  actor_id text not null,
  -- noun.verb
  action text not null,
  target_id text not null,
  target text not null,
  reason text not null
);
create index admin_actions_newest on admin_actions (at desc, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the record of admin actions is append-only';
end $$;
create trigger admin_actions_append_only before update or delete on admin_actions for each row execute function refuse_change();
create trigger admin_actions_not_emptied before truncate on admin_actions for each statement execute function refuse_change();
