-- Which batches are in the warehouse, and the plans of inserts that carry several of them. Two kinds of rows:
--   state 1, planned: keyed by the first batch of a group; members and payload are exactly what one insert will carry.
--   state 2, ingested: one row a batch. Replaces the plan of the same key when parts merge, and with it the payload.
-- taken_at is when the bus took the first record of the insert: the same on every delivery, so a plan written twice
-- falls into one partition and the deduplication token lets only the first in.
CREATE TABLE IF NOT EXISTS {{local:ingest_ledger_v1}} {{on_cluster}}
(
    batch_id String CODEC(ZSTD(1)),
    state UInt8,
    group_id String CODEC(ZSTD(1)),
    taken_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    clicks UInt32,
    members Array(String) CODEC(ZSTD(1)),
    payload String CODEC(ZSTD(1))
)
ENGINE = {{engine:ReplacingMergeTree(state)}}
PARTITION BY toMonday(taken_at)
ORDER BY batch_id
TTL toDateTime(taken_at) + toIntervalDay({{ledger_retention_days}})
SETTINGS {{deduplication}}, ttl_only_drop_parts = 1, index_granularity = 256;

{{distributed:ingest_ledger_v1 by cityHash64(batch_id)}}
