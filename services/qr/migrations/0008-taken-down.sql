-- A single code that an admin took down opens nothing, whatever its owner does to it; its owner reads why.
alter table qr_codes
  add column disabled_at timestamptz(3),
  add column disabled_reason text not null default '';
create index qr_codes_disabled on qr_codes (id) where disabled_at is not null and deleted_at is null;

alter table qr_code_versions
  drop constraint qr_code_versions_change_check,
  add constraint qr_code_versions_change_check check (change in ('created', 'updated', 'deleted', 'state_changed'));
