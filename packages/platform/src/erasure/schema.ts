/** The erasures table of every service's database; see index.ts. A row stands for as long as its erasure is under way. */
export const ERASURES_MIGRATION_SQL = `
create table if not exists erasures (
  workspace_id text primary key,
  user_id text not null,
  email_sha256 text not null,
  -- When it is carried out for the second time; while that is under way, when its lease ends.
  again_at timestamptz not null
);
create index if not exists erasures_due on erasures (again_at);
`;
