-- Shared by all replicas. Unlogged: no disk flush per attempt; after a crash of PostgreSQL everybody starts afresh.
create unlogged table throttles (
  -- Keyed hash of what is throttled: no address is kept.
  key bytea primary key,
  -- Theoretical arrival time of the generic cell rate algorithm: in the future by the burst at most.
  tat timestamptz not null
);
create index throttles_idle on throttles (tat);

-- Takes one from every bucket or from none. Answers the seconds to wait; 0: taken.
-- The caller names buckets in one order (client address, account, everything), so that two calls never deadlock.
create function spend_throttles(keys bytea[], intervals double precision[], bursts integer[]) returns double precision
language plpgsql as $$
declare
  tats timestamptz[] := '{}';
  tat_now timestamptz;
  wait double precision := 0;
  instant timestamptz;
begin
  for i in 1 .. cardinality(keys) loop
    insert into throttles as t (key, tat) values (keys[i], clock_timestamp())
      on conflict (key) do update set tat = t.tat
      returning t.tat into tat_now;
    tats := tats || tat_now;
  end loop;
  instant := clock_timestamp();
  for i in 1 .. cardinality(keys) loop
    tats[i] := greatest(tats[i], instant) + make_interval(secs => intervals[i]);
    wait := greatest(wait, extract(epoch from tats[i] - instant) - intervals[i] * bursts[i]);
  end loop;
  if wait > 0 then
    return wait;
  end if;
  for i in 1 .. cardinality(keys) loop
    update throttles set tat = tats[i] where key = keys[i];
  end loop;
  return 0;
end $$;
