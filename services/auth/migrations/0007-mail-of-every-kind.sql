-- The kinds of mail are listed in src/mail/mail.kinds.ts; a check here would need a migration for each new one.
alter table mail_outbox drop constraint mail_outbox_kind_check;
-- Neither account nor address: to whoever runs the installation. Both: to that address of the account.
alter table mail_outbox drop constraint mail_outbox_check;
-- What the mail is about (a webhook's address, a plan's name); gone when it was sent.
alter table mail_outbox add column facts jsonb not null default '{}';

-- The same for what one-time tokens are for: src/one-time-tokens/one-time-token.repository.ts.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;

-- IANA name; when Monday morning is.
alter table notification_preferences add column time_zone text not null default 'UTC';

-- Which weekly reports were queued: one per account and week, by this primary key.
create table weekly_reports (
  user_id text not null references users (id) on delete cascade,
  -- The Monday on which it is sent.
  week date not null,
  primary key (user_id, week)
);
create index weekly_reports_age on weekly_reports (week);
