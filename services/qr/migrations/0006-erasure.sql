-- What the erasure of a deleted account looks for: all its codes, those deleted before included.
create index qr_codes_of_workspace_ever on qr_codes (workspace_id);
