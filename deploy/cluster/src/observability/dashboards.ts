// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Grafana's own variables are written that way
// Grafana dashboards as code: rows of panels, each a few queries.

interface Panel {
  title: string;
  unit: string;
  /** Legend → query. */
  queries: Record<string, string>;
  kind?: 'timeseries' | 'stat';
}

const rate = (metric: string, by: string) => `sum by (${by}) (rate(${metric}[$__rate_interval]))`;
const quantile = (q: number, metric: string, by = 'le') =>
  `histogram_quantile(${q}, sum by (${by}) (rate(${metric}_bucket[$__rate_interval])))`;

const BOARDS: Record<string, { title: string; rows: Record<string, Panel[]> }> = {
  'linqr-clicks': {
    title: 'Linqr: the life of a click',
    rows: {
      Redirects: [
        { title: 'Answers', unit: 'reqps', queries: { '{{outcome}}': rate('linqr_edge_requests_total', 'outcome') } },
        {
          title: 'Time inside the edge',
          unit: 's',
          queries: {
            p50: quantile(0.5, 'linqr_edge_request_duration_seconds'),
            p99: quantile(0.99, 'linqr_edge_request_duration_seconds'),
          },
        },
        {
          title: 'Cache',
          unit: 'short',
          queries: {
            entries: 'sum(linqr_edge_cache_entries)',
            'look-ups/s': 'sum(rate(linqr_edge_lookups_total[$__rate_interval]))',
            'stale/s': 'sum(rate(linqr_edge_served_stale_total[$__rate_interval]))',
          },
        },
      ],
      Spool: [
        { title: 'Waiting on disk', unit: 'bytes', queries: { '{{pod}}': 'linqr_edge_spool_bytes' } },
        { title: 'Oldest click not yet on the bus', unit: 's', queries: { '{{pod}}': 'linqr_edge_spool_oldest_seconds' } },
        { title: 'Dropped, ever', unit: 'short', kind: 'stat', queries: { dropped: 'sum(linqr_edge_clicks_dropped_total)' } },
      ],
      Ingestion: [
        { title: 'Clicks', unit: 'cps', queries: { '{{outcome}}': rate('analytics_clicks_total', 'outcome') } },
        { title: 'Lag', unit: 'short', queries: { '{{group}} {{topic}}': 'max by (group, topic) (bus_consumer_lag_records)' } },
        {
          title: 'From click to countable',
          unit: 's',
          queries: { p50: quantile(0.5, 'analytics_freshness_seconds'), p99: quantile(0.99, 'analytics_freshness_seconds') },
        },
        { title: 'Steps', unit: 's', queries: { '{{step}}': quantile(0.95, 'analytics_ingest_step_seconds', 'le, step') } },
      ],
      Exactness: [
        {
          title: 'Roll-ups against raw clicks',
          unit: 'short',
          kind: 'stat',
          queries: {
            difference: 'max(abs(analytics_reconcile_difference_clicks))',
            duplicates: 'max(analytics_reconcile_duplicate_clicks)',
          },
        },
        { title: 'Synthetic click: visit to figure', unit: 's', queries: { p95: quantile(0.95, 'linqr_probe_visible_seconds') } },
      ],
    },
  },
  'linqr-services': {
    title: 'Linqr: API and services',
    rows: {
      API: [
        { title: 'Calls by status', unit: 'reqps', queries: { '{{status}}': rate('http_request_duration_seconds_count', 'status') } },
        {
          title: 'Slowest routes, p95',
          unit: 's',
          queries: { '{{method}} {{route}}': `topk(10, ${quantile(0.95, 'http_request_duration_seconds', 'le, method, route')})` },
        },
      ],
      gRPC: [
        { title: 'Calls', unit: 'reqps', queries: { '{{service}}': rate('grpc_server_duration_seconds_count', 'service') } },
        { title: 'Failures', unit: 'reqps', queries: { '{{service}} {{code}}': rate('grpc_server_failures_total', 'service, code') } },
        {
          title: 'Slowest, p95',
          unit: 's',
          queries: { '{{rpc}}': `topk(10, ${quantile(0.95, 'grpc_server_duration_seconds', 'le, rpc')})` },
        },
      ],
      Queues: [
        { title: 'Outboxes: oldest event', unit: 's', queries: { '{{service}}': 'max by (service) (outbox_oldest_event_age_seconds)' } },
        { title: 'Consumers without progress', unit: 's', queries: { '{{service}}': 'max by (service) (bus_consumer_stalled_seconds)' } },
        { title: 'Webhooks', unit: 'reqps', queries: { '{{outcome}}': rate('webhook_attempts_total', 'outcome') } },
        { title: 'Mail', unit: 'reqps', queries: { '{{kind}} {{outcome}}': rate('auth_mail_total', 'kind, outcome') } },
        { title: 'Stripe events', unit: 'reqps', queries: { '{{outcome}}': rate('billing_provider_events_total', 'outcome') } },
      ],
      Plans: [
        {
          title: 'Allowances',
          unit: 'cps',
          queries: { '{{resource}} {{outcome}}': rate('billing_quota_reservations_total', 'resource, outcome') },
        },
        {
          title: 'Used up, by plan',
          unit: 'cps',
          queries: {
            '{{plan}} {{resource}}':
              'sum by (plan, resource) (rate(billing_quota_reservations_total{outcome="refused"}[$__rate_interval]))',
          },
        },
        {
          title: 'Not asked, because billing did not answer',
          unit: 'cps',
          queries: {
            links: 'sum(rate(link_quota_unanswered_total[$__rate_interval]))',
            codes: 'sum(rate(qr_quota_unanswered_total[$__rate_interval]))',
          },
        },
        {
          title: 'Features asked for and missing',
          unit: 'cps',
          queries: { '{{feature}}': rate('billing_feature_refusals_total', 'feature') },
        },
      ],
      Processes: [
        { title: 'CPU', unit: 'percentunit', queries: { '{{service}} {{pod}}': 'rate(process_cpu_seconds_total[$__rate_interval])' } },
        { title: 'Memory', unit: 'bytes', queries: { '{{service}} {{pod}}': 'process_resident_memory_bytes' } },
        { title: 'Event loop, p99', unit: 's', queries: { '{{service}} {{pod}}': 'nodejs_eventloop_lag_p99_seconds' } },
      ],
    },
  },
};

