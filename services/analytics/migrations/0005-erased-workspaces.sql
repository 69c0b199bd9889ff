-- Whose clicks are not taken any more, however late they come: hashes (SHA-256, hexadecimal) of the workspaces' ids.
--   state 1: being erased, with the id itself; state 2: erased, and only the hash is left.
CREATE TABLE IF NOT EXISTS {{local:erased_workspaces_v1}} {{on_cluster}}
(
    hash String CODEC(ZSTD(1)),
    workspace_id String CODEC(ZSTD(1)),
    state UInt8,
    erased_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1))
)
ENGINE = {{engine:ReplacingMergeTree(state)}}
ORDER BY hash
SETTINGS {{deduplication}}, index_granularity = 256;

{{distributed:erased_workspaces_v1 by cityHash64(hash)}}
