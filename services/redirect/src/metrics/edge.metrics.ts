// What the edge tells Prometheus. The hot path counts with plain numbers; they are read here when somebody asks.
import { Counter, Gauge, type Registry } from '@linqr/platform/management';
import type { ClickSpool } from '../click/click.spool.js';
import type { ClickSeats } from '../target/click.seats.js';
import type { TargetCache } from '../target/target.cache.js';
import type { TargetDirectory } from '../target/target.directory.js';
import type { TargetNews } from '../target/target.news.js';
import type { CountryLocator } from '../targeting/country.locator.js';
import { DURATION_BUCKETS, type RequestStats } from './request.stats.js';

export interface MetricSources {
  stats: RequestStats;
  spool: ClickSpool;
  cache: TargetCache;
  directory: TargetDirectory;
  news: TargetNews;
  seats: ClickSeats;
  locator: CountryLocator;
  openConnections: () => number;
}

export function registerEdgeMetrics(registry: Registry, sources: MetricSources): void {
  const { stats, spool, cache, directory, news, seats, locator } = sources;
  const registers = [registry];
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });

  new Counter({
    name: 'linqr_edge_requests_total',
    help: 'Requests answered, by outcome',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      this.inc({ outcome: 'redirect' }, stats.redirects);
      for (const [outcome, count] of stats.outcomes) this.inc({ outcome }, count);
    },
  });
  registerDurations(registry, stats);
  counter('linqr_edge_handed_over_total', 'Connections that left the fast path for node:http', () => stats.handedOver);
  counter('linqr_edge_connections_total', 'Connections accepted', () => stats.connections);
  gauge('linqr_edge_connections', 'Connections open now', sources.openConnections);

  gauge('linqr_edge_spool_bytes', 'Clicks on the disk that are not released yet', () => spool.figures.bytes);
  gauge('linqr_edge_spool_oldest_seconds', 'Age of the oldest click that is not acknowledged by the bus', () => {
    const { oldestWrittenAtMs } = spool.figures;
    return oldestWrittenAtMs === 0 ? 0 : (Date.now() - oldestWrittenAtMs) / 1000;
  });
  counter('linqr_edge_clicks_appended_total', 'Clicks written to the spool', () => spool.figures.appended);
  counter(
    'linqr_edge_clicks_dropped_total',
    'Clicks that could not be written (full or failing disk); their redirects were answered',
    () => spool.figures.dropped,
  );
  counter('linqr_edge_clicks_shipped_total', 'Clicks acknowledged by the bus', () => spool.figures.shipped);
  counter('linqr_edge_spool_writes_total', 'Writes to the spool, one a turn', () => spool.figures.writes);
  counter('linqr_edge_batches_shipped_total', 'Batches acknowledged by the bus', () => spool.figures.batches);
  gauge('linqr_edge_batches_in_flight', 'Batches offered to the bus and not acknowledged', () => spool.figures.inFlight);
  counter('linqr_edge_ship_failures_total', 'Attempts to ship that failed and are repeated', () => spool.figures.failures);
  counter('linqr_edge_spool_corrupt_total', 'Damaged stretches of the spool set aside', () => spool.figures.corrupt);
  counter('linqr_edge_spool_corrupt_bytes_total', 'Bytes of them', () => spool.figures.corruptBytes);
  counter('linqr_edge_spool_torn_total', 'Unfinished ends of killed processes cut off', () => spool.figures.torn);
  gauge('linqr_edge_spools_adopted', 'Spools of former processes being shipped', () => spool.figures.adopted);

  gauge('linqr_edge_cache_entries', 'Addresses in the cache', () => cache.size);
  gauge('linqr_edge_cache_bytes', 'Bytes they take', () => cache.usedBytes);
  counter('linqr_edge_cache_evictions_total', 'Addresses that made room for others', () => cache.evictions);
  counter('linqr_edge_lookups_total', 'Questions to the services behind', () => directory.asked);
  counter('linqr_edge_batched_lookups_total', 'Questions for up to 500 links or codes at once, of those', () => directory.batches);
  counter('linqr_edge_lookup_failures_total', 'Questions without an answer', () => directory.failed);
  counter('linqr_edge_served_stale_total', 'Visits served from an old entry because nobody answered', () => directory.servedStale);
  counter('linqr_edge_seats_asked_total', "Questions for a link's last clicks", () => seats.asked);
  counter('linqr_edge_seats_unanswered_total', 'Visits that passed because nobody answered', () => seats.failed);
  gauge('linqr_edge_country_database_bytes', 'Country databases in memory; 0 until a link asks for a country', () => locator.loadedBytes);
  counter('linqr_edge_changes_total', 'Changes of links and codes heard', () => news.changes);
  counter('linqr_edge_change_gaps_total', 'Times when changes may have been missed', () => news.gaps);
  gauge('linqr_edge_changes_connected', '1 while changes are heard', () => (news.connected ? 1 : 0));
}

/** A histogram fed by the turn, not by the request: prom-client's own would cost the fast path a tenth of its time. */
function registerDurations(registry: Registry, stats: RequestStats): void {
  const name = 'linqr_edge_request_duration_seconds';
  registry.registerMetric({
    name,
    help: 'From reading a request to sending its answer, the spool write included',
    aggregator: 'sum',
    type: 'histogram',
    reset() {},
    async get() {
      let total = 0;
      const values = DURATION_BUCKETS.map((le, i) => {
        total += stats.durations[i]!;
        return { metricName: `${name}_bucket`, labels: { le }, value: total };
      });
      total += stats.durations[DURATION_BUCKETS.length]!;
      return {
        name,
        help: 'From reading a request to sending its answer, the spool write included',
        type: 'histogram',
        aggregator: 'sum',
        values: [
          ...values,
          { metricName: `${name}_bucket`, labels: { le: '+Inf' }, value: total },
          { metricName: `${name}_sum`, labels: {}, value: stats.durationSum },
          { metricName: `${name}_count`, labels: {}, value: total },
        ],
      };
    },
  } as unknown as Parameters<Registry['registerMetric']>[0]);
}
