import { describe, expect, it } from '@jest/globals';
import { hashOf, migrationProblems, narrowings, problemsOf } from './migrations.mjs';

describe('a migration is refused when an earlier version would notice it', () => {
  it.each([
    'drop table links;',
    'DROP TABLE IF EXISTS links;',
    'alter table links drop column title;',
    'alter table links drop title;',
    'alter table links\n  add column a text,\n  drop column if exists b;',
    'alter table links rename column title to name;',
    'alter table links rename to short_links;',
    'alter table links alter column clicks type bigint;',
    'alter table links alter column clicks set data type bigint;',
    'alter table links alter column title set not null;',
    'alter table links alter column title drop not null;',
    'alter table links alter column title drop default;',
    'alter table links add column title text not null;',
    "alter table links add column a text not null default '', add column b numeric(3, 2) not null;",
    'alter table links add constraint short check (length(title) < 9);',
    'alter table links add foreign key (owner) references owners (id);',
    'create unique index one_title on links (title);',
    'truncate links;',
    'delete from links;',
    'drop function counted(text);',
    'ALTER TABLE {{local:clicks_raw_v1}} {{on_cluster}} MODIFY COLUMN os String;',
    'ALTER TABLE {{local:clicks_raw_v1}} {{on_cluster}} DROP COLUMN os;',
    'RENAME TABLE a TO b;',
  ])('%s', (sql) => {
    expect(narrowings(sql)).toHaveLength(1);
  });
});

describe('a migration is taken when it only adds', () => {
  it.each([
    "create table a (id text primary key, title text not null); create unique index b on a (title); alter table a add check (id <> '');",
    "alter table links add column title text not null default 'drop table links;', add column note text;",
    'alter table links add column total bigint not null generated always as (a + b) stored;',
    'create index by_title on links (title); drop index by_name;',
    'alter table mails drop constraint kind_check; alter table mails add constraint kind_check check (length(kind) < 99);',
    'create or replace function f() returns void language plpgsql as $$ begin delete from links; drop table x; end $$;',
    '-- drop table links;\nupdate links set title = name where title is null;',
    "delete from links where kind = 'old';",
    'ALTER TABLE {{local:clicks_raw_v1}} {{on_cluster}} ADD COLUMN source LowCardinality(String);',
  ])('%s', (sql) => {
    expect(narrowings(sql)).toEqual([]);
  });
});

describe('releases', () => {
  const expand = { path: 'services/link/migrations/0014-name.sql', sql: 'alter table links add column name text;' };
  const contract = {
    path: 'services/link/migrations/0015-no-title.sql',
    sql: '-- contract of 0014-name.sql: everybody reads name\nalter table links drop column title;',
  };

  it('let a migration take away only what a release before has replaced', () => {
    const bare = { ...contract, sql: 'alter table links drop column title;' };
    expect(problemsOf([expand, bare], {})).toEqual([expect.stringContaining('0015-no-title.sql drops a column')]);
    expect(problemsOf([expand, contract], {})).toEqual([expect.stringContaining('is in no release yet')]);
    expect(problemsOf([expand, contract], { '0.2.0': { [expand.path]: hashOf(expand.sql) } })).toEqual([]);
  });

  it('are never edited and never lose a migration', () => {
    const releases = { '0.2.0': { [expand.path]: hashOf(expand.sql) } };
    expect(problemsOf([{ ...expand, sql: `${expand.sql}\n` }], releases)).toEqual([expect.stringContaining('was released and is edited')]);
    expect(problemsOf([], releases)).toEqual([expect.stringContaining('was released and is gone')]);
  });

  it('of this checkout keep the rule', () => {
    expect(migrationProblems()).toEqual([]);
  });
});
