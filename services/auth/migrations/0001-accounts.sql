-- Accounts and the workspaces that everything in the product belongs to.
create table workspaces (
  id text primary key,
  name text not null,
  -- personal: came with an account and goes with it.
  kind text not null check (kind in ('personal', 'team')),
  created_at timestamptz(3) not null default now()
);

create table users (
  id text primary key,
  name text not null,
  -- Lower case, IDN domains in punycode; see users/email-address.ts.
  email text not null,
  email_verified_at timestamptz(3),
  password_hash text not null,
  company text not null default '',
  website text not null default '',
  role text not null default 'user' check (role in ('user', 'admin')),
  personal_workspace_id text not null references workspaces (id),
  created_at timestamptz(3) not null default now()
);
-- Decides who owns an address; nothing selects before it inserts.
create unique index users_email_key on users (lower(email));
create index users_newest on users (created_at desc, id desc);

create table memberships (
  workspace_id text not null references workspaces (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'member')),
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id)
);
create index memberships_of_user on memberships (user_id);

-- A missing row means the defaults of notifications/notification-preferences.ts.
create table notification_preferences (
  user_id text primary key references users (id) on delete cascade,
  email_notifications boolean not null,
  weekly_reports boolean not null,
  security_alerts boolean not null,
  marketing_emails boolean not null
);
