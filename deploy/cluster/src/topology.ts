// The one table behind images, compose, skaffold and Kubernetes manifests. What a part calls and which stores it uses is
// not written here: it is read from the part's own config schema, so the network policies cannot drift from the code.

/** A deployable. */
export interface Part {
  name: string;
  /** Its workspace, from the root of the checkout. */
  folder: string;
  /** Export of dist/config.js; absent: no process of ours (the frontend's static files). */
  schema?: string;
  /** What it serves besides the management port. */
  port: { name: 'grpc' | 'http'; number: number };
  replicas: { min: number; max: number };
  requests: { cpu: string; memory: string };
  /** Memory only: a CPU limit would throttle short bursts, which is what a redirect is. */
  memoryLimit: string;
  /** Limit of the JavaScript heap, MB: below the container's, so that Node collects before the kernel kills. */
  heapMb?: number;
  /** Why it may reach public addresses; absent: it may not. */
  internet?: string;
  /** Consumer group and topic whose lag its replicas follow, with the lag (records) one replica may have. */
  scaleByLag?: { group: string; topic: string; records: number };
  /** Variables that differ from the schema's defaults in a cluster. */
  environment: Record<string, string>;
  /** Keeps something on a disk of its own between restarts. */
  volume?: { path: string; size: string; about: string };
  /** What must not be preempted by what: higher wins. */
  priority: 'edge' | 'front' | 'service';
  /** Longest wait for a stop, seconds: SHUTDOWN_GRACE_SECONDS. */
  graceSeconds: number;
  /** Has SQL migrations to run before a new version starts. */
  migrates: boolean;
  /** Who may reach its public port from outside the namespace. */
  publicDoor?: boolean;
}

export const GRPC_PORT = 50051;
export const MANAGEMENT_PORT = 9100;
/** Time a stopping pod still gets new connections while endpoints and load balancers forget it, seconds. */
export const PRE_STOP_SECONDS = 10;

const grpc = (name: string, part: Omit<Part, 'name' | 'folder' | 'schema' | 'port' | 'priority' | 'graceSeconds'>): Part => ({
  name,
  folder: `services/${name}`,
  schema: `${name}Config`,
  port: { name: 'grpc', number: GRPC_PORT },
  priority: 'service',
  graceSeconds: 20,
  ...part,
});

export const PARTS: Part[] = [
  grpc('auth', {
    replicas: { min: 2, max: 6 },
    requests: { cpu: '200m', memory: '256Mi' },
    memoryLimit: '512Mi',
    heapMb: 256,
    internet: 'sign-in with Google and GitHub; an SMTP server outside the cluster',
    environment: {},
    migrates: true,
  }),
  grpc('link', {
    replicas: { min: 2, max: 10 },
    requests: { cpu: '200m', memory: '256Mi' },
    memoryLimit: '512Mi',
    heapMb: 256,
    internet: 'DNS records of custom domains; block lists by URL',
    environment: {},
    migrates: true,
  }),
  grpc('qr', {
    replicas: { min: 2, max: 6 },
    requests: { cpu: '300m', memory: '384Mi' },
    memoryLimit: '1Gi',
    heapMb: 384,
    environment: { RENDER_WORKERS: '2' },
    migrates: true,
  }),
  grpc('billing', {
    replicas: { min: 2, max: 4 },
    requests: { cpu: '100m', memory: '192Mi' },
    memoryLimit: '384Mi',
    heapMb: 192,
    internet: "Stripe's API",
    environment: {},
    migrates: true,
  }),
  grpc('webhook', {
    replicas: { min: 2, max: 6 },
    requests: { cpu: '200m', memory: '256Mi' },
    memoryLimit: '512Mi',
    heapMb: 256,
    internet: "deliveries to customers' endpoints",
    scaleByLag: { group: 'webhook', topic: 'click.ingested.v1', records: 2_000 },
    environment: {},
    migrates: true,
  }),
  grpc('analytics', {
    replicas: { min: 2, max: 12 },
    requests: { cpu: '500m', memory: '512Mi' },
    memoryLimit: '1Gi',
    heapMb: 512,
    scaleByLag: { group: 'analytics', topic: 'click.recorded.v1', records: 500 },
    environment: {},
    migrates: true,
  }),
  {
    name: 'redirect',
    folder: 'services/redirect',
    schema: 'edgeConfig',
    port: { name: 'http', number: 3001 },
    replicas: { min: 3, max: 30 },
    requests: { cpu: '500m', memory: '384Mi' },
    memoryLimit: '768Mi',
    heapMb: 384,
    environment: { EDGE_PROCESSES: '1', SPOOL_DIR: '/var/lib/linqr/spool', SPOOL_MAX_BYTES: '4294967296' },
    volume: { path: '/var/lib/linqr/spool', size: '8Gi', about: 'Clicks that were answered and not yet taken by the bus' },
    priority: 'edge',
    graceSeconds: 60,
    migrates: false,
    publicDoor: true,
  },
  {
    name: 'gateway',
    folder: 'gateway',
    schema: 'gatewayConfig',
    port: { name: 'http', number: 3000 },
    replicas: { min: 2, max: 12 },
    requests: { cpu: '300m', memory: '256Mi' },
    memoryLimit: '512Mi',
    heapMb: 256,
    environment: { SECURE_COOKIES: 'true' },
    priority: 'front',
    graceSeconds: 25,
    migrates: false,
    publicDoor: true,
  },
  {
    name: 'frontend',
    folder: 'frontend',
    port: { name: 'http', number: 8080 },
    replicas: { min: 2, max: 4 },
    requests: { cpu: '50m', memory: '32Mi' },
    memoryLimit: '96Mi',
    environment: {},
    priority: 'front',
    graceSeconds: 10,
    migrates: false,
    publicDoor: true,
  },
];

/** Stores by the config variable that names them: label value, port, and which pods carry it. */
export const STORES = {
  DATABASE_URL: { store: 'postgres', port: 5432 },
  BUS_URL: { store: 'kafka', port: 9092 },
  CLICKHOUSE_URL: { store: 'clickhouse', port: 8123 },
} as const;

/** Variables whose value is the same everywhere and belongs to the installation, with what they mean to its operator. */
export const INSTALLATION: Record<string, string> = {
  APP_ORIGIN: 'Where people open the app, e.g. https://app.example.com',
  SHORT_ORIGIN: 'Where short links live, e.g. https://go.example.com',
  MAIL_FROM: 'Sender of the mail',
  TRUSTED_PROXIES: 'Addresses whose X-Forwarded-For is believed: the pods of the gateway controller',
  CLICKHOUSE_CLUSTER: 'Name of the ClickHouse cluster; empty: one server',
};

/** Variables that are never in a ConfigMap: mounted as files of the part's own Secret. */
export const SECRET_VARIABLE =
  /^(DATABASE_URL|BUS_URL|CLICKHOUSE_URL|MAIL_URL|.*_(PRIVATE_KEY|PUBLIC_KEY|ENCRYPTION_KEY|HASH_KEY|SECRET|SECRET_KEY|PASSWORD|TOKEN))$/;
