-- Clicks of all workspaces by day: one row a day and class once merged. For whoever runs the installation; it says nothing
-- about anybody, so that nothing has to be taken out of it when an account goes.
CREATE TABLE IF NOT EXISTS {{local:clicks_of_all_per_day_v1}} {{on_cluster}}
(
    day Date CODEC(Delta, ZSTD(1)),
    is_bot Bool,
    clicks SimpleAggregateFunction(sum, UInt64),
    scans SimpleAggregateFunction(sum, UInt64)
)
ENGINE = {{engine:AggregatingMergeTree}}
PARTITION BY toYear(day)
ORDER BY (day, is_bot)
SETTINGS {{deduplication}};

{{distributed:clicks_of_all_per_day_v1 by cityHash64(day)}}

-- What was counted before this table was there. Nothing is ingested while migrations run; once only, also after a crash
-- right here.
INSERT INTO {{local:clicks_of_all_per_day_v1}}
SELECT day, is_bot, sum(clicks), sum(scans) FROM clicks_per_day_v1
WHERE scope = 'workspace' AND (SELECT count() FROM clicks_of_all_per_day_v1) = 0
GROUP BY day, is_bot;

CREATE MATERIALIZED VIEW IF NOT EXISTS clicks_of_all_per_day_v1_mv {{on_cluster}} TO {{local:clicks_of_all_per_day_v1}} AS
SELECT toDate(clicked_at) AS day, is_bot, count() AS clicks, countIf(source = 'qr') AS scans
FROM {{local:clicks_raw_v1}}
GROUP BY day, is_bot;
