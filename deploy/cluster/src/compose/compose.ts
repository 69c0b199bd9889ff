// biome-ignore-all lint/suspicious/noTemplateCurlyInString: compose's own variables are written that way
// docker-compose.yml: the whole product on one Docker host, with the stores it has in a cluster.

import { SECRETS_PATH } from '../kubernetes/workload.js';
import { type DescribedPart, plainEnvironment } from '../part.config.js';
import { MANAGEMENT_PORT } from '../topology.js';

export const IMAGES = {
  postgres: 'postgres:18.1-bookworm',
  kafka: 'apache/kafka:4.3.1',
  clickhouse: 'clickhouse/clickhouse-server:26.7',
  mailpit: 'axllent/mailpit:v1.28',
  stripeMock: 'stripe/stripe-mock:v0.197.0',
  node: 'node:24-bookworm-slim',
  prometheus: 'prom/prometheus:v3.7.3',
  grafana: 'grafana/grafana:12.3.0',
  collector: 'otel/opentelemetry-collector-contrib:0.140.1',
  tempo: 'grafana/tempo:2.9.0',
} as const;

/** Values a person may change, with the defaults that work on a laptop. */
const ENV_EXAMPLE = `# Copy to .env and change what you like. Everything has a value that works on one Docker host.
# Where people open the app, and where short links live.
APP_ORIGIN=http://localhost:3000
SHORT_ORIGIN=http://localhost:3001
# Ports on this host.
APP_PORT=3000
EDGE_PORT=3001
MAILPIT_PORT=8025
# Passwords of the stores; they are reachable only inside the compose network.
POSTGRES_PASSWORD=linqr-on-one-host
CLICKHOUSE_PASSWORD=linqr-on-one-host
# Mail: Mailpit shows it on MAILPIT_PORT. Any smtp(s)://user:password@host:port works.
MAIL_URL=smtp://mailpit:1025
MAIL_FROM=Linqr <no-reply@linqr.localhost>
# Stripe: without keys everything works but paying.
STRIPE_SECRET_KEY=
STRIPE_WEBHOOK_SECRET=
# Tag of the images that are built here.
LINQR_TAG=dev
`;

/** Optional settings of parts that are handed on from .env; empty is absent. */
const HANDED_ON = new Set([
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'GOOGLE_CLIENT_ID',
  'GITHUB_CLIENT_ID',
  'OPERATOR_EMAIL',
  'DOMAIN_TARGET',
  'SAFETY_BLOCK_LISTS',
]);

/** Keys that nobody brings along: the secrets container makes them, whether the part insists on them or not. */
const MADE = /_ENCRYPTION_KEY$/;

/** With a line for every optional secret of a part that is not among them. */
export function environmentExample(parts: DescribedPart[]): string {
  const offered = new Set([...ENV_EXAMPLE.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]));
  const more = new Map(
    parts
      .flatMap(({ secrets, variables }) => [...secrets, ...variables.filter(({ name }) => HANDED_ON.has(name))])
      .filter(({ name, required }) => !required && !offered.has(name) && !MADE.test(name))
      .map(({ name, about }) => [name, about]),
  );
  return ENV_EXAMPLE + [...more].map(([name, about]) => `# ${about}\n${name}=\n`).join('');
}

type Service = Record<string, unknown>;
const STORE_OF = { DATABASE_URL: 'postgres', BUS_URL: 'kafka', CLICKHOUSE_URL: 'clickhouse' } as const;
const ready = (condition = 'service_healthy') => ({ condition });
const nodeProbe = (port: number, path: string) => [
  'CMD',
  '/nodejs/bin/node',
  '-e',
  `fetch('http://127.0.0.1:${port}${path}').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))`,
];
const health = (test: string[], startPeriod = '60s') => ({ test, interval: '5s', timeout: '4s', retries: 12, start_period: startPeriod });
/** What every container of ours may do: nothing. */
const HARDENED = {
  read_only: true,
  tmpfs: ['/tmp:size=128m,mode=1777'],
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  restart: 'unless-stopped',
  init: false,
};

const INSTALLATION: Record<string, string> = {
  APP_ORIGIN: '${APP_ORIGIN:-http://localhost:3000}',
  SHORT_ORIGIN: '${SHORT_ORIGIN:-http://localhost:3001}',
  MAIL_FROM: '${MAIL_FROM:-Linqr <no-reply@linqr.localhost>}',
};

