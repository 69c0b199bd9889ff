-- Roll-ups: one row per (workspace | link | code, time bucket, human or bot). A click counts once for its workspace, once
-- for its link and once for its code, so that each screen reads the rows of its own scope only.
-- uniq is exact to 65,536 distinct visitors and samples beyond (error below 1 %); its states merge without loss.
CREATE TABLE IF NOT EXISTS {{local:clicks_per_hour_v1}} {{on_cluster}}
(
    workspace_id String CODEC(ZSTD(1)),
    scope Enum8('workspace' = 1, 'link' = 2, 'qr' = 3),
    id String CODEC(ZSTD(1)),
    hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
    is_bot Bool,
    clicks SimpleAggregateFunction(sum, UInt64),
    scans SimpleAggregateFunction(sum, UInt64),
    mobile SimpleAggregateFunction(sum, UInt64),
    visitors AggregateFunction(uniq, UInt64)
)
ENGINE = {{engine:AggregatingMergeTree}}
PARTITION BY toYYYYMM(hour)
ORDER BY (workspace_id, scope, id, hour, is_bot)
TTL hour + toIntervalDay({{raw_retention_days}})
SETTINGS {{deduplication}}, ttl_only_drop_parts = 1;

{{distributed:clicks_per_hour_v1 by cityHash64(workspace_id)}}

CREATE TABLE IF NOT EXISTS {{local:clicks_per_day_v1}} {{on_cluster}}
(
    workspace_id String CODEC(ZSTD(1)),
    scope Enum8('workspace' = 1, 'link' = 2, 'qr' = 3),
    id String CODEC(ZSTD(1)),
    day Date CODEC(Delta, ZSTD(1)),
    is_bot Bool,
    clicks SimpleAggregateFunction(sum, UInt64),
    scans SimpleAggregateFunction(sum, UInt64),
    mobile SimpleAggregateFunction(sum, UInt64),
    visitors AggregateFunction(uniq, UInt64)
)
ENGINE = {{engine:AggregatingMergeTree}}
PARTITION BY toYear(day)
ORDER BY (workspace_id, scope, id, day, is_bot)
SETTINGS {{deduplication}};

{{distributed:clicks_per_day_v1 by cityHash64(workspace_id)}}

-- Since the beginning: what lists of links and codes show. One row a link and class once merged.
CREATE TABLE IF NOT EXISTS {{local:clicks_lifetime_v1}} {{on_cluster}}
(
    workspace_id String CODEC(ZSTD(1)),
    scope Enum8('workspace' = 1, 'link' = 2, 'qr' = 3),
    id String CODEC(ZSTD(1)),
    is_bot Bool,
    clicks SimpleAggregateFunction(sum, UInt64),
    scans SimpleAggregateFunction(sum, UInt64),
    last_clicked_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    visitors AggregateFunction(uniq, UInt64)
)
ENGINE = {{engine:AggregatingMergeTree}}
ORDER BY (workspace_id, scope, id, is_bot)
SETTINGS {{deduplication}};

{{distributed:clicks_lifetime_v1 by cityHash64(workspace_id)}}

CREATE MATERIALIZED VIEW IF NOT EXISTS clicks_per_hour_v1_mv {{on_cluster}} TO {{local:clicks_per_hour_v1}} AS
SELECT workspace_id, entity.1 AS scope, entity.2 AS id, toStartOfHour(clicked_at) AS hour, is_bot,
       count() AS clicks, countIf(source = 'qr') AS scans, countIf(device = 'mobile') AS mobile, uniqState(visitor) AS visitors
FROM {{local:clicks_raw_v1}}
ARRAY JOIN arrayFilter(e -> e.1 = 'workspace' OR e.2 != '', [('workspace', ''), ('link', link_id), ('qr', qr_id)]) AS entity
GROUP BY workspace_id, scope, id, hour, is_bot;

CREATE MATERIALIZED VIEW IF NOT EXISTS clicks_per_day_v1_mv {{on_cluster}} TO {{local:clicks_per_day_v1}} AS
SELECT workspace_id, entity.1 AS scope, entity.2 AS id, toDate(clicked_at) AS day, is_bot,
       count() AS clicks, countIf(source = 'qr') AS scans, countIf(device = 'mobile') AS mobile, uniqState(visitor) AS visitors
FROM {{local:clicks_raw_v1}}
ARRAY JOIN arrayFilter(e -> e.1 = 'workspace' OR e.2 != '', [('workspace', ''), ('link', link_id), ('qr', qr_id)]) AS entity
GROUP BY workspace_id, scope, id, day, is_bot;

CREATE MATERIALIZED VIEW IF NOT EXISTS clicks_lifetime_v1_mv {{on_cluster}} TO {{local:clicks_lifetime_v1}} AS
SELECT workspace_id, entity.1 AS scope, entity.2 AS id, is_bot,
       count() AS clicks, countIf(source = 'qr') AS scans, max(clicked_at) AS last_clicked_at, uniqState(visitor) AS visitors
FROM {{local:clicks_raw_v1}}
ARRAY JOIN arrayFilter(e -> e.1 = 'workspace' OR e.2 != '', [('workspace', ''), ('link', link_id), ('qr', qr_id)]) AS entity
GROUP BY workspace_id, scope, id, is_bot;
