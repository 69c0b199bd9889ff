-- The link of the link service behind short_url; empty: none.
alter table qr_codes add column short_link_id text not null default '';
-- The image encodes short_url instead of the code's own address.
alter table qr_codes add column encodes_short_url boolean not null default false;
create index qr_codes_by_short_link on qr_codes (short_link_id) where short_link_id <> '';
