// Alerts of the redirect edge and its spool.
import type { Alert } from './alert.js';
import { burn, EDGE_BAD, EDGE_TOTAL, raised } from './expressions.js';

export const EDGE_ALERTS: Alert[] = [
  {
    name: 'RedirectsFail',
    severity: 'page',
    expr: burn(EDGE_BAD, EDGE_TOTAL, 0.0001, 14.4, '1h', '5m'),
    for: '2m',
    summary: 'Redirects are answered with an error: at this pace the month of 99.99 % is gone in two days',
    fires: {
      series: {
        'linqr_edge_requests_total{outcome="redirect"}': '0+6000x90',
        'linqr_edge_requests_total{outcome="unavailable"}': '0+60x90',
      },
      at: '80m',
    },
    quiet: { 'linqr_edge_requests_total{outcome="redirect"}': '0+6000x90', 'linqr_edge_requests_total{outcome="unavailable"}': '0+0x90' },
    runbook: {
      means:
        'Visitors of links that the edge does not hold in memory get 503, because the link or qr service does not answer. Links in memory go on.',
      look: [
        'linqr_edge_lookup_failures_total by edge',
        'readiness of link and qr, then of PostgreSQL',
        'network policies, if something was rolled out just now',
      ],
      do: [
        'Bring the link service or its database back; edges ask again by themselves.',
        'Roll back a roll-out of link that began before the first failure.',
      ],
    },
  },
  {
    name: 'RedirectsSlow',
    severity: 'page',
    expr: 'histogram_quantile(0.99, sum by (le) (rate(linqr_edge_request_duration_seconds_bucket[5m]))) > 0.02',
    for: '10m',
    summary: 'One redirect in a hundred takes longer than 20 ms inside the edge',
    fires: {
      series: {
        'linqr_edge_request_duration_seconds_bucket{le="0.01"}': '0+50x60',
        'linqr_edge_request_duration_seconds_bucket{le="0.1"}': '0+100x60',
        'linqr_edge_request_duration_seconds_bucket{le="+Inf"}': '0+100x60',
      },
      at: '30m',
    },
    quiet: {
      'linqr_edge_request_duration_seconds_bucket{le="0.01"}': '0+100x60',
      'linqr_edge_request_duration_seconds_bucket{le="+Inf"}': '0+100x60',
    },
    runbook: {
      means: 'The spool write before each answer is slow, or the process has too little CPU.',
      look: [
        'CPU throttling and saturation of the edge pods',
        'latency of the disk behind the spool volume',
        'SPOOL_FSYNC: synced writes cost half as much again',
      ],
      do: ['Add edges (the autoscaler does, unless its maximum is reached).', 'Move the spool to a faster storage class.'],
    },
  },
  {
    name: 'ClicksDropped',
    severity: 'page',
    expr: raised('linqr_edge_clicks_dropped_total', '10m'),
    for: '0m',
    summary: 'Clicks are being lost: a spool is full or its disk refuses writes',
    fires: { series: { 'linqr_edge_clicks_dropped_total{pod="redirect-0"}': '0x5 0+7x20' }, at: '15m' },
    quiet: { 'linqr_edge_clicks_dropped_total{pod="redirect-0"}': '7+0x30' },
    runbook: {
      means: 'Redirects go on, their clicks are not recorded. The metric counts exactly how many.',
      look: [
        'linqr_edge_spool_bytes against SPOOL_MAX_BYTES',
        'why the spool does not drain: SpoolWaits, then Kafka',
        'free space and errors of the volume',
      ],
      do: [
        'Bring the bus back: spools drain by themselves, no restart needed.',
        'Enlarge the volume and SPOOL_MAX_BYTES if an outage may last longer than the spool.',
        'Note the number from the metric in the incident: it is the exact loss.',
      ],
    },
  },
  {
    name: 'SpoolWaits',
    severity: 'page',
    expr: 'max(linqr_edge_spool_oldest_seconds) > 60',
    for: '2m',
    summary: 'Clicks wait on the edges for more than a minute: the bus does not take them',
    fires: { series: { 'linqr_edge_spool_oldest_seconds{pod="redirect-0"}': '0+30x30' }, at: '10m' },
    quiet: { 'linqr_edge_spool_oldest_seconds{pod="redirect-0"}': '1x30' },
    runbook: {
      means: "Nothing is lost: clicks are on the edges' disks. Figures on the screens lag behind.",
      look: [
        'linqr_edge_ship_failures_total',
        'brokers, min.insync.replicas, network policies between redirect and kafka',
        'linqr_edge_spool_bytes: how long the disk lasts',
      ],
      do: ['Bring the bus back.', 'Do not delete pods with their claims while this is on.'],
    },
  },
  {
    name: 'SpoolDamaged',
    severity: 'ticket',
    // Damage is found when an edge starts: its series often begins with it.
    expr: raised('linqr_edge_spool_corrupt_total', '1h'),
    for: '0m',
    summary: 'A damaged stretch of a spool was set aside',
    fires: { series: { 'linqr_edge_spool_corrupt_total{pod="redirect-0"}': '_x5 1x60' }, at: '20m' },
    quiet: { 'linqr_edge_spool_corrupt_total{pod="redirect-0"}': '0x60' },
    runbook: {
      means: 'A checksum of the spool did not fit: a failing disk. (An unfinished end after a kill is normal and counted as torn.)',
      look: ['linqr_edge_spool_corrupt_bytes_total: the size', 'kernel log of the node for disk errors'],
      do: ['Drain the node and replace the disk.', 'The stretch is kept beside the spool under quarantine/ for a look.'],
    },
  },
  {
    name: 'EdgeHearsNoChanges',
    severity: 'page',
    expr: 'min by (pod) (linqr_edge_changes_connected) == 0',
    for: '3m',
    summary: 'An edge does not hear of changed links: edits take up to a minute there instead of a second',
    fires: { series: { 'linqr_edge_changes_connected{pod="redirect-1"}': '0x20' }, at: '10m' },
    quiet: { 'linqr_edge_changes_connected{pod="redirect-1"}': '1x20' },
    runbook: {
      means: 'The subscription to link.changed.v1 and qr.changed.v1 is down. The time-to-live of entries is the net until it is back.',
      look: ['the bus, from this pod', 'linqr_edge_change_gaps_total'],
      do: ['Usually heals with the bus. If only one pod is affected, delete it: its spool stays.'],
    },
  },
];
