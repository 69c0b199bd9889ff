-- One row a workspace. A workspace without a row is on the default plan; its row, and with it the anchor of its
-- monthly periods, is made when it is first used.
create table subscriptions (
  workspace_id text primary key,
  id text not null unique,
  plan text not null,
  status text not null check (status in ('active', 'trialing', 'past_due', 'canceled')),
  -- Paid interval; empty where nothing is paid.
  interval text not null default '' check (interval in ('', 'month', 'year')),
  cancel_at_period_end boolean not null default false,
  -- Every period starts a whole number of months after this moment.
  anchor_at timestamptz(3) not null,
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null check (period_end > period_start),
  trial_end timestamptz(3),
  -- Optimistic lock: counts up with every change.
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index subscriptions_due_trials on subscriptions (trial_end) where status = 'trialing';

-- Who has had the trial: once per account and once per workspace.
create table trials (
  workspace_id text primary key,
  user_id text not null unique,
  started_at timestamptz(3) not null,
  ends_at timestamptz(3) not null
);

-- What a workspace used in a period; reservations count from the moment they are made.
create table usage (
  workspace_id text not null,
  period_start timestamptz(3) not null,
  resource text not null check (resource in ('links', 'qr_codes')),
  used bigint not null check (used >= 0),
  primary key (workspace_id, period_start, resource)
);

-- One row for each thing created or being created, by its id. A release that overtakes its reservation leaves a row
-- without a workspace, so that the late reservation is refused and costs nothing.
create table reservations (
  id text primary key,
  workspace_id text,
  resource text,
  amount bigint not null default 0,
  period_start timestamptz(3),
  state text not null check (state in ('reserved', 'confirmed', 'released')),
  reserved_at timestamptz(3) not null,
  settled_at timestamptz(3),
  check (state = 'released' or (workspace_id is not null and resource is not null and period_start is not null))
);
create index reservations_open on reservations (reserved_at) where state = 'reserved';
create index reservations_settled on reservations (settled_at) where state <> 'reserved';
