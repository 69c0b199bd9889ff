import type { OpenApiDocument, Operation, Parameter, Schema } from './openapi.types';
import { exampleOf } from './schema-fields';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
/** What most readers come for stands first; the rest follows as the document has it, administration at the end. */
const FIRST = ['Short links', 'QR codes', 'Analytics', 'Webhooks', 'Domains', 'API keys', 'Subscription'];
const LAST = ['Authentication', 'Contact', 'Health', 'Admin'];

export interface Endpoint {
  id: string;
  method: string;
  /** Below the origin: '/api/v1/urls/{id}'. */
  path: string;
  summary: string;
  description: string;
  /** No key and no session needed. */
  open: boolean;
  parameters: Parameter[];
  body: Schema | undefined;
  bodyType: string;
  status: string;
  answer: Schema | undefined;
  errors: { status: string; codes: string[] }[];
}

export interface Group {
  name: string;
  endpoints: Endpoint[];
}

function endpointOf(path: string, method: string, operation: Operation): Endpoint {
  const [bodyType, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? ['', undefined];
  const responses = Object.entries(operation.responses);
  const [status, good] = responses.find(([code]) => code.startsWith('2') || code.startsWith('3')) ?? ['200', undefined];
  const answer = Object.values(good?.content ?? {})[0]?.schema;
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path: path.replace(/^\/api\//, '/api/v1/'),
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    open: !operation.security || operation.security.length === 0,
    parameters: (operation.parameters ?? []).filter((parameter) => parameter.in === 'path' || parameter.in === 'query'),
    body: body?.schema,
    bodyType,
    status,
    // The envelope is the same everywhere: what is in `data` is what differs.
    answer: answer?.properties?.data ?? answer,
    errors: responses
      .filter(([code]) => /^[45]/.test(code))
      .map(([code, response]) => ({ status: code, codes: (response.description ?? '').split(', ').filter(Boolean) })),
  };
}

const rank = (name: string): number => {
  const first = FIRST.indexOf(name);
  if (first >= 0) return first - 100;
  return LAST.indexOf(name) + (LAST.includes(name) ? 100 : 0);
};

/** The document by groups, in reading order. */
export function groupsOf(document: OpenApiDocument): Group[] {
  const groups = new Map<string, Endpoint[]>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const name = operation.tags?.[0] ?? 'Other';
      groups.set(name, [...(groups.get(name) ?? []), endpointOf(path, method, operation)]);
    }
  }
  return [...groups].map(([name, endpoints]) => ({ name, endpoints })).sort((a, b) => rank(a.name) - rank(b.name));
}

/** The call as one would paste it into a terminal. */
export function curlOf(endpoint: Endpoint, document: OpenApiDocument, origin: string): string {
  const noun = /\/(urls|qrcodes|webhooks|domains|analytics)\//.exec(endpoint.path)?.[1];
  const names: Record<string, string> = { urls: 'LINK', analytics: 'LINK', qrcodes: 'QR', webhooks: 'WEBHOOK', domains: 'DOMAIN' };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name === 'id' && noun ? `${names[noun]}_ID` : name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase(),
  );
  const needed = endpoint.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(String(exampleOf(parameter.schema, document, true, parameter.name)))}`);
  const url = `'${origin}${path}${needed.length > 0 ? `?${needed.join('&')}` : ''}'`;
  const lines = [endpoint.method === 'GET' ? `curl ${url}` : `curl -X ${endpoint.method} ${url}`];
  if (!endpoint.open) lines.push('-H "Authorization: Bearer $LINQR_API_KEY"');
  if (endpoint.body && endpoint.bodyType === 'application/json') {
    const body = JSON.stringify(exampleOf(endpoint.body, document, true), null, 2)?.replaceAll('\n', '\n  ') ?? '{}';
    lines.push("-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", "'\\''")}'`);
  } else if (endpoint.body) {
    lines.push(`-H 'Content-Type: ${endpoint.bodyType}'`, '--data-binary @file');
  }
  return lines.join(' \\\n  ');
}

/** Endpoints whose method, path or summary has all the words. */
export function filterGroups(groups: readonly Group[], query: string): Group[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...groups];
  return groups
    .map((group) => ({
      name: group.name,
      endpoints: group.endpoints.filter((endpoint) => {
        const text = `${group.name} ${endpoint.method} ${endpoint.path} ${endpoint.summary}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter((group) => group.endpoints.length > 0);
}
