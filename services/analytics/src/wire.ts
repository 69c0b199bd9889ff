// Every resource of the service, in order; closed in reverse.
import { join } from 'node:path';
import { openBus } from '@linqr/platform/bus';
import { systemClock } from '@linqr/platform/clock';
import { exportParts } from '@linqr/platform/export';
import type { GrpcProcessConfig, Runtime, ServiceParts } from '@linqr/platform/service';
import { AnalyticsServiceService } from '@linqr/proto/analytics/v1/analytics';
import { AnalyticsDeskServiceService } from '@linqr/proto/analytics/v1/desk';
import { AnalyticsController } from './analytics.controller.js';
import type { AnalyticsConfig } from './config.js';
import { ClickDeskController } from './desk/click-desk.controller.js';
import { ClickDesk } from './desk/click-desk.js';
import { AgentCache } from './enrichment/agent.cache.js';
import { GeoLocator } from './enrichment/geo.locator.js';
import { VisitorHasher } from './enrichment/visitor.hash.js';
import { ErasedRepository } from './erasure/erased.repository.js';
import { ErasureConsumer } from './erasure/erasure.consumer.js';
import { clickSections } from './export/click.sections.js';
import { IngestConsumer } from './ingest/ingest.consumer.js';
import { IngestMetrics } from './ingest/ingest.metrics.js';
import { IngestQueue } from './ingest/ingest.queue.js';
import { IngestService } from './ingest/ingest.service.js';
import { IngestedPublisher } from './ingest/ingested.publisher.js';
import { LedgerRepository } from './ingest/ledger.repository.js';
import { ReplayFilter } from './ingest/replay.filter.js';
import { SetAside } from './ingest/set-aside.js';
import { LiveHub } from './live/live.hub.js';
import { ReconcileJob } from './reconcile/reconcile.job.js';
import { CountsRepository } from './reports/counts.repository.js';
import { ReportRepository } from './reports/report.repository.js';
import { ReportService } from './reports/report.service.js';
import { expectSchema, migrateSchema } from './warehouse/schema.migrator.js';
import type { SchemaVariables } from './warehouse/schema.template.js';
import { ClickHouseWarehouse } from './warehouse/warehouse.js';
import { WarehouseStarter } from './warehouse/warehouse.starter.js';

/** Records waiting this long although ClickHouse answers: only a restart can help. */
const STALLED_MS = 300_000;

type SchemaOf = [ClickHouseWarehouse, string, SchemaVariables];
const schema = (warehouse: ClickHouseWarehouse, config: AnalyticsConfig): SchemaOf => [
  warehouse,
  join(import.meta.dirname, '../migrations'),
  {
    cluster: config.CLICKHOUSE_CLUSTER,
    rawRetentionDays: config.CLICK_RETENTION_DAYS,
    ledgerRetentionDays: config.LEDGER_RETENTION_DAYS,
  },
];

/** What `main.js migrate` does. */
export async function migrateAnalytics({ config, logger }: Runtime<AnalyticsConfig & GrpcProcessConfig>): Promise<void> {
  const warehouse = new ClickHouseWarehouse({ url: config.CLICKHOUSE_URL, cluster: config.CLICKHOUSE_CLUSTER });
  await migrateSchema(...schema(warehouse, config), logger).finally(() => warehouse.close());
}

export async function wireAnalytics({
  config,
  logger,
  lifecycle,
  management,
}: Runtime<AnalyticsConfig & GrpcProcessConfig>): Promise<ServiceParts> {
  const geo = new GeoLocator(config.GEO_DATABASE);
  geo.load();
  const warehouse = new ClickHouseWarehouse({ url: config.CLICKHOUSE_URL, cluster: config.CLICKHOUSE_CLUSTER });
  lifecycle.onClose('warehouse', () => warehouse.close());
  const starter = new WarehouseStarter(
    () =>
      config.MIGRATIONS === 'apply' ? migrateSchema(...schema(warehouse, config), logger) : expectSchema(...schema(warehouse, config)),
    logger,
  );
  const bus = await openBus({ url: config.BUS_URL, clientId: 'analytics', logger, registry: management.registry });
  lifecycle.onClose('bus', () => bus.close());

  const erased = new ErasedRepository(warehouse, config.CLICKHOUSE_CLUSTER);
  const erasure = new ErasureConsumer({ bus, erased, settleSeconds: config.ERASURE_SETTLE_SECONDS, clock: systemClock, logger });
  lifecycle.onClose('account erasure', () => erasure.stop());
  const ingest = new IngestService({
    warehouse,
    ledger: new LedgerRepository(warehouse),
    setAside: new SetAside(bus, systemClock),
    replayFilter: new ReplayFilter(warehouse),
    erased,
    publisher: new IngestedPublisher(bus),
    tables: { agents: new AgentCache(), geo, visitors: new VisitorHasher(config.VISITOR_HASH_KEY) },
    metrics: new IngestMetrics(management.registry),
    clock: systemClock,
    logger,
  });
  const queue = new IngestQueue((submissions) => ingest.ingest(submissions), {
    concurrency: config.INGEST_CONCURRENCY,
    intervalMs: config.INGEST_INTERVAL_MS,
  });
  const consumer = new IngestConsumer(bus, queue, config.INGEST_MAX_RECORDS, logger);
  const live = new LiveHub(bus, logger, management.registry);
  const reports = new ReportService({
    reports: new ReportRepository(warehouse),
    counts: new CountsRepository(warehouse),
    clock: systemClock,
    isReady: () => starter.isReady,
  });

  management.addCheck({ name: 'schema', kind: 'ready', check: () => starter.requireReady() });
  management.addCheck({ name: 'clickhouse', kind: 'ready', check: () => warehouse.ping() });
  management.addCheck({ name: 'bus', kind: 'ready', check: () => bus.ping() });
  management.addCheck({
    name: 'ingestion',
    kind: 'live',
    check: async () => {
      if (bus.stalledMs() < STALLED_MS || !starter.isReady) return;
      const answers = await warehouse.ping().then(
        () => true,
        () => false,
      );
      if (answers) throw new Error('clicks wait although the warehouse answers');
    },
  });
  lifecycle.onDrain(() => live.endViews());
  lifecycle.onClose('live views', () => live.stop());
  lifecycle.onClose('ingestion', async () => {
    await starter.stop();
    await consumer.stop();
  });

  const reconcile = new ReconcileJob({ warehouse, clock: systemClock, logger, registry: management.registry });
  lifecycle.onClose('reconciliation', () => reconcile.stop());

  const exports = exportParts(clickSections(warehouse));
  return {
    definition: AnalyticsServiceService,
    controller: AnalyticsController,
    besides: [exports.besides, { definition: AnalyticsDeskServiceService, controller: ClickDeskController }],
    providers: [
      exports.provider,
      { provide: ReportService, useValue: reports },
      { provide: LiveHub, useValue: live },
      { provide: ClickDesk, useValue: new ClickDesk(warehouse, () => starter.isReady) },
    ],
    // In the background: the port answers at once, readiness tells when the rest is there.
    onListening: () => {
      void live.start();
      void starter.start().then(async () => {
        if (!starter.isReady) return;
        await consumer.start();
        await erasure.start();
        reconcile.start();
      });
    },
  };
}
