-- What lists show in place of an image that is too large to send a hundred of; null: the image itself is small enough.
alter table qr_codes add column thumbnail bytea;
