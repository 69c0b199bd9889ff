-- What a workspace has without paying, apart from what holds now: a paid plan wins over it and leaves it as it was.
alter table subscriptions
  -- Empty: the catalogue's default plan.
  add column own_plan text not null default '',
  add column own_trial_plan text not null default '',
  add column own_trial_end timestamptz(3),
  -- The provider's state of the paid subscription, copied whole at the newest fetch.
  add column paid jsonb,
  -- Until when an overdue plan is kept.
  add column grace_ends_at timestamptz(3),
  -- For which end the owner has been told that it comes: once each.
  add column trial_notice_for timestamptz(3),
  add column grace_notice_for timestamptz(3);
update subscriptions
   set own_plan = case when status = 'trialing' then '' else plan end,
       own_trial_plan = case when status = 'trialing' then plan else '' end,
       own_trial_end = trial_end;
alter table subscriptions drop constraint subscriptions_status_check;
alter table subscriptions add constraint subscriptions_status_check
  check (status in ('active', 'trialing', 'past_due', 'unpaid', 'canceled'));
create index subscriptions_due_grace on subscriptions (grace_ends_at) where status = 'past_due';

-- Which customer of the provider a workspace is. Fetches of its state are numbered when they begin: the state of an
-- earlier fetch never overwrites that of a later one, whichever answers first.
create table payers (
  workspace_id text primary key,
  customer_id text not null unique,
  fetch_number bigint not null default 0,
  applied_number bigint not null default 0,
  synced_at timestamptz(3),
  -- When the state is fetched again without being asked: a lost event heals.
  next_sync_at timestamptz(3) not null,
  failures integer not null default 0,
  -- The checkout that was opened last; an older one is closed before another is opened.
  checkout_id text not null default '',
  checkout_opened_at timestamptz(3),
  -- The account is deleted: the customer goes at the provider, then this row.
  closing boolean not null default false,
  created_at timestamptz(3) not null
);
create index payers_due on payers (next_sync_at);

-- Events of the provider, stored before they are answered. They say that something happened, never what: the state is fetched.
create table provider_events (
  id text primary key,
  type text not null,
  customer_id text not null default '',
  happened_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  state text not null check (state in ('pending', 'done', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null,
  problem text not null default ''
);
create index provider_events_pending on provider_events (next_attempt_at) where state = 'pending';
create index provider_events_settled on provider_events (received_at) where state <> 'pending';
create index provider_events_customer on provider_events (customer_id) where state = 'pending';
