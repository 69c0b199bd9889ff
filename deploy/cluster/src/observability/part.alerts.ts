// Alerts of the API, of what is sent out, of the processes and of the probe.
import type { Alert } from './alert.js';
import { burn, DOWN, JOBS, raised } from './expressions.js';

const upOf = (values: string, ...but: string[]) =>
  Object.fromEntries(JOBS.filter((job) => !but.includes(job)).map((job) => [`up{job="${job}",pod="a"}`, values]));

export const PART_ALERTS: Alert[] = [
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
