import { setMaxListeners } from 'node:events';
import { createGrpcClient, type GrpcClient } from '@linqr/platform/grpc';
import type { Lifecycle } from '@linqr/platform/lifecycle';
import { AnalyticsServiceService } from '@linqr/proto/analytics/v1/analytics';
import { AuthServiceService } from '@linqr/proto/auth/v1/auth';
import { IdentityServiceService } from '@linqr/proto/auth/v1/identity';
import { BillingServiceService } from '@linqr/proto/billing/v1/billing';
import { ExportServiceService } from '@linqr/proto/export/v1/export';
import { BulkServiceService } from '@linqr/proto/link/v1/bulk';
import { DomainServiceService } from '@linqr/proto/link/v1/domains';
import { LinkServiceService } from '@linqr/proto/link/v1/link';
import { QrServiceService } from '@linqr/proto/qr/v1/qr';
import { WebhookServiceService } from '@linqr/proto/webhook/v1/webhook';
import { DeskClients } from './admin/desk.clients.js';
import type { GatewayConfig } from './config.js';

export type ExportClient = GrpcClient<typeof ExportServiceService>;

/** The six services behind the gateway. Methods listed as idempotent are sent again when a service restarts. */
export class Services {
  readonly auth: GrpcClient<typeof AuthServiceService>;
  /** The same process as auth. */
  readonly identity: GrpcClient<typeof IdentityServiceService>;
  readonly link: GrpcClient<typeof LinkServiceService>;
  /** The same process as link. */
  readonly bulk: GrpcClient<typeof BulkServiceService>;
  /** The same process as link. */
  readonly domains: GrpcClient<typeof DomainServiceService>;
  readonly qr: GrpcClient<typeof QrServiceService>;
  readonly analytics: GrpcClient<typeof AnalyticsServiceService>;
  readonly billing: GrpcClient<typeof BillingServiceService>;
  readonly webhook: GrpcClient<typeof WebhookServiceService>;
  /** What admins use, and the forms that anybody may send. */
  readonly desk: DeskClients;

  /** Aborted when this process is told to stop: live views end, and connect again to one that stays. */
  get leaving(): AbortSignal {
    return this.departure.signal;
  }

  private readonly departure = new AbortController();
  private readonly exportClients: ExportClient[];

  constructor(config: GatewayConfig) {
    // One listener a live view: no leak.
    setMaxListeners(0, this.departure.signal);
    const { AUTH_TARGET, LINK_TARGET, QR_TARGET, WEBHOOK_TARGET, BILLING_TARGET, ANALYTICS_TARGET } = config;
    this.exportClients = [AUTH_TARGET, LINK_TARGET, QR_TARGET, WEBHOOK_TARGET, BILLING_TARGET, ANALYTICS_TARGET].map((target) =>
      createGrpcClient({ definition: ExportServiceService, target, idempotent: ['exportPage'], timeoutMs: 20_000 }),
    );
    this.desk = new DeskClients(config);
    this.auth = createGrpcClient({
      definition: AuthServiceService,
      target: config.AUTH_TARGET,
      idempotent: [
        'getProfile',
        'checkSession',
        'updateProfile',
        'listSessions',
        'revokeSession',
        'getApiKey',
        'listUsers',
        'getNotificationPreferences',
        'updateNotificationPreferences',
        'getUnsubscription',
        'setUnsubscription',
      ],
      timeoutMs: 10_000,
    });
    this.identity = createGrpcClient({
      definition: IdentityServiceService,
      target: config.AUTH_TARGET,
      idempotent: ['getTwoFactor', 'listPasskeys', 'renamePasskey', 'listProviders', 'listIdentities', 'listSecurityEvents'],
      // A provider is asked on the way.
      timeoutMs: 20_000,
    });
    this.link = createGrpcClient({
      definition: LinkServiceService,
      target: config.LINK_TARGET,
      idempotent: ['getLink', 'listLinks', 'countLinks', 'deleteLink', 'updateLink'],
      keyed: ['createLink'],
    });
    this.bulk = createGrpcClient({
      definition: BulkServiceService,
      target: config.LINK_TARGET,
      idempotent: ['changeLinks', 'listLinkIds', 'previewImport', 'getImport', 'listImports', 'cancelImport', 'listImportRows'],
      keyed: ['createImport'],
    });
    this.domains = createGrpcClient({
      definition: DomainServiceService,
      target: config.LINK_TARGET,
      idempotent: ['listDomains', 'updateDomain', 'verifyDomain', 'deleteDomain', 'resolveDomain'],
    });
    this.qr = createGrpcClient({
      definition: QrServiceService,
      target: config.QR_TARGET,
      idempotent: [
        'getQrCode',
        'listQrCodes',
        'exportQrCode',
        'updateQrCode',
        'deleteQrCode',
        'addShortLink',
        'listQrTemplates',
        'getQrImport',
        'listQrImports',
        'listQrImportRows',
        'cancelQrImport',
      ],
      keyed: ['createQrCode', 'startQrImport'],
      timeoutMs: 15_000,
    });
    this.analytics = createGrpcClient({
      definition: AnalyticsServiceService,
      target: config.ANALYTICS_TARGET,
      idempotent: ['getLinkAnalytics', 'getOverview', 'getQrAnalytics', 'getCounts', 'getRealtime'],
      timeoutMs: 8_000,
    });
    this.billing = createGrpcClient({
      definition: BillingServiceService,
      target: config.BILLING_TARGET,
      idempotent: ['listPlans', 'getUsage', 'getSubscription', 'getEntitlements'],
    });
    this.webhook = createGrpcClient({
      definition: WebhookServiceService,
      target: config.WEBHOOK_TARGET,
      idempotent: ['listWebhooks', 'getWebhook', 'updateWebhook', 'listDeliveries'],
    });
  }

  /** What holds something of an account, in the order in which an export tells of it. */
  get exporters(): readonly ExportClient[] {
    return this.exportClients;
  }

  /** Name and readiness probe of each, for /api/health. */
  get all() {
    return { auth: this.auth, link: this.link, qr: this.qr, analytics: this.analytics, billing: this.billing, webhook: this.webhook };
  }

  closeOn(lifecycle: Lifecycle): void {
    lifecycle.onDrain(() => this.departure.abort());
    for (const [name, client] of Object.entries({ ...this.all, identity: this.identity, bulk: this.bulk, domains: this.domains }))
      lifecycle.onClose(`${name} client`, () => client.$close());
    for (const client of this.desk.all) lifecycle.onClose('desk client', () => client.$close());
  }
}
