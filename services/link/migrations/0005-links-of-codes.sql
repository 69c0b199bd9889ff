-- The version of the code that this link follows; news of an older one is late.
alter table links add column qr_version integer not null default 0;
-- Its code is archived: the link opens nothing until it is not.
alter table links add column qr_paused boolean not null default false;
-- A code has one short link, however often it is asked for.
create unique index links_one_per_code on links (qr_id) where qr_id is not null and deleted_at is null;
