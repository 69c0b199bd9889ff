// Config from one schema per process. The only reader of the environment.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseKafkaUrl } from '../bus/kafka/address.js';

export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the schema's variables, each also as `NAME_FILE` (a path whose trimmed content is the value: mounted secrets).
 * Empty strings and empty files count as absent. Throws ConfigError naming all problems at once; the result is frozen.
 */
export function loadConfig<S extends z.ZodObject>(schema: S, env: NodeJS.ProcessEnv = process.env): Readonly<z.output<S>> {
  const problems: string[] = [];
  const raw: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const direct = env[name];
    const file = env[`${name}_FILE`];
    if (direct && file) problems.push(`${name} and ${name}_FILE are both set; set one`);
    else if (file) {
      try {
        const content = readFileSync(file, 'utf8').trim();
        if (content) raw[name] = content;
      } catch (error) {
        problems.push(`${name}_FILE cannot be read: ${(error as Error).message}`);
      }
    } else if (direct) raw[name] = direct;
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) for (const issue of parsed.error.issues) problems.push(`${issue.path.join('.')}: ${issue.message}`);
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems);
  return Object.freeze(parsed.data);
}

const port = (fallback: number) => z.coerce.number().int().min(0).max(65535).default(fallback);

/** `true`/`false`/`1`/`0`. */
export const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0'])
    .default(fallback ? 'true' : 'false')
    .transform((v) => v === 'true' || v === '1');

/** Comma-separated, trimmed, empty ones dropped. */
export const list = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((v) =>
      v
        .split(',')
        .map((s) => s.trim())
        .filter(Boolean),
    );

/** What every process has. */
export const processFields = {
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least severe level that is logged'),
  MANAGEMENT_HOST: z.string().default('127.0.0.1').describe('Address the management port listens on (0.0.0.0 in a cluster)'),
  MANAGEMENT_PORT: port(0).describe('Port of /healthz/live, /healthz/ready and /metrics; 0: any free one'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be http(s)://host:port of an OTLP receiver' })
    .optional()
    .describe('Where traces are sent (OTLP over HTTP, e.g. http://otel-collector:4318); not set: none are recorded'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.05).describe('Share of new traces that are recorded'),
  SHUTDOWN_GRACE_SECONDS: z.coerce.number().min(0).max(300).default(20).describe('How long a stop may take before the process ends anyway'),
};

/** What every gRPC service has besides. */
export const grpcServiceFields = {
  ...processFields,
  GRPC_HOST: z.string().default('127.0.0.1').describe('Address the gRPC port listens on (0.0.0.0 in a cluster)'),
  GRPC_PORT: port(0).describe('gRPC port; 0: any free one'),
  GRPC_CONNECTION_AGE_SECONDS: z.coerce
    .number()
    .min(1)
    .max(86_400)
    .default(300)
    .describe(
      "Age (±10 %) at which a caller's connection is replaced, so that new replicas get their share; calls under way end on the old one",
    ),
};

/** Where people reach a part: scheme, host and port, answered without a slash at the end. A path or an account in it would be lost unseen. */
export const originField = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) origin such as https://app.example.com' })
  .transform((value, context) => {
    const { href, origin } = new URL(value);
    if (href !== `${origin}/`) context.addIssue({ code: 'custom', message: 'must be an origin: scheme, host and port only' });
    return origin;
  });

/** One to four AES-256 keys, comma-separated: the first seals, all of them open (rotation). */
export const sealingKeysField = z.string().transform((text, context): Buffer[] => {
  const keys = text
    .split(',')
    .map((part) => part.trim())
    .map((part) => Buffer.from(part, /^[0-9a-f]{64}$/i.test(part) ? 'hex' : 'base64'));
  if (keys.length <= 4 && keys.every((key) => key.length === 32)) return keys;
  context.addIssue({ code: 'custom', message: 'must be 32 bytes in hex or base64 (up to four, comma-separated; the first one seals)' });
  return z.NEVER;
});

/** Whether a process brings its store to its own schema when it starts, or expects that a job has done so. */
export const migrationField = z
  .enum(['apply', 'expect'])
  .default('apply')
  .describe('apply: run missing migrations at start; expect: wait up to five minutes for the migrate job to have run them');

/** What every service has that holds something of an account. */
export const erasureFields = {
  ERASURE_SETTLE_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(3_600)
    .default(120)
    .describe('A deleted account is erased at once and again after this long, when calls and events under way at that moment have ended'),
};

export const databaseFields = {
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })
    .describe('The PostgreSQL database that this service owns'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10).describe('Most connections of this process'),
  MIGRATIONS: migrationField,
};

export const busFields = {
  // Not z.url(): a URL has one host, a Kafka cluster several.
  BUS_URL: z
    .string()
    .refine(isBusUrl, 'must be kafka://host:port[,host:port…] or a postgres:// URL')
    .describe('The bus: kafka://broker:9092,broker2:9092, or postgres://… for the log in PostgreSQL of a single machine'),
};

function isBusUrl(url: string): boolean {
  try {
    if (url.startsWith('kafka:')) parseKafkaUrl(url);
    else if (!/^postgres(ql)?:\/\/./.test(url)) return false;
    else new URL(url);
    return true;
  } catch {
    return false;
  }
}

/** Address of a gRPC service as `host:port`. */
export const grpcTarget = (about: string) =>
  z
    .string()
    .regex(/^[^\s/]+:\d+$/, 'must be host:port')
    .describe(about);
