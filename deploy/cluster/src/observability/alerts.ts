// Every alert in one place: its rule, the series on which it must fire and on which it must not, and what to do about it.
// Rules, promtool tests and runbooks are made from this table.

import { burn, DOWN, EDGE_BAD, EDGE_TOTAL, JOBS, raised } from './expressions.js';

export interface Alert {
  name: string;
  /** page: somebody gets up; ticket: it can wait for the morning. */
  severity: 'page' | 'ticket';
  expr: string;
  for: string;
  summary: string;
  /** promtool series (minutes apart) on which it fires at `at`, and on which it does not. */
  fires: { series: Record<string, string>; at: string };
  quiet: Record<string, string>;
  runbook: { means: string; look: string[]; do: string[] };
}

const upOf = (values: string, ...but: string[]) =>
  Object.fromEntries(JOBS.filter((job) => !but.includes(job)).map((job) => [`up{job="${job}",pod="a"}`, values]));

export const ALERTS: Alert[] = [
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
    expr: 'sum(increase(linqr_edge_clicks_dropped_total[10m])) > 0',
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
    expr: 'sum(increase(linqr_edge_spool_corrupt_total[1h])) > 0',
    for: '0m',
    summary: 'A damaged stretch of a spool was set aside',
    fires: { series: { 'linqr_edge_spool_corrupt_total{pod="redirect-0"}': '0x5 1x60' }, at: '20m' },
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
  {
    name: 'ApiFails',
    severity: 'page',
    expr: burn(
      'sum(rate(http_request_duration_seconds_count{status=~"5.."}[WINDOW]))',
      'sum(rate(http_request_duration_seconds_count[WINDOW]))',
      0.001,
      14.4,
      '1h',
      '5m',
    ),
    for: '2m',
    summary: 'Calls of the API fail: at this pace the month of 99.9 % is gone in two days',
    fires: {
      series: {
        'http_request_duration_seconds_count{status="200"}': '0+600x90',
        'http_request_duration_seconds_count{status="503"}': '0+60x90',
      },
      at: '80m',
    },
    quiet: {
      'http_request_duration_seconds_count{status="200"}': '0+600x90',
      'http_request_duration_seconds_count{status="503"}': '0+0x90',
    },
    runbook: {
      means: 'The gateway or a service behind it fails.',
      look: ['/api/health names the part', 'grpc_server_failures_total by rpc and code', 'a trace of a failing call (Tempo, by route)'],
      do: ['Roll back what was rolled out, or bring the part back.'],
    },
  },
  {
    name: 'ApiSlow',
    severity: 'ticket',
    expr: 'histogram_quantile(0.95, sum by (le) (rate(http_request_duration_seconds_bucket[10m]))) > 1',
    for: '10m',
    summary: 'One call of the API in twenty takes longer than a second',
    fires: {
      series: {
        'http_request_duration_seconds_bucket{le="1"}': '0+50x60',
        'http_request_duration_seconds_bucket{le="2.5"}': '0+100x60',
        'http_request_duration_seconds_bucket{le="+Inf"}': '0+100x60',
      },
      at: '40m',
    },
    quiet: { 'http_request_duration_seconds_bucket{le="1"}': '0+100x60', 'http_request_duration_seconds_bucket{le="+Inf"}': '0+100x60' },
    runbook: {
      means: 'Something behind the gateway is slow.',
      look: ['the route, then its trace: which span is long', 'grpc_server_duration_seconds by rpc'],
      do: ['Scale the part whose span is long; look at its database.'],
    },
  },
  {
    name: 'CallsBreak',
    severity: 'ticket',
    expr: raised('grpc_server_failures_total{code="INTERNAL"}', '15m', 'service, rpc'),
    for: '0m',
    summary: 'A service answered with an error nobody foresaw',
    fires: {
      series: { 'grpc_server_failures_total{service="link",rpc="link.v1.LinkService/getLink",code="INTERNAL"}': '_x5 1x60' },
      at: '12m',
    },
    quiet: { 'grpc_server_failures_total{service="link",rpc="link.v1.LinkService/getLink",code="LINK_NOT_FOUND"}': '0+5x60' },
    runbook: {
      means: 'A bug: known failures have codes of their own.',
      look: ['the log line "call failed" with the request id'],
      do: ['Open a bug with it.'],
    },
  },
  {
    name: 'MailWaits',
    severity: 'ticket',
    expr: 'max(auth_mail_oldest_seconds) > 600',
    for: '5m',
    summary: 'Mail is not taken by the mail server',
    fires: { series: { auth_mail_oldest_seconds: '0+120x40' }, at: '20m' },
    quiet: { auth_mail_oldest_seconds: '0x40' },
    runbook: {
      means: 'Verification, reset and alert mails wait in the outbox.',
      look: ['auth_mail_total by outcome', 'the mail server, MAIL_URL, the network policy of auth'],
      do: ['Mend the server; mail is sent by itself, in order.'],
    },
  },
  {
    name: 'WebhooksLate',
    severity: 'ticket',
    expr: 'max(webhook_oldest_due_seconds) > 60',
    for: '5m',
    summary: 'Deliveries that are due are not attempted',
    fires: { series: { webhook_oldest_due_seconds: '0+60x40' }, at: '12m' },
    quiet: { webhook_oldest_due_seconds: '0x40' },
    runbook: {
      means: 'The workers have too little capacity. Receivers that fail do not count: their next attempt is not due.',
      look: ['webhook_attempts_total by outcome', 'DELIVERY_CONCURRENCY, replicas'],
      do: ['Add replicas.'],
    },
  },
  {
    name: 'PaymentEventsWait',
    severity: 'page',
    expr: 'max(billing_provider_event_oldest_seconds) > 300',
    for: '5m',
    summary: 'Events of Stripe are stored but not worked on',
    fires: { series: { billing_provider_event_oldest_seconds: '0+120x40' }, at: '20m' },
    quiet: { billing_provider_event_oldest_seconds: '0x40' },
    runbook: {
      means: 'Plans do not follow payments. Redirects are not affected.',
      look: ['billing_provider_fetches_total by outcome', "Stripe's status page, the network policy of billing"],
      do: ['Heals by itself once Stripe answers; state is fetched, not taken from the events.'],
    },
  },
  {
    name: 'PartDown',
    severity: 'page',
    expr: DOWN,
    for: '2m',
    summary: 'No replica of a part can be scraped',
    // Of one part every replica is down; another is not even a target any more.
    fires: {
      series: { ...upOf('1x20', 'linqr/link', 'linqr/qr'), 'up{job="linqr/link",pod="a"}': '0x20', 'up{job="linqr/link",pod="b"}': '0x20' },
      at: '6m',
    },
    quiet: { ...upOf('1x20', 'linqr/link'), 'up{job="linqr/link",pod="a"}': '0x20', 'up{job="linqr/link",pod="b"}': '1x20' },
    runbook: {
      means: 'The part is gone, or the policies keep Prometheus out.',
      look: ['pods and their last termination reason'],
      do: ['Depends on the reason: memory limit, failed start (its log names every configuration problem at once), nodes.'],
    },
  },
  {
    name: 'EventLoopBlocked',
    severity: 'ticket',
    expr: 'max by (service, pod) (nodejs_eventloop_lag_p99_seconds) > 0.5',
    for: '10m',
    summary: 'A process is busy for half a second at a time',
    fires: { series: { 'nodejs_eventloop_lag_p99_seconds{service="qr",pod="q"}': '0.9x40' }, at: '20m' },
    quiet: { 'nodejs_eventloop_lag_p99_seconds{service="qr",pod="q"}': '0.02x40' },
    runbook: {
      means: 'Too little CPU, or work that belongs into a worker.',
      look: ['CPU of the pod against its request'],
      do: ['Add replicas or CPU; keep a profile (kill -USR1, node --inspect) for a bug.'],
    },
  },
  {
    name: 'ProbeFails',
    severity: 'page',
    expr: 'sum(increase(linqr_probe_rounds_total{outcome!="counted"}[5m])) > 2',
    for: '0m',
    summary: 'The synthetic click does not get through: a visit was refused, or its click is not counted',
    fires: { series: { 'linqr_probe_rounds_total{outcome="not_counted"}': '0+2x20' }, at: '10m' },
    quiet: { 'linqr_probe_rounds_total{outcome="counted"}': '0+2x20' },
    runbook: {
      means: 'What a customer would see, from the public door to the figure on the screen.',
      look: ['the outcome label: refused, wrong_answer, not_counted', 'the alerts of the step it names'],
      do: ['Follow those.'],
    },
  },
  {
    name: 'ProbeSilent',
    severity: 'ticket',
    expr: 'absent(linqr_probe_rounds_total)',
    for: '10m',
    summary: 'Nobody probes',
    fires: { series: { up: '1x40' }, at: '20m' },
    quiet: { 'linqr_probe_rounds_total{outcome="counted"}': '0+2x40' },
    runbook: {
      means: 'The probe does not run: the other alerts are all there is.',
      look: ["the probe's pod, its PROBE_ settings"],
      do: ['Bring it back.'],
    },
  },
];