export function composeFile(parts: DescribedPart[]): Record<string, unknown> {
  const services: Record<string, Service> = { ...stores(parts) };
  for (const part of parts) services[part.name] = partService(part);
  Object.assign(services, observability());
  return {
    name: 'linqr',
    services,
    volumes: { postgres: {}, kafka: {}, clickhouse: {}, spool: {}, secrets: {}, prometheus: {}, grafana: {}, tempo: {} },
    networks: { default: { driver: 'bridge' } },
  };
}

function partService(part: DescribedPart): Service {
  if (!part.schema)
    return {
      image: `linqr/${part.name}:\${LINQR_TAG:-dev}`,
      build: { context: '.', dockerfile: 'deploy/docker/frontend.Dockerfile' },
      ...HARDENED,
      environment: Object.fromEntries(part.installation.map((name) => [name, INSTALLATION[name]])),
      // The one door of the app here: static files of its own, the API from the gateway, /qr/ from the edge.
      ports: ['${APP_PORT:-3000}:8080'],
      volumes: [
        './deploy/docker/nginx/compose/passes.conf:/etc/nginx/site/passes/passes.conf:ro',
        './deploy/docker/nginx/compose/headers.conf:/etc/nginx/site/headers.conf:ro',
      ],
      depends_on: { gateway: ready(), redirect: ready() },
      healthcheck: health(['CMD', 'wget', '-q', '-O', '/dev/null', `http://127.0.0.1:${part.port.number}/healthz`], '5s'),
    };
  const secretValue: Record<string, string> = {
    DATABASE_URL: `postgres://linqr:\${POSTGRES_PASSWORD:?set it in .env}@postgres:5432/${part.name}`,
    BUS_URL: 'kafka://kafka:9092',
    CLICKHOUSE_URL: 'http://linqr:${CLICKHOUSE_PASSWORD:?set it in .env}@clickhouse:8123/linqr',
    MAIL_URL: '${MAIL_URL:-smtp://mailpit:1025}',
    STRIPE_SECRET_KEY: '${STRIPE_SECRET_KEY:-}',
    STRIPE_WEBHOOK_SECRET: '${STRIPE_WEBHOOK_SECRET:-}',
  };
  const environment: Record<string, string> = { ...plainEnvironment(part, MANAGEMENT_PORT) };
  // One container a part here: it migrates its own store when it starts.
  delete environment.MIGRATIONS;
  delete environment.SECURE_COOKIES;
  for (const { name } of part.variables) if (HANDED_ON.has(name)) environment[name] = `\${${name}:-}`;
  for (const name of part.installation) if (INSTALLATION[name]) environment[name] = INSTALLATION[name];
  for (const { name, required } of part.secrets) {
    if (secretValue[name] !== undefined) environment[name] = secretValue[name];
    else if (required || MADE.test(name)) environment[`${name}_FILE`] = `${SECRETS_PATH}/${name}`;
    else environment[name] = `\${${name}:-}`;
  }
  // Behind the frontend's nginx, which is on the compose network.
  if (part.name === 'gateway') environment.TRUSTED_PROXIES = 'loopback,uniquelocal';
  const needs: Record<string, unknown> = { secrets: ready('service_completed_successfully') };
  for (const variable of part.stores) needs[STORE_OF[variable]] = ready();
  for (const callee of part.calls) needs[callee] = ready();
  if (part.mails) needs.mailpit = ready();
  return {
    image: `linqr/${part.name}:\${LINQR_TAG:-dev}`,
    build: { context: '.', dockerfile: 'deploy/docker/node.Dockerfile', args: { SERVICE: part.folder } },
    ...HARDENED,
    environment,
    volumes: [`secrets:${SECRETS_PATH}:ro`, ...(part.volume ? [`spool:${part.volume.path}`] : [])],
    ...(part.name === 'redirect' ? { ports: [`\${EDGE_PORT:-3001}:${part.port.number}`] } : {}),
    depends_on: needs,
    healthcheck: health(nodeProbe(MANAGEMENT_PORT, '/healthz/ready')),
    stop_grace_period: `${part.graceSeconds + 10}s`,
    mem_limit: part.memoryLimit.replace('Mi', 'm').replace('Gi', 'g'),
  };
}

