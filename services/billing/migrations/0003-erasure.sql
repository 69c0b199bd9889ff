-- What the erasure of a deleted account looks for.
create index reservations_of_workspace on reservations (workspace_id) where workspace_id is not null;
