// What a part reads from its environment, from the schema it reads it with.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { INSTALLATION, PARTS, type Part, SECRET_VARIABLE, STORES } from './topology.js';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface Variable {
  name: string;
  required: boolean;
  about: string;
}

/** A part with what its code says about itself. */
export interface DescribedPart extends Part {
  schemaObject?: z.ZodObject;
  variables: Variable[];
  /** Names of parts it calls over gRPC. */
  calls: string[];
  /** Of STORES' keys. */
  stores: (keyof typeof STORES)[];
  /** Hands mail to an SMTP server. */
  mails: boolean;
  /** Variables that come from mounted files. */
  secrets: Variable[];
  /** Of INSTALLATION's keys. */
  installation: string[];
}

/** Not an address of a part: what customers' domains point at. */
const NO_CALLS = new Set(['DOMAIN_TARGET']);

/** Reads every part's compiled schema. Rejects with what to do when the build is missing. */
export async function describeParts(parts: Part[] = PARTS): Promise<DescribedPart[]> {
  return Promise.all(parts.map(describe));
}

async function describe(part: Part): Promise<DescribedPart> {
  // Static files: the image's entry writes the two origins into its configuration.
  if (!part.schema)
    return { ...part, variables: [], calls: [], stores: [], mails: false, secrets: [], installation: ['APP_ORIGIN', 'SHORT_ORIGIN'] };
  const path = join(ROOT, part.folder, 'dist/config.js');
  const module = (await import(pathToFileURL(path).href).catch((error) => {
    throw new Error(`${path} cannot be read; run npm run build first (${(error as Error).message})`);
  })) as Record<string, z.ZodObject>;
  const schemaObject = module[part.schema];
  if (!schemaObject?.shape) throw new Error(`${path} exports no schema named ${part.schema}`);
  const variables = Object.entries(schemaObject.shape as Record<string, z.ZodType>).map(([name, field]) => ({
    name,
    required: !field.safeParse(undefined).success,
    about: field.description ?? '',
  }));
  const names = new Set(variables.map(({ name }) => name));
  const calls = [...names]
    .filter((name) => name.endsWith('_TARGET') && !NO_CALLS.has(name))
    .map((name) => name.slice(0, -'_TARGET'.length).toLowerCase())
    .sort();
  for (const callee of calls)
    if (!PARTS.some(({ name }) => name === callee)) throw new Error(`${part.name} calls ${callee}, which is not in the topology`);
  return {
    ...part,
    schemaObject,
    variables,
    calls,
    stores: (Object.keys(STORES) as (keyof typeof STORES)[]).filter((name) => names.has(name)),
    mails: names.has('MAIL_URL'),
    secrets: variables.filter(({ name }) => SECRET_VARIABLE.test(name)),
    installation: Object.keys(INSTALLATION).filter((name) => names.has(name)),
  };
}

const ALL_INTERFACES = '0.0.0.0';

/** What goes into the part's ConfigMap: everything required that is neither a secret nor the installation's. */
export function plainEnvironment(part: DescribedPart, management: number): Record<string, string> {
  const has = (name: string) => part.variables.some((variable) => variable.name === name);
  const environment: Record<string, string> = { NODE_ENV: 'production' };
  if (part.heapMb) environment.NODE_OPTIONS = `--max-old-space-size=${part.heapMb}`;
  const set = (name: string, value: string) => {
    if (has(name)) environment[name] = value;
  };
  set('MANAGEMENT_HOST', ALL_INTERFACES);
  set('MANAGEMENT_PORT', String(management));
  set('SHUTDOWN_GRACE_SECONDS', String(part.graceSeconds));
  set('GRPC_HOST', ALL_INTERFACES);
  set('HOST', ALL_INTERFACES);
  set('EDGE_HOST', ALL_INTERFACES);
  set(part.port.name === 'grpc' ? 'GRPC_PORT' : part.name === 'redirect' ? 'EDGE_PORT' : 'PORT', String(part.port.number));
  set('MIGRATIONS', 'expect');
  for (const callee of part.calls) {
    const { port } = PARTS.find(({ name }) => name === callee)!;
    environment[`${callee.toUpperCase()}_TARGET`] = `${callee}:${port.number}`;
  }
  return { ...environment, ...part.environment };
}

/**
 * Says what the environment of a manifest lacks, by parsing it with the part's own schema. Secrets are samples of the
 * right form, made by `secret`.
 */
export function environmentProblems(
  part: DescribedPart,
  environment: Record<string, string>,
  installation: Record<string, string>,
  secret: (name: string) => string,
): string[] {
  if (!part.schemaObject) return [];
  const given: Record<string, string> = { ...installation, ...environment };
  for (const { name } of part.secrets) if (secret(name)) given[name] = secret(name);
  for (const name of Object.keys(given)) if (given[name] === '') delete given[name];
  const parsed = part.schemaObject.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${part.name}: ${issue.path.join('.')}: ${issue.message}`);
  const known = new Set([...part.variables.map(({ name }) => name), 'NODE_ENV', 'NODE_OPTIONS']);
  for (const name of Object.keys(environment)) if (!known.has(name)) problems.push(`${part.name}: ${name} is read by nobody`);
  return problems;
}
