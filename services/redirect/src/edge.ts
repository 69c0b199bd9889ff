// One edge process, whole: every resource in order; closed in reverse.
import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openBus } from '@linqr/platform/bus';
import { createGrpcClient } from '@linqr/platform/grpc-client';
import type { Lifecycle } from '@linqr/platform/lifecycle';
import type { Logger } from '@linqr/platform/logging';
import type { Management } from '@linqr/platform/management';
import { DomainServiceService } from '@linqr/proto/link/v1/domains';
import { LinkServiceService } from '@linqr/proto/link/v1/link';
import { QrServiceService } from '@linqr/proto/qr/v1/qr';
import { Networks } from './address/networks.js';
import { ScanGuard } from './address/scan.guard.js';
import { ClickSpool } from './click/click.spool.js';
import { TurnCommit } from './click/turn.commit.js';
import type { EdgeConfig } from './config.js';
import { CONNECTION_LIMITS } from './http/fast.connection.js';
import { FastServer } from './http/fast.server.js';
import { FullServer } from './http/full.server.js';
import { Router } from './http/router.js';
import { registerEdgeMetrics } from './metrics/edge.metrics.js';
import { RequestStats } from './metrics/request.stats.js';
import { startProblem } from './process/start.problem.js';
import { ClickSeats } from './target/click.seats.js';
import { DomainRoots } from './target/domain.roots.js';
import { TargetCache } from './target/target.cache.js';
import { TargetDirectory } from './target/target.directory.js';
import { TargetNews } from './target/target.news.js';
import { TargetSource } from './target/target.source.js';
import { CountryLocator } from './targeting/country.locator.js';
import { UnlockCookie } from './unlock/unlock.cookie.js';
import { UnlockDesk } from './unlock/unlock.desk.js';
import { HostNames } from './visit/host.names.js';
import { VisitDesk } from './visit/visit.desk.js';

export interface EdgeRuntime {
  config: EdgeConfig;
  logger: Logger;
  lifecycle: Lifecycle;
  management: Management;
  /** 0, 1, …: which of the machine's edge processes this is. */
  slot: number;
}

/** Longest wait for the bus before the edge listens; without it the first visitors of a cold edge cost two look-ups each. */
const HEAR_FIRST_MS = 1_000;

/** Serves until the lifecycle stops it; answers with the public port. Waits for nothing behind it but, for a moment, the bus. */
export async function startEdge({ config, logger, lifecycle, management, slot }: EdgeRuntime): Promise<number> {
  const graceMs = config.SHUTDOWN_GRACE_SECONDS * 1_000;
  const bus = await openBus({ url: config.BUS_URL, clientId: 'redirect', logger, registry: management.registry });
  lifecycle.onClose('bus', () => bus.close());
  const links = createGrpcClient({
    definition: LinkServiceService,
    target: config.LINK_TARGET,
    idempotent: ['resolveLink', 'resolveLinks', 'takeSeats'],
  });
  lifecycle.onClose('link client', () => links.$close());
  const domains = createGrpcClient({ definition: DomainServiceService, target: config.LINK_TARGET, idempotent: ['resolveDomain'] });
  lifecycle.onClose('domain client', () => domains.$close());
  const codes = createGrpcClient({
    definition: QrServiceService,
    target: config.QR_TARGET,
    idempotent: ['resolveQrCode', 'resolveQrCodes'],
  });
  lifecycle.onClose('qr client', () => codes.$close());

  const spool = await ClickSpool.open({
    root: config.SPOOL_DIR,
    slot,
    maxBytes: Math.floor(config.SPOOL_MAX_BYTES / config.EDGE_PROCESSES),
    sync: config.SPOOL_FSYNC,
    bus,
    logger,
  }).catch((error) => {
    throw startProblem(`The click spool SPOOL_DIR=${config.SPOOL_DIR} cannot be written`, error);
  });
  lifecycle.onClose('spool', () => spool.close(graceMs * 0.4));

  const hosts = new HostNames(config.SHORT_ORIGIN);
  const seats = new ClickSeats(links, logger);
  const cache = new TargetCache(config.CACHE_MAX_BYTES);
  const locator = new CountryLocator(config.GEO_DATABASE, logger);
  const directory = new TargetDirectory(cache, new TargetSource(links, codes, locator), logger);
  const news = new TargetNews(bus, directory, hosts.shortDomain, logger);
  lifecycle.onClose('changes', () => news.stop());

  const stats = new RequestStats();
  const networks = new Networks(config.TRUSTED_PROXIES);
  const commit = new TurnCommit(spool.writer, config.SPOOL_FSYNC);
  commit.onTurn = stats.observe;
  const secure = config.SHORT_ORIGIN.startsWith('https:');
  const cookie = new UnlockCookie(config.UNLOCK_COOKIE_SECRET, secure);
  const warnedCookie = new UnlockCookie(config.UNLOCK_COOKIE_SECRET, secure, 'lq_warned');
  const desk = new VisitDesk({
    cache,
    directory,
    spool: spool.writer,
    hosts,
    cookie,
    warnedCookie,
    seats,
    locator,
    visitorSecret: createHmac('sha256', config.UNLOCK_COOKIE_SECRET).update('variants').digest(),
    guard: new ScanGuard(),
    appOrigin: config.APP_ORIGIN,
    tellClickId: config.EDGE_CLICK_ID_HEADER,
  });
  const unlock = new UnlockDesk(links, cookie, warnedCookie, hosts, config.APP_ORIGIN);
  const router = new Router(desk, cache, unlock, hosts, new DomainRoots(domains), config.APP_ORIGIN, logger);
  const full = new FullServer({ router, commit, cache, networks, stats });
  const server = new FastServer({
    desk,
    commit,
    cache,
    networks,
    full,
    stats,
    maxConnections: config.EDGE_MAX_CONNECTIONS,
    limits: CONNECTION_LIMITS,
  });

  registerEdgeMetrics(management.registry, {
    stats,
    spool,
    cache,
    directory,
    news,
    seats,
    locator,
    openConnections: () => server.openConnections,
  });
  management.addCheck({
    name: 'spool',
    kind: 'ready',
    check: () => {
      if (spool.writer.failing !== undefined) throw new Error(`clicks are being dropped: ${spool.writer.failing}`);
    },
  });

  // What is looked up before changes are heard is looked up twice: they come first, unless the bus lets us wait.
  const patience = new AbortController();
  await Promise.race([news.start(), delay(HEAR_FIRST_MS, undefined, { signal: patience.signal }).catch(() => {})]);
  patience.abort();

  const port = await server.listen(config.EDGE_HOST, config.EDGE_PORT).catch((error) => {
    throw startProblem(`The edge cannot listen on ${config.EDGE_HOST}:${config.EDGE_PORT}`, error);
  });
  lifecycle.onClose('edge', () => server.drain(graceMs * 0.4));
  return port;
}
