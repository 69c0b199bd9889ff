-- What the erasure of a deleted account looks for: all its links, and all addresses a link ever had.
create index links_of_workspace_ever on links (workspace_id);
create index addresses_of_link on addresses (link_id);
comment on column addresses.link_id is 'Empty: its owner''s account was deleted. Nobody gets the address again, and nothing says whose it was.';
