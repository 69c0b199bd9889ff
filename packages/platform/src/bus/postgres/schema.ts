// The log's tables and functions. Changing them: raise VERSION, keep every statement repeatable and the old code working.
import type { ClientBase } from 'pg';
import { TOPICS } from '../port.js';

const VERSION = 1;

/** First numbers of the advisory locks the bus takes; the second is a row's id. */
export const LOCK = { schema: 0x6c73, member: 0x6c74, owner: 0x6c75, retention: 0x6c76 } as const;

/** PostgreSQL channel of both kinds of news: `r:<topic>:<partition>=<head>,…` and `g:<group>`. */
export const CHANNEL = 'linqr_bus';

const DDL = `
create schema if not exists bus;

create table if not exists bus.version (version int not null);

-- first_off: oldest offset still kept; next_off: the one the next record gets.
create table if not exists bus.partition (
  topic text not null, part int not null, first_off bigint not null default 0, next_off bigint not null default 0,
  primary key (topic, part)
) with (fillfactor = 50);

create table if not exists bus.log (
  topic text not null, part int not null, off bigint not null, ts timestamptz not null,
  key text not null, value bytea not null, headers jsonb,
  primary key (topic, part, off)
) with (autovacuum_vacuum_scale_factor = 0.05);

-- committed: next offset to handle; epoch: rises with every change of owner and fences the one before.
create table if not exists bus.group_offset (
  id int generated always as identity unique,
  grp text not null, topic text not null, part int not null, committed bigint not null, epoch bigint not null default 0,
  primary key (grp, topic, part)
) with (fillfactor = 50);

-- A member is alive while its session holds advisory lock (${LOCK.member}, id).
create table if not exists bus.member (
  id int generated always as identity primary key, grp text not null, topics text[] not null
);

-- Appends arrays in one statement. parts ascending, counts[i] records of parts[i]; values lie in data one behind the
-- other. The row lock of a partition is held to the commit, so offsets become visible in order and without gaps.
-- Answers the new next_off of each part.
create or replace function bus.append(t text, parts int[], counts int[], keys text[], lens int[], hdrs jsonb[], data bytea)
returns bigint[] language plpgsql as $$
declare
  base bigint; result bigint[] := '{}'; lo int := 1; hi int; pos int := 1; bytes int;
begin
  for i in 1 .. array_length(parts, 1) loop
    hi := lo + counts[i] - 1;
    update bus.partition set next_off = next_off + counts[i] where topic = t and part = parts[i]
      returning next_off - counts[i] into strict base;
    insert into bus.log (topic, part, off, ts, key, value, headers)
      select t, parts[i], base + r.n - 1, clock_timestamp(), r.k,
             substring(data from (pos + sum(r.l) over (order by r.n) - r.l)::int for r.l), r.h
      from unnest(keys[lo:hi], lens[lo:hi], hdrs[lo:hi]) with ordinality as r (k, l, h, n);
    select sum(l) into bytes from unnest(lens[lo:hi]) l;
    pos := pos + bytes;
    lo := hi + 1;
    result := result || (base + counts[i]);
  end loop;
  return result;
end $$;

-- Takes up to most free partitions of a topic for this session. held: ids this session must not take a second time
-- (an advisory lock of one's own session would be granted again).
create or replace function bus.claim(g text, t text, most int, held int[])
returns table (id int, part int, committed bigint, epoch bigint, next_off bigint) language plpgsql as $$
declare
  o record; taken int := 0;
begin
  for o in select x.id, x.part from bus.group_offset x where x.grp = g and x.topic = t and x.id <> all (held) order by x.part loop
    exit when taken >= most;
    if pg_try_advisory_lock(${LOCK.owner}, o.id) then
      taken := taken + 1;
      return query
        update bus.group_offset u set epoch = u.epoch + 1, committed = least(u.committed, p.next_off)
        from bus.partition p where u.id = o.id and p.topic = u.topic and p.part = u.part
        returning u.id, u.part, u.committed, u.epoch, p.next_off;
    end if;
  end loop;
end $$;

-- Deletes at most lim of a partition's records that are older than cutoff, always the oldest ones; answers how many.
create or replace function bus.expire(t text, p int, cutoff timestamptz, lim int)
returns int language plpgsql as $$
declare
  lo bigint; head bigint; stop bigint;
begin
  select first_off, next_off into lo, head from bus.partition where topic = t and part = p;
  select min(off) into stop from
    (select off, ts from bus.log where topic = t and part = p and off >= lo and off < lo + lim) l where l.ts >= cutoff;
  stop := least(coalesce(stop, lo + lim), head);
  if stop <= lo then return 0; end if;
  delete from bus.log where topic = t and part = p and off >= lo and off < stop;
  update bus.partition set first_off = stop where topic = t and part = p;
  return (stop - lo)::int;
end $$;
`;

/** Makes schema and topics where they are missing; the first of several processes does it, the others wait. */
export async function ensureSchema(client: ClientBase): Promise<void> {
  if (await isCurrent(client)) return;
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1, 0)', [LOCK.schema]);
    // A newer process may have been here before: never step back.
    if ((await version(client)) < VERSION) {
      await client.query(DDL);
      await client.query('delete from bus.version');
      await client.query('insert into bus.version values ($1)', [VERSION]);
    }
    await client.query('insert into bus.partition (topic, part) select * from unnest($1::text[], $2::int[]) on conflict do nothing', [
      PARTITIONS.map((p) => p.topic),
      PARTITIONS.map((p) => p.part),
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

const PARTITIONS = Object.entries(TOPICS).flatMap(([topic, { partitions }]) =>
  Array.from({ length: partitions }, (_, part) => ({ topic, part })),
);

async function isCurrent(client: ClientBase): Promise<boolean> {
  if ((await version(client)) < VERSION) return false;
  const { rows } = await client.query<{ missing: boolean }>(
    `select exists (select * from unnest($1::text[], $2::int[]) as w (topic, part)
       where not exists (select from bus.partition p where p.topic = w.topic and p.part = w.part)) as missing`,
    [PARTITIONS.map((p) => p.topic), PARTITIONS.map((p) => p.part)],
  );
  return rows[0]?.missing === false;
}

async function version(client: ClientBase): Promise<number> {
  const { rows: tables } = await client.query<{ there: boolean }>(`select to_regclass('bus.version') is not null as there`);
  if (!tables[0]?.there) return 0;
  const { rows } = await client.query<{ version: number }>('select coalesce(max(version), 0) as version from bus.version');
  return rows[0]!.version;
}
