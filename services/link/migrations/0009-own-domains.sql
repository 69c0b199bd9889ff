-- Workspaces' own domains. Several workspaces may claim a host; links are served for the one that proved it last, and
-- `domains_serving` holds that it is one. The installation's own domain serves always.
alter table domains drop constraint domains_host_key;
alter table domains add column state text not null default 'verified' check (state in ('pending', 'verified', 'failed'));
alter table domains add column serves boolean not null default true;
-- What the TXT record must hold.
alter table domains add column txt_token text not null default '';
-- Where the root leads; empty: nowhere.
alter table domains add column root_redirect text not null default '';
-- What the last check found.
alter table domains add column txt_found boolean not null default false;
alter table domains add column points_here boolean not null default false;
alter table domains add column problem text not null default '';
alter table domains add column checked_at timestamptz(3);
alter table domains add column verified_at timestamptz(3);
-- Since when the proof of a verified one is gone.
alter table domains add column failing_since timestamptz(3);
-- null: only when somebody asks.
alter table domains add column next_check_at timestamptz(3);
alter table domains add column deleted_at timestamptz(3);
-- Another workspace took the host over: links up to this id have been announced as gone; null: nothing is left to announce.
alter table domains add column retired_to text;

create unique index domains_serving on domains (host) where serves;
-- Also over deleted ones: whoever adds a host again gets back the addresses that were handed out on it.
create unique index domains_of_workspace on domains (workspace_id, host) where workspace_id is not null;
create index domains_due on domains (next_check_at) where next_check_at is not null and deleted_at is null;
create index domains_retiring on domains (id) where retired_to is not null;
