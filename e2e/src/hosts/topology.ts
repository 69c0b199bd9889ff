// Which host runs what: the one table of this test, and the environment each process gets (as a cluster's manifests give it).

export const HOSTS = ['a', 'b', 'c'] as const;
export type HostName = (typeof HOSTS)[number];
/** Where the shared stores and the clients of the test are. */
export const STORES = 'stores';

export interface Part {
  name: string;
  /** Compiled program, from the root of the checkout. */
  entry: string;
  hosts: readonly HostName[];
  /** Public port: gRPC of a service, HTTP of the gateway and the edge. The management port is 1000 above. */
  port: number;
  /** Has a store whose schema one replica brings up to date. */
  migrates: boolean;
  /** Has a PostgreSQL database of its name. */
  database: boolean;
  /** Limit of the JavaScript heap, MB. */
  heapMb: number;
}

const service = (name: string, port: number, part: Partial<Part> = {}): Part => ({
  name,
  entry: `services/${name}/dist/main.js`,
  hosts: ['a', 'b'],
  port,
  migrates: true,
  database: true,
  heapMb: 192,
  ...part,
});

/** In the order in which they are rolled: what others call first. */
export const PARTS: readonly Part[] = [
  service('billing', 5001),
  service('auth', 5002),
  service('link', 5003),
  service('qr', 5004),
  service('webhook', 5005),
  service('analytics', 5006, { database: false, heapMb: 320 }),
  service('redirect', 8080, { hosts: HOSTS, migrates: false, database: false, heapMb: 256 }),
  service('gateway', 8000, { entry: 'gateway/dist/main.js', migrates: false, database: false, heapMb: 256 }),
];

/** One broker of the Kafka cluster on each host. */
export const BROKERS: readonly HostName[] = HOSTS;
export const BROKER_PORT = 9092;
export const CONTROLLER_PORT = 9093;
const MANAGEMENT_ABOVE = 1_000;

export const APP_ORIGIN = 'http://app.hosts.example';
export const SHORT_ORIGIN = 'http://go.hosts.example';

export function part(name: string): Part {
  const found = PARTS.find((each) => each.name === name);
  if (!found) throw new Error(`there is no part ${name}`);
  return found;
}

export const managementPort = ({ port }: Part) => port + MANAGEMENT_ABOVE;

/** What environments are made of. */
export interface Facts {
  /** Address of a host. */
  address: (host: HostName) => string;
  /** gRPC target that stands for all replicas of a service. */
  target: (part: Part) => string;
  /** Whose forwarded addresses are believed: the test's clients stand for the load balancer. */
  trusted: string;
  databaseUrl: (database: string) => string;
  clickhouseUrl: string;
  mailUrl: string;
  /** `NAME` → path, for `NAME_FILE`. */
  secrets: Record<string, string>;
  /** Folder of a host's own disk. */
  disk: (host: HostName) => string;
}

const CALLS: Record<string, string[]> = {
  auth: ['billing', 'analytics', 'link'],
  link: ['billing'],
  qr: ['billing', 'link'],
  webhook: ['billing'],
  redirect: ['link', 'qr'],
  gateway: ['auth', 'link', 'qr', 'analytics', 'billing', 'webhook'],
};
const SECRETS: Record<string, string[]> = {
  auth: ['ACCESS_TOKEN_PRIVATE_KEY', 'API_KEY_ENCRYPTION_KEY'],
  webhook: ['WEBHOOK_SECRET_ENCRYPTION_KEY'],
  analytics: ['VISITOR_HASH_KEY'],
  redirect: ['UNLOCK_COOKIE_SECRET'],
  gateway: ['ACCESS_TOKEN_PUBLIC_KEY', 'CSRF_SECRET'],
};

/** `kafka://…` with all brokers. */
export function busUrl({ address }: Pick<Facts, 'address'>): string {
  return `kafka://${BROKERS.map((host) => `${address(host)}:${BROKER_PORT}`).join(',')}`;
}

export function environmentOf(of: Part, host: HostName, facts: Facts): Record<string, string> {
  const address = facts.address(host);
  const own: Record<string, Record<string, string>> = {
    auth: { MAIL_URL: facts.mailUrl, THROTTLE_FACTOR: '1000' },
    analytics: { CLICKHOUSE_URL: facts.clickhouseUrl },
    redirect: {
      EDGE_HOST: address,
      EDGE_PORT: String(of.port),
      EDGE_CLICK_ID_HEADER: 'true',
      SPOOL_DIR: `${facts.disk(host)}/spool`,
      SPOOL_MAX_BYTES: String(256 * 1024 * 1024),
      TRUSTED_PROXIES: facts.trusted,
    },
    gateway: {
      HOST: address,
      PORT: String(of.port),
      TRUSTED_PROXIES: facts.trusted,
      REQUESTS_PER_MINUTE: '1000000',
      SIGN_IN_CALLS_PER_MINUTE: '10000',
    },
  };
  return {
    APP_ORIGIN,
    SHORT_ORIGIN,
    BUS_URL: busUrl(facts),
    // The first replica brings the schema up to date, as the migration job does; the other waits for it.
    ...(of.migrates ? { MIGRATIONS: host === of.hosts[0] ? 'apply' : 'expect' } : {}),
    MANAGEMENT_HOST: address,
    MANAGEMENT_PORT: String(managementPort(of)),
    ...(own[of.name]?.['PORT'] || own[of.name]?.['EDGE_PORT'] ? {} : { GRPC_HOST: address, GRPC_PORT: String(of.port) }),
    ...(of.database ? { DATABASE_URL: facts.databaseUrl(of.name) } : {}),
    ...Object.fromEntries((CALLS[of.name] ?? []).map((name) => [`${name.toUpperCase()}_TARGET`, facts.target(part(name))])),
    ...Object.fromEntries((SECRETS[of.name] ?? []).map((name) => [`${name}_FILE`, facts.secrets[name]!])),
    ...own[of.name],
  };
}
