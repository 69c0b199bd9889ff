-- Raw clicks: every click the edges recorded, human or bot, one row each, without the visitor's address.
-- subject_id is the link's id, or the code's for a scan without a link: what a screen asks for, so it leads the key
-- behind the workspace. Order of the columns is the order in which src/ingest/click-row.ts writes them.
CREATE TABLE IF NOT EXISTS {{local:clicks_raw_v1}} {{on_cluster}}
(
    id UUID,
    batch_id String CODEC(ZSTD(1)),
    clicked_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    workspace_id String CODEC(ZSTD(1)),
    subject_id String CODEC(ZSTD(1)),
    link_id String CODEC(ZSTD(1)),
    qr_id String CODEC(ZSTD(1)),
    owner_id String CODEC(ZSTD(1)),
    domain LowCardinality(String),
    slug String CODEC(ZSTD(1)),
    link_version UInt32 CODEC(ZSTD(1)),
    source Enum8('link' = 1, 'qr' = 2, 'import' = 3),
    rule_id LowCardinality(String),
    variant LowCardinality(String),
    visitor UInt64,
    is_bot Bool,
    bot_class LowCardinality(String),
    bot_reason LowCardinality(String),
    bot_rules UInt16,
    country LowCardinality(String),
    region LowCardinality(String),
    city LowCardinality(String),
    device LowCardinality(String),
    browser LowCardinality(String),
    os LowCardinality(String),
    referrer LowCardinality(String),
    utm_source LowCardinality(String),
    utm_medium LowCardinality(String),
    utm_campaign LowCardinality(String),
    utm_term LowCardinality(String),
    utm_content LowCardinality(String),
    language LowCardinality(String),
    -- A code's scans may be recorded under its link: found by this index within the workspace.
    INDEX qr qr_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = {{engine:MergeTree}}
PARTITION BY toYYYYMM(clicked_at)
ORDER BY (workspace_id, subject_id, clicked_at)
TTL toDateTime(clicked_at) + toIntervalDay({{raw_retention_days}})
SETTINGS {{deduplication}}, ttl_only_drop_parts = 1;

{{distributed:clicks_raw_v1 by cityHash64(workspace_id)}}
