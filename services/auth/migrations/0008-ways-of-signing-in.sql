-- Every way of signing in besides the password, and what happened to the account.

-- Accounts made by Google or GitHub have no password until one is set by "forgot password".
alter table users alter column password_hash drop not null;

-- Where a sign-in came from as its owner may read it: 203.0.113.0/24 or 2001:db8:1::/48, never the whole address.
alter table sessions
  add column place text not null default '',
  -- When the person last proved who they are in this session; null: when it was opened.
  add column proved_at timestamptz(3);

create table security_events (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  action text not null,
  at timestamptz(3) not null default now(),
  -- User agent and place, as of sessions.
  device text not null,
  place text not null
);
create index security_events_of_user on security_events (user_id, at desc, id desc);
create index security_events_old on security_events (at);

-- One change of address under way per account.
create table email_changes (
  user_id text primary key references users (id) on delete cascade,
  new_email text not null,
  -- SHA-256 of the token in the mail to the present address, of the one to the new address, and of the cancel link.
  current_hash bytea unique,
  new_hash bytea unique,
  cancel_hash bytea unique,
  confirmed_by_current boolean not null,
  confirmed_by_new boolean not null default false,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index email_changes_expired on email_changes (expires_at);

create table two_factor (
  user_id text primary key references users (id) on delete cascade,
  -- AES-256-GCM; see secrets/secret-box.ts.
  sealed_secret bytea not null,
  -- Null: set up, not yet switched on by a first code.
  enabled_at timestamptz(3),
  -- The 30-second step of the last code taken: none is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz(3) not null default now()
);

create table recovery_codes (
  -- SHA-256 of the code, which has 80 random bits.
  hash bytea primary key,
  user_id text not null references two_factor (user_id) on delete cascade
);
create index recovery_codes_of_user on recovery_codes (user_id);

-- A right password that waits for its second step.
create table sign_in_challenges (
  -- SHA-256 of the challenge.
  hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  remember_me boolean not null,
  attempts smallint not null default 0,
  expires_at timestamptz(3) not null
);
create index sign_in_challenges_of_user on sign_in_challenges (user_id);
create index sign_in_challenges_expired on sign_in_challenges (expires_at);

create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- How often the authenticator says it has signed; it may only grow, unless it is always 0.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_of_user on passkeys (user_id);

-- What a browser was asked to sign. Used once.
create table passkey_challenges (
  id text primary key,
  challenge text not null,
  -- Null: a sign-in; whose, the passkey tells.
  user_id text references users (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index passkey_challenges_expired on passkey_challenges (expires_at);

-- Accounts at Google and GitHub that open this one.
create table identities (
  provider text not null,
  -- What the provider calls the person, for ever.
  subject text not null,
  user_id text not null references users (id) on delete cascade,
  -- The address at the provider when it was connected, to be shown.
  email text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  primary key (provider, subject),
  unique (user_id, provider)
);

-- A way to a provider and back. Used once, by the browser that began it.
create table oauth_attempts (
  -- SHA-256 of the state parameter.
  state_hash bytea primary key,
  -- SHA-256 of what lies in the browser's cookie.
  browser_hash bytea not null,
  provider text not null,
  nonce text not null,
  -- AES-256-GCM of the PKCE verifier.
  sealed_verifier bytea not null,
  return_to text not null,
  -- Set: connect the provider to this account instead of signing in.
  user_id text references users (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index oauth_attempts_expired on oauth_attempts (expires_at);

-- A provider's account whose address belongs to an account here: it is connected once that account's owner has signed in.
create table waiting_identities (
  -- SHA-256 of the token that the browser holds meanwhile.
  hash bytea primary key,
  provider text not null,
  subject text not null,
  email text not null,
  user_id text not null references users (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index waiting_identities_expired on waiting_identities (expires_at);
