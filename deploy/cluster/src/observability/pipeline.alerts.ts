// Alerts of clicks and events on their way: bus, consumers, warehouse, outboxes.
import type { Alert } from './alert.js';
import { raised } from './expressions.js';

export const PIPELINE_ALERTS: Alert[] = [
  {
    name: 'ConsumerStalled',
    severity: 'page',
    expr: 'max by (service) (bus_consumer_stalled_seconds) > 120',
    for: '1m',
    summary: 'A consumer has work and makes no progress',
    fires: { series: { 'bus_consumer_stalled_seconds{service="analytics"}': '0+60x20' }, at: '10m' },
    quiet: { 'bus_consumer_stalled_seconds{service="analytics"}': '0x20' },
    runbook: {
      means: 'A partition with lag was not committed for two minutes. Either what it needs is down, or a record fails again and again.',
      look: [
        'logs of the service: "consumer interrupted", or the failing handler',
        'its store: ClickHouse for analytics, PostgreSQL for the others',
        'click.setaside.v1 for records that were put aside',
      ],
      do: ['Bring the store back.', 'If one record blocks: it should have been set aside; save it, restart the pod, report the bug.'],
    },
  },
  {
    name: 'ClicksLag',
    severity: 'page',
    expr: 'max(bus_consumer_lag_records{group="analytics"}) > 2000',
    for: '10m',
    summary: 'Analytics falls behind the clicks',
    fires: { series: { 'bus_consumer_lag_records{group="analytics",topic="click.recorded.v1"}': '5000x40' }, at: '20m' },
    quiet: { 'bus_consumer_lag_records{group="analytics",topic="click.recorded.v1"}': '40x40' },
    runbook: {
      means: 'More clicks come than are inserted. Nothing is lost; figures are late.',
      look: [
        'replicas of analytics against its maximum and against the 12 partitions',
        'insert times: analytics_ingest_step_seconds{step="insert"}',
        'merges and parts in ClickHouse',
      ],
      do: ['Raise the maximum of the ScaledObject (up to the number of partitions).', 'See docs/scaling.md for what saturates next.'],
    },
  },
  {
    name: 'ClicksLate',
    severity: 'page',
    expr: 'histogram_quantile(0.99, sum by (le) (rate(analytics_freshness_seconds_bucket[10m]))) > 60',
    for: '5m',
    summary: 'Clicks need more than a minute to be countable',
    fires: {
      series: {
        'analytics_freshness_seconds_bucket{le="60"}': '0+1x60',
        'analytics_freshness_seconds_bucket{le="300"}': '0+10x60',
        'analytics_freshness_seconds_bucket{le="+Inf"}': '0+10x60',
      },
      at: '30m',
    },
    quiet: { 'analytics_freshness_seconds_bucket{le="2"}': '0+10x60', 'analytics_freshness_seconds_bucket{le="+Inf"}': '0+10x60' },
    runbook: {
      means: 'The promise of docs/durability.md (60 s from a healthy pipeline) is being missed.',
      look: ['SpoolWaits, ClicksLag, ConsumerStalled: one of them says where'],
      do: ['Follow the one that fires with it.'],
    },
  },
  {
    name: 'ClicksSetAside',
    severity: 'ticket',
    expr: raised('analytics_records_total{outcome=~"undecodable|refused"}', '15m'),
    for: '0m',
    summary: 'Batches of clicks could not be read and were set aside',
    fires: { series: { 'analytics_records_total{outcome="undecodable"}': '_x5 2x60' }, at: '12m' },
    quiet: { 'analytics_records_total{outcome="ingested"}': '0+100x60' },
    runbook: {
      means:
        'Records on click.recorded.v1 that are no batches of clicks, or whose insert ClickHouse refuses for good. They wait on click.setaside.v1 for 30 days with the reason in a header.',
      look: ['the reason header of the newest record there', 'which edge version wrote it'],
      do: ['Mend the cause, then replay: node dist/replay.js in the analytics image.'],
    },
  },
  {
    name: 'CountsDisagree',
    severity: 'page',
    expr: 'max(abs(analytics_reconcile_difference_clicks)) > 0 or max(analytics_reconcile_duplicate_clicks) > 0',
    for: '15m',
    summary: 'Roll-ups and raw clicks do not agree, or a click is stored twice',
    fires: { series: { analytics_reconcile_difference_clicks: '3x40', analytics_reconcile_duplicate_clicks: '0x40' }, at: '30m' },
    quiet: { analytics_reconcile_difference_clicks: '0x40', analytics_reconcile_duplicate_clicks: '0x40' },
    runbook: {
      means: 'The reconciliation of a closed hour found a difference. This must not happen.',
      look: [
        'the log line "counts disagree" with the hour and the numbers',
        'inserts that failed half-way in that hour',
        'manual changes in ClickHouse',
      ],
      do: ['Keep the logs, open an incident: exactness is the product.'],
    },
  },
  {
    name: 'OutboxWaits',
    severity: 'page',
    expr: 'max by (service) (outbox_oldest_event_age_seconds) > 60',
    for: '2m',
    summary: 'Events of a service do not reach the bus',
    fires: { series: { 'outbox_oldest_event_age_seconds{service="link"}': '0+60x20' }, at: '8m' },
    quiet: { 'outbox_oldest_event_age_seconds{service="link"}': '0x20' },
    runbook: {
      means: 'Changes are stored but not announced: edges serve old entries up to their time-to-live, webhooks are late.',
      look: ['the bus', 'logs of that service: "outbox relay"', "who holds the relay's advisory lock in its database"],
      do: ['Bring the bus back; order is kept and nothing is lost.'],
    },
  },
];
