-- What the erasure of a deleted account looks for: all its webhooks, those deleted before included.
create index endpoints_of_workspace_ever on endpoints (workspace_id);
