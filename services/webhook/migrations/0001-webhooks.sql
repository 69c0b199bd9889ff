create table endpoints (
  id text primary key,
  workspace_id text not null,
  -- The user who created it.
  owner_id text not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  include_bots boolean not null default false,
  batch_clicks boolean not null default false,
  -- Attempts that failed since the last one that did not, and since when.
  failures integer not null default 0,
  failing_since timestamptz(3),
  -- Has taken a delivery since its address was set: until then it gets one at a time.
  proven boolean not null default false,
  -- When its owner was told that it fails.
  warned_at timestamptz(3),
  -- What it asked for with Retry-After: nothing is sent before.
  held_until timestamptz(3),
  disabled_at timestamptz(3),
  disabled_reason text not null default '',
  -- Gone for its owner; the row goes with its last delivery.
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index endpoints_of_workspace on endpoints (workspace_id, created_at, id) where deleted_at is null;
create index endpoints_closed on endpoints (id) where deleted_at is not null or disabled_at is not null;

-- All secrets that sign: the current one (no end) and those before it, as long as they overlap.
create table endpoint_secrets (
  endpoint_id text not null references endpoints (id) on delete cascade,
  -- Counts up with every rotation.
  number integer not null,
  -- AES-256-GCM, bound to the endpoint's id.
  sealed bytea not null,
  created_at timestamptz(3) not null,
  ends_at timestamptz(3),
  primary key (endpoint_id, number)
);
create unique index endpoint_secrets_current on endpoint_secrets (endpoint_id) where ends_at is null;

create table deliveries (
  id text primary key,
  endpoint_id text not null references endpoints (id),
  -- The webhook-id header.
  event_id text not null,
  event text not null,
  -- What is sent, byte for byte.
  body text not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  -- All attempts ever begun.
  attempts integer not null default 0,
  -- Attempts begun since it was queued (again), and how many there may be.
  round integer not null default 0,
  max_round integer not null,
  -- Due then; while an attempt is under way, when its lease ends.
  next_attempt_at timestamptz(3),
  -- Of the attempt under way.
  claim uuid,
  response_status integer not null default 0,
  response_body text not null default '',
  error text not null default '',
  -- [{at, durationMs, responseStatus, error}], the last 20.
  history jsonb not null default '[]',
  created_at timestamptz(3) not null,
  queued_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- An event reaches an endpoint as one delivery, however often the bus brings it.
  constraint deliveries_once unique (endpoint_id, event_id),
  check ((status = 'pending') = (next_attempt_at is not null))
);
-- A queue: dead rows pile up at its front unless they are cleared away soon.
alter table deliveries set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
-- What is due, endpoint by endpoint.
create index deliveries_due on deliveries (endpoint_id, next_attempt_at) where status = 'pending';
create index deliveries_log on deliveries (endpoint_id, created_at desc, id desc);
create index deliveries_finished on deliveries (finished_at) where status <> 'pending';
create index deliveries_queued on deliveries (queued_at) where status = 'pending';

-- Clicks for endpoints that want them as lists. They stay for as long as the bus could bring them again.
create table collected_clicks (
  endpoint_id text not null references endpoints (id) on delete cascade,
  click_id text not null,
  event text not null,
  -- JSON as text: jsonb takes no \u0000.
  data text not null,
  collected_at timestamptz(3) not null,
  delivered boolean not null default false,
  primary key (endpoint_id, click_id)
);
create index collected_clicks_waiting on collected_clicks (endpoint_id, event, collected_at) where not delivered;
create index collected_clicks_age on collected_clicks (collected_at);
