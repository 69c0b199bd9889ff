-- Which batches are in the warehouse, and which insert carries which batches with exactly which rows. Rows:
--   (batch, group) state 1: the group's insert will carry this batch
--   (group, group) state 1: with the payload, exactly the rows of that insert
--   the same keys, state 2: it is done. They replace the others when parts merge, and the payload goes with them.
-- taken_at is when the bus took the group's first record: one value for all rows of a group, so that they meet in one
-- partition.
CREATE TABLE IF NOT EXISTS {{local:ingest_ledger_v1}} {{on_cluster}}
(
    batch_id String CODEC(ZSTD(1)),
    group_id String CODEC(ZSTD(1)),
    state UInt8,
    taken_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    members Array(String) CODEC(ZSTD(1)),
    payload String CODEC(ZSTD(1)),
    written_at DateTime64(6, 'UTC') DEFAULT now64(6) CODEC(Delta, ZSTD(1))
)
ENGINE = {{engine:ReplacingMergeTree(state)}}
PARTITION BY toMonday(taken_at)
ORDER BY (batch_id, group_id)
TTL toDateTime(taken_at) + toIntervalDay({{ledger_retention_days}})
SETTINGS {{deduplication}}, ttl_only_drop_parts = 1, index_granularity = 256;

{{distributed:ingest_ledger_v1 by cityHash64(group_id)}}
