-- Mail to be sent. A row says what to tell whom; tokens are minted when it is sent, so none ever lies readable in here.
create table mail_outbox (
  id text primary key,
  kind text not null check (kind in ('verify_email', 'reset_password', 'password_changed', 'api_key_replaced', 'session_reuse')),
  -- Either the account, or an address that somebody typed: whether it has an account is looked up when sending.
  user_id text references users (id) on delete cascade,
  email text,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  -- Given up: kept for the operator, then removed.
  failed_at timestamptz(3),
  -- A code, never the server's text: that repeats the address.
  last_error text,
  check ((user_id is null) <> (email is null))
);
create index mail_outbox_due on mail_outbox (next_attempt_at) where failed_at is null;
