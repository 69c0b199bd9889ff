/** The inbox table of every service's database; see index.ts. */
export const INBOX_MIGRATION_SQL = `
create table if not exists inbox (
  consumer text not null,
  event_id text not null,
  seen_at timestamptz not null default now(),
  primary key (consumer, event_id)
);
create index if not exists inbox_by_age on inbox (seen_at);
`;