const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
const WIDTH = 24;
const HEIGHT = 8;

/** File name → Grafana's dashboard model. */
export function dashboards(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(BOARDS).map(([uid, { title, rows }]) => {
      let id = 0;
      let y = 0;
      const panels = Object.entries(rows).flatMap(([row, inRow]) => {
        const head = { id: ++id, type: 'row', title: row, collapsed: false, gridPos: { x: 0, y: y++, w: WIDTH, h: 1 }, panels: [] };
        const width = Math.floor(WIDTH / Math.min(inRow.length, 3));
        const made = inRow.map((panel, index) => ({
          id: ++id,
          type: panel.kind ?? 'timeseries',
          title: panel.title,
          datasource: DATASOURCE,
          gridPos: { x: (index % 3) * width, y: y + Math.floor(index / 3) * HEIGHT, w: width, h: HEIGHT },
          fieldConfig: { defaults: { unit: panel.unit, min: 0 }, overrides: [] },
          options:
            panel.kind === 'stat'
              ? { reduceOptions: { calcs: ['lastNotNull'] } }
              : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
          targets: Object.entries(panel.queries).map(([legendFormat, expr], at) => ({
            refId: String.fromCharCode(65 + at),
            datasource: DATASOURCE,
            expr,
            legendFormat,
          })),
        }));
        y += Math.ceil(inRow.length / 3) * HEIGHT;
        return [head, ...made];
      });
      return [
        uid,
        {
          uid,
          title,
          tags: ['linqr'],
          schemaVersion: 41,
          editable: false,
          refresh: '30s',
          time: { from: 'now-6h', to: 'now' },
          templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }] },
          panels,
        },
      ];
    }),
  );
}
