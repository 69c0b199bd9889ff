// A value that fits a schema, for documents that show calls. Examples and defaults of the schema come first.
import type { OpenAPIObject } from '@nestjs/swagger';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  example?: unknown;
  examples?: unknown[];
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  description?: string;
  minimum?: number;
}

const MAX_DEPTH = 6;
const BY_FORMAT: Record<string, string> = {
  'date-time': '2026-12-31T23:59:59.000Z',
  email: 'ada@example.com',
  uri: 'https://example.com/page',
  uuid: '0198c0de-0000-7000-8000-000000000000',
};

export function resolve(document: OpenAPIObject, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name ? ((document.components?.schemas?.[name] as Schema | undefined) ?? {}) : schema;
}

export function exampleOf(document: OpenAPIObject, given: Schema, name = '', depth = 0): unknown {
  const schema = resolve(document, given);
  const told = schema.example ?? schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0];
  if (told !== undefined) return told;
  const choice = schema.oneOf?.[0] ?? schema.anyOf?.[0];
  if (choice) return exampleOf(document, choice, name, depth);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(document, part, name, depth)));
  const type = [schema.type].flat()[0];
  if (schema.properties || type === 'object') {
    if (depth >= MAX_DEPTH) return {};
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([field, part]) => [field, exampleOf(document, part, field, depth + 1)]),
    );
  }
  if (type === 'array') return schema.items && depth < MAX_DEPTH ? [exampleOf(document, schema.items, name, depth + 1)] : [];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0;
  if (type === 'boolean') return false;
  if (schema.format && BY_FORMAT[schema.format]) return BY_FORMAT[schema.format];
  return /url/i.test(name) ? 'https://example.com/page' : name ? `<${name}>` : '';
}
