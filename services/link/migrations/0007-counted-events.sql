-- Events of ingested clicks that were counted, by the hash of their bytes: counted once, however often they come. Kept a day
-- longer than the bus keeps them.
create table counted_events (
  event_id bytea primary key,
  counted_at timestamptz(3) not null
);
create index counted_events_age on counted_events (counted_at);
