/** PostgreSQL channel on which the relay is woken when a transaction with events commits. */
export const OUTBOX_CHANNEL = 'linqr_outbox';

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
