-- Workspaces whose owner's account is closed: none of their codes opens until it is opened again.
create table suspended_workspaces (
  workspace_id text primary key,
  suspended_at timestamptz(3) not null
);

-- Codes whose destination is on a block list now.
create table blocked_codes (
  qr_id text primary key references qr_codes (id) on delete cascade,
  workspace_id text not null,
  blocked_at timestamptz(3) not null
);
