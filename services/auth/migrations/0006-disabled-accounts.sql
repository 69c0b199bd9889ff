-- Closed by an admin: no sign-in, no session, no API key. The reason is for admins' eyes.
alter table users
  add column disabled_at timestamptz(3),
  add column disabled_reason text not null default '';
