// The one table of what runs on one machine: program, environment, order.
import type { DataFolder } from './data-folder/data-folder.js';
import type { Secrets } from './secrets/secrets.js';

/** What the environments are made of. Ports are chosen before anything starts. */
export interface Installation {
  data: DataFolder;
  secrets: Secrets;
  host: string;
  /** App and short domain are for this machine only. */
  onLoopback: boolean;
  /** Where the edge is reached from this machine. */
  edgeAddress: string;
  appPort: number;
  edgePort: number;
  appOrigin: string;
  shortOrigin: string;
  /** `name` and `name:management` of each part, besides `mailbox:smtp` and `mailbox:http`. */
  ports: Record<string, number>;
  /** URL of a database of the embedded PostgreSQL. */
  databaseUrl: (database: string) => string;
  clickhouseUrl: string;
  /** Absolute path of something in the checkout. */
  fromRoot: (path: string) => string;
}

export interface Part {
  name: string;
  /** Compiled program, from the root of the checkout. */
  entry: string;
  environment: (installation: Installation) => Record<string, string>;
  /** Variables a person may set for `npm start` that are handed on; they win over `environment`. */
  handedOn?: string[];
  /** Parts that are stopped after this one. */
  needs: string[];
  /** Its own database. */
  database?: string;
  /** Limit of the JavaScript heap, in MB. */
  heapMb: number;
}

export const BUS_DATABASE = 'bus';

const target = (installation: Installation, name: string) => `127.0.0.1:${installation.ports[name]}`;
const management = (installation: Installation, name: string) => ({ MANAGEMENT_PORT: String(installation.ports[`${name}:management`]) });
const grpc = (installation: Installation, name: string) => ({
  GRPC_PORT: String(installation.ports[name]),
  ...management(installation, name),
});
const bus = (installation: Installation) => ({ BUS_URL: installation.databaseUrl(BUS_DATABASE) });
const stores = (installation: Installation, database: string) => ({
  DATABASE_URL: installation.databaseUrl(database),
  ...bus(installation),
});
/** BUS_URL: Kafka in place of the log in PostgreSQL, on one machine too. */
const COMMON = ['LOG_LEVEL', 'SHUTDOWN_GRACE_SECONDS', 'BUS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'];

