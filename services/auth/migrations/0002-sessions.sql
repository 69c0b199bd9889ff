-- One row a sign-in; the family that its refresh tokens belong to.
create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  remember_me boolean not null,
  user_agent text not null,
  -- Keyed hash of the client address that signed in; the address itself is not kept.
  address_key bytea not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  -- When its newest refresh token stops being good.
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  revoked_because text
);
create index sessions_of_user on sessions (user_id, created_at);
create index sessions_expired on sessions (expires_at);

create table refresh_tokens (
  -- SHA-256 of the token.
  hash bytea primary key,
  session_id text not null references sessions (id) on delete cascade,
  expires_at timestamptz(3) not null,
  spent_at timestamptz(3),
  -- With the spent token itself (not kept) this gives its one successor again; see sessions/refresh-token.ts.
  successor_key bytea,
  successor_hash bytea
);
create index refresh_tokens_of_session on refresh_tokens (session_id);
create index refresh_tokens_expired on refresh_tokens (expires_at);

-- E-mail verification and password reset.
create table one_time_tokens (
  -- SHA-256 of the token.
  hash bytea primary key,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  user_id text not null references users (id) on delete cascade,
  -- The address it was sent to: a token proves that address and no later one.
  email text not null,
  expires_at timestamptz(3) not null
);
create index one_time_tokens_of_user on one_time_tokens (user_id, purpose);
create index one_time_tokens_expired on one_time_tokens (expires_at);
