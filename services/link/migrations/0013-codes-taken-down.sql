-- The code of a short link was taken down by an admin: the link answers as disabled, not as gone.
alter table links add column qr_disabled boolean not null default false;

alter table reports
  drop constraint reports_action_check,
  add constraint reports_action_check check (action in ('disable_link', 'quarantine_link', 'disable_owner', 'disable_code', 'dismiss'));