export const manifest: Part[] = [
  {
    name: 'mailbox',
    entry: 'deploy/local/dist/mailbox/main.js',
    environment: (it) => ({
      MAILBOX_FOLDER: it.data.mail,
      MAILBOX_SMTP_PORT: String(it.ports['mailbox:smtp']),
      MAILBOX_HTTP_PORT: String(it.ports['mailbox:http']),
    }),
    needs: [],
    heapMb: 96,
  },
  {
    name: 'billing',
    entry: 'services/billing/dist/main.js',
    environment: (it) => ({ ...grpc(it, 'billing'), ...stores(it, 'billing'), APP_ORIGIN: it.appOrigin }),
    handedOn: [
      ...COMMON,
      'ERASURE_SETTLE_SECONDS',
      'CATALOGUE_FILE',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_API_BASE',
      'STRIPE_AUTOMATIC_TAX',
      'PAYMENT_GRACE_DAYS',
      'RECONCILE_HOURS',
    ],
    needs: [],
    database: 'billing',
    heapMb: 160,
  },
  {
    name: 'auth',
    entry: 'services/auth/dist/main.js',
    environment: (it) => ({
      ...grpc(it, 'auth'),
      ...stores(it, 'auth'),
      BILLING_TARGET: target(it, 'billing'),
      ANALYTICS_TARGET: target(it, 'analytics'),
      LINK_TARGET: target(it, 'link'),
      APP_ORIGIN: it.appOrigin,
      ACCESS_TOKEN_PRIVATE_KEY_FILE: it.secrets.file('access-token-private-key.pem'),
      API_KEY_ENCRYPTION_KEY_FILE: it.secrets.file('api-key-encryption-key'),
      MAIL_URL: `smtp://127.0.0.1:${it.ports['mailbox:smtp']}`,
      MAIL_FROM: 'Linqr <no-reply@linqr.localhost>',
    }),
    handedOn: [
      ...COMMON,
      'THROTTLE_FACTOR',
      'PASSWORD_HASHING_CONCURRENCY',
      'PASSWORD_HASHING_QUEUE',
      'MAIL_URL',
      'MAIL_FROM',
      'OPERATOR_EMAIL',
      'GOOGLE_CLIENT_ID',
      'GOOGLE_CLIENT_SECRET',
      'GOOGLE_ISSUER',
      'GITHUB_CLIENT_ID',
      'GITHUB_CLIENT_SECRET',
      'GITHUB_ORIGIN',
      'GITHUB_API_URL',
    ],
    needs: ['billing', 'mailbox'],
    database: 'auth',
    heapMb: 160,
  },
  {
    name: 'link',
    entry: 'services/link/dist/main.js',
    environment: (it) => ({
      ...grpc(it, 'link'),
      ...stores(it, 'link'),
      BILLING_TARGET: target(it, 'billing'),
      APP_ORIGIN: it.appOrigin,
      SHORT_ORIGIN: it.shortOrigin,
      IMPORT_ENCRYPTION_KEY_FILE: it.secrets.file('import-encryption-key'),
    }),
    handedOn: [
      ...COMMON,
      'DESTINATION_ALLOW_PRIVATE',
      'ERASURE_SETTLE_SECONDS',
      'SAFETY_BLOCK_LISTS',
      'SAFETY_REFRESH_MINUTES',
      'SAFETY_RESCAN_HOURS',
      'SAFETY_LIST_MAX_ENTRIES',
      'OUTBOUND_ALLOW_PRIVATE',
      'OUTBOUND_DNS_SERVERS',
      'DOMAIN_TARGET',
      'DOMAIN_GRACE_DAYS',
    ],
    needs: ['billing'],
    database: 'link',
    heapMb: 192,
  },
  {
    name: 'qr',
    entry: 'services/qr/dist/main.js',
    environment: (it) => ({
      ...grpc(it, 'qr'),
      ...stores(it, 'qr'),
      BILLING_TARGET: target(it, 'billing'),
      LINK_TARGET: target(it, 'link'),
      APP_ORIGIN: it.appOrigin,
      SHORT_ORIGIN: it.shortOrigin,
    }),
    handedOn: [...COMMON, 'DESTINATION_ALLOW_PRIVATE', 'ERASURE_SETTLE_SECONDS', 'RENDER_WORKERS', 'SAFETY_RESCAN_HOURS'],
    needs: ['billing', 'link'],
    database: 'qr',
    heapMb: 192,
  },
  {
    name: 'webhook',
    entry: 'services/webhook/dist/main.js',
    environment: (it) => ({
      ...grpc(it, 'webhook'),
      ...stores(it, 'webhook'),
      BILLING_TARGET: target(it, 'billing'),
      SHORT_ORIGIN: it.shortOrigin,
      WEBHOOK_SECRET_ENCRYPTION_KEY_FILE: it.secrets.file('webhook-secret-encryption-key'),
    }),
    handedOn: [
      ...COMMON,
      'OUTBOUND_ALLOW_PRIVATE',
      'OUTBOUND_DNS_SERVERS',
      'OUTBOUND_CA',
      'ERASURE_SETTLE_SECONDS',
      'DELIVERY_CONCURRENCY',
      'DELIVERY_RETENTION_DAYS',
    ],
    needs: ['billing'],
    database: 'webhook',
    heapMb: 160,
  },
  {
    name: 'analytics',
    entry: 'services/analytics/dist/main.js',
    environment: (it) => ({
      ...grpc(it, 'analytics'),
      ...bus(it),
      CLICKHOUSE_URL: it.clickhouseUrl,
      VISITOR_HASH_KEY_FILE: it.secrets.file('visitor-hash-key'),
      BILLING_TARGET: target(it, 'billing'),
      LINK_TARGET: target(it, 'link'),
    }),
    handedOn: [
      ...COMMON,
      'ERASURE_SETTLE_SECONDS',
      'CLICK_RETENTION_DAYS',
      'LEDGER_RETENTION_DAYS',
      'GEO_DATABASE',
      'INGEST_MAX_RECORDS',
      'INGEST_CONCURRENCY',
    ],
    needs: ['billing', 'link'],
    heapMb: 320,
  },
  {
    name: 'redirect',
    entry: 'services/redirect/dist/main.js',
    environment: (it) => ({
      ...management(it, 'redirect'),
      ...bus(it),
      EDGE_HOST: it.host,
      EDGE_PORT: String(it.edgePort),
      APP_ORIGIN: it.appOrigin,
      SHORT_ORIGIN: it.shortOrigin,
      LINK_TARGET: target(it, 'link'),
      QR_TARGET: target(it, 'qr'),
      SPOOL_DIR: it.data.spool,
      UNLOCK_COOKIE_SECRET_FILE: it.secrets.file('unlock-cookie-secret'),
    }),
    handedOn: [
      ...COMMON,
      'TRUSTED_PROXIES',
      'EDGE_PROCESSES',
      'EDGE_MAX_CONNECTIONS',
      'EDGE_CLICK_ID_HEADER',
      'SPOOL_MAX_BYTES',
      'SPOOL_FSYNC',
      'CACHE_MAX_BYTES',
      'GEO_DATABASE',
    ],
    needs: ['link', 'qr'],
    heapMb: 384,
  },
  {
    name: 'gateway',
    entry: 'gateway/dist/main.js',
    environment: (it) => ({
      ...management(it, 'gateway'),
      ...bus(it),
      HOST: it.host,
      PORT: String(it.appPort),
      APP_ORIGIN: it.appOrigin,
      SHORT_ORIGIN: it.shortOrigin,
      AUTH_TARGET: target(it, 'auth'),
      LINK_TARGET: target(it, 'link'),
      QR_TARGET: target(it, 'qr'),
      ANALYTICS_TARGET: target(it, 'analytics'),
      BILLING_TARGET: target(it, 'billing'),
      WEBHOOK_TARGET: target(it, 'webhook'),
      ACCESS_TOKEN_PUBLIC_KEY_FILE: it.secrets.file('access-token-public-key.pem'),
      CSRF_SECRET_FILE: it.secrets.file('csrf-secret'),
      STATIC_DIR: it.fromRoot('frontend/dist'),
      EDGE_URL: `http://${it.edgeAddress}:${it.edgePort}`,
      // Who reads the mail can take over every account: never shown beyond this machine.
      ...(it.onLoopback ? { MAILBOX_URL: `http://127.0.0.1:${it.ports['mailbox:http']}` } : {}),
    }),
    handedOn: [...COMMON, 'TRUSTED_PROXIES', 'REQUESTS_PER_MINUTE', 'SIGN_IN_CALLS_PER_MINUTE', 'SECURE_COOKIES'],
    needs: ['auth', 'link', 'qr', 'webhook', 'analytics', 'billing', 'redirect', 'mailbox'],
    heapMb: 256,
  },
];
