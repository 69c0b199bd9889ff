/** The outbox table of every service's database; see index.ts. */
export const OUTBOX_MIGRATION_SQL = `
create table if not exists outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  key text not null,
  value bytea not null,
  headers jsonb not null default '{}',
  created_at timestamptz not null default now()
);
`;
