// The calls of the OpenAPI document that a key may make, grouped as the document groups them.
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from './schema.example.js';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export interface Operation {
  group: string;
  method: string;
  /** With the document's prefix, e.g. /api/urls/{id}. */
  path: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  /** JSON schema of the body. */
  body?: Schema;
  /** Media type of a body that is not JSON. */
  otherBody?: string;
  responses: { status: string; description: string; schema?: Schema }[];
  needsKey: boolean;
}

interface RawOperation {
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>;
  security?: Record<string, unknown>[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export function operationsOf(document: OpenAPIObject): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const raw = (item as Record<string, RawOperation | undefined>)[method];
      return raw ? [operation(method, path, raw)] : [];
    }),
  );
}

function operation(method: string, path: string, raw: RawOperation): Operation {
  const content = raw.requestBody?.content ?? {};
  const body = content['application/json']?.schema;
  const otherBody = body ? undefined : Object.keys(content)[0];
  return {
    group: raw.tags?.[0] ?? 'Other',
    method: method.toUpperCase(),
    path,
    summary: raw.summary ?? `${method.toUpperCase()} ${path}`,
    description: raw.description ?? '',
    parameters: raw.parameters ?? [],
    ...(body ? { body } : {}),
    ...(otherBody ? { otherBody } : {}),
    responses: Object.entries(raw.responses ?? {}).map(([status, response]) => ({
      status,
      description: response.description ?? '',
      ...(response.content?.['application/json']?.schema ? { schema: response.content['application/json'].schema } : {}),
    })),
    needsKey: (raw.security ?? []).length > 0,
  };
}

/** Group → its operations, in the document's order. */
export function byGroup(operations: Operation[]): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const each of operations) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
  return groups;
}