function stores(parts: DescribedPart[]): Record<string, Service> {
  const databases = parts.filter(({ stores: used }) => used.includes('DATABASE_URL')).map(({ name }) => name);
  return {
    secrets: {
      image: IMAGES.node,
      command: ['node', '/make/secrets.mjs', '/secrets'],
      volumes: ['./deploy/cluster/bin/secrets.mjs:/make/secrets.mjs:ro', 'secrets:/secrets'],
      network_mode: 'none',
      restart: 'no',
    },
    postgres: {
      image: IMAGES.postgres,
      environment: {
        POSTGRES_USER: 'linqr',
        POSTGRES_PASSWORD: '${POSTGRES_PASSWORD:?set it in .env}',
        POSTGRES_DB: databases[0],
        LINQR_DATABASES: databases.slice(1).join(' '),
      },
      volumes: ['postgres:/var/lib/postgresql', './deploy/docker/postgres-databases.sh:/docker-entrypoint-initdb.d/databases.sh:ro'],
      healthcheck: health(['CMD-SHELL', 'pg_isready -U linqr -d "$$POSTGRES_DB"']),
      restart: 'unless-stopped',
      shm_size: '256m',
      stop_grace_period: '60s',
    },
    kafka: {
      image: IMAGES.kafka,
      environment: {
        KAFKA_NODE_ID: '1',
        KAFKA_PROCESS_ROLES: 'broker,controller',
        KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
        KAFKA_ADVERTISED_LISTENERS: 'PLAINTEXT://kafka:9092',
        KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
        KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
        KAFKA_CONTROLLER_QUORUM_VOTERS: '1@kafka:9093',
        KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
        KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
        KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
        KAFKA_DEFAULT_REPLICATION_FACTOR: '1',
        KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
        KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
        KAFKA_LOG_DIRS: '/var/lib/kafka/data',
        KAFKA_HEAP_OPTS: '-Xms256m -Xmx512m',
      },
      volumes: ['kafka:/var/lib/kafka/data'],
      healthcheck: health(['CMD-SHELL', '/opt/kafka/bin/kafka-broker-api-versions.sh --bootstrap-server localhost:9092 > /dev/null']),
      restart: 'unless-stopped',
      stop_grace_period: '60s',
    },
    clickhouse: {
      image: IMAGES.clickhouse,
      environment: {
        CLICKHOUSE_DB: 'linqr',
        CLICKHOUSE_USER: 'linqr',
        CLICKHOUSE_PASSWORD: '${CLICKHOUSE_PASSWORD:?set it in .env}',
        CLICKHOUSE_DEFAULT_ACCESS_MANAGEMENT: '0',
      },
      volumes: ['clickhouse:/var/lib/clickhouse'],
      ulimits: { nofile: { soft: 262144, hard: 262144 } },
      healthcheck: health(['CMD-SHELL', 'wget -q -O /dev/null http://127.0.0.1:8123/ping']),
      restart: 'unless-stopped',
      stop_grace_period: '60s',
    },
    mailpit: {
      image: IMAGES.mailpit,
      ports: ['127.0.0.1:${MAILPIT_PORT:-8025}:8025'],
      healthcheck: health(['CMD', '/mailpit', 'readyz'], '5s'),
      restart: 'unless-stopped',
    },
    'stripe-mock': { image: IMAGES.stripeMock, profiles: ['stripe-mock'], restart: 'unless-stopped' },
  };
}

/** `docker compose --profile observability up`: metrics, traces, dashboards. */
function observability(): Record<string, Service> {
  const profile = { profiles: ['observability'], restart: 'unless-stopped' };
  return {
    prometheus: {
      image: IMAGES.prometheus,
      ...profile,
      command: ['--config.file=/etc/prometheus/prometheus.yml', '--storage.tsdb.retention.time=7d', '--web.enable-otlp-receiver'],
      volumes: ['./deploy/observability/prometheus:/etc/prometheus:ro', 'prometheus:/prometheus'],
    },
    'otel-collector': {
      image: IMAGES.collector,
      ...profile,
      command: ['--config=/etc/otelcol/config.yaml'],
      volumes: ['./deploy/observability/collector:/etc/otelcol:ro'],
    },
    tempo: {
      image: IMAGES.tempo,
      ...profile,
      command: ['-config.file=/etc/tempo/tempo.yaml'],
      volumes: ['./deploy/observability/tempo:/etc/tempo:ro', 'tempo:/var/tempo'],
    },
    grafana: {
      image: IMAGES.grafana,
      ...profile,
      ports: ['127.0.0.1:3030:3000'],
      environment: { GF_AUTH_ANONYMOUS_ENABLED: 'true', GF_AUTH_ANONYMOUS_ORG_ROLE: 'Viewer' },
      volumes: [
        './deploy/observability/grafana/provisioning:/etc/grafana/provisioning:ro',
        './deploy/observability/grafana/dashboards:/var/lib/grafana/dashboards:ro',
        'grafana:/var/lib/grafana',
      ],
    },
  };
}
