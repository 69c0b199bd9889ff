// The OpenAPI document as the product serves it: its operations, and whether an answer is one that it allows.
import type { Product } from '@linqr/testing/product';
import { Ajv } from 'ajv';
import type { Schema } from './schema.arbitrary.js';

export interface Operation {
  method: string;
  path: string;
  /** Undefined: the reference itself. */
  access: 'public' | 'optional' | 'signed-in' | 'admin' | undefined;
  parameters: { name: string; in: string; required?: boolean; schema?: Schema }[];
  /** Of application/json. */
  body?: Schema;
  /** Media types of each status. */
  responses: Record<string, string[]>;
}

export interface ContractDocument {
  operations: Operation[];
  schemas: Record<string, Schema>;
  /** `POST /api/urls/shorten` → a body that would do, as the Postman collection offers it. */
  examples: Map<string, Record<string, unknown>>;
  /** What is wrong with an answer, by the document; undefined: nothing. */
  wrongWith: (operation: Operation, answer: { status: number; text: string; type: string }) => string | undefined;
}

interface RawOperation {
  'x-access'?: Operation['access'];
  parameters?: Operation['parameters'];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses: Record<string, { content?: object }>;
}
interface RawDocument {
  paths: Record<string, Record<string, RawOperation>>;
  components?: { schemas?: Record<string, Schema> };
}
interface Collection {
  item: { item: { request: { method: string; url: { raw: string }; body?: { raw: string } } }[] }[];
}

export async function readContract(product: Product): Promise<ContractDocument> {
  const served = async <T>(path: string) => (await (await fetch(`${product.appUrl}${path}`)).json()) as T;
  const document = await served<RawDocument>('/api/openapi.json');
  const schemas = document.components?.schemas ?? {};
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(withoutNullable(document) as object, 'api');
  return {
    operations: operationsOf(document, schemas),
    schemas,
    examples: examplesOf(await served<Collection>('/api/postman.json')),
    wrongWith: ({ method, path, responses }, { status, text, type }) => {
      if (status >= 500) return 'a fault';
      const media = responses[String(status)];
      if (!media) return 'an undocumented status';
      if (status >= 300 && status < 400) return undefined;
      if (!media.includes(type)) return `an undocumented media type (${type})`;
      if (type !== 'application/json') return undefined;
      const pointer = [path, method.toLowerCase(), 'responses', String(status), 'content', 'application/json', 'schema']
        .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/');
      const valid = ajv.getSchema(`api#/paths/${pointer}`);
      if (!valid) return 'a status without a schema';
      return valid(JSON.parse(text)) ? undefined : `not its schema: ${ajv.errorsText(valid.errors)}`;
    },
  };
}

function operationsOf({ paths }: RawDocument, schemas: Record<string, Schema>): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map(([method, raw]) => {
        const schema = raw.requestBody?.content?.['application/json']?.schema;
        const body = schema?.$ref ? schemas[schema.$ref.split('/').at(-1)!] : schema;
        return {
          method: method.toUpperCase(),
          path,
          access: raw['x-access'],
          parameters: raw.parameters ?? [],
          responses: Object.fromEntries(Object.entries(raw.responses).map(([status, { content }]) => [status, Object.keys(content ?? {})])),
          ...(body ? { body } : {}),
        };
      }),
  );
}

function examplesOf({ item }: Collection): ContractDocument['examples'] {
  const examples: ContractDocument['examples'] = new Map();
  for (const { request } of item.flatMap((folder) => folder.item))
    if (request.body)
      examples.set(
        `${request.method} ${request.url.raw.replace('{{baseUrl}}', '').replace(/:(\w+)/g, '{$1}')}`,
        JSON.parse(request.body.raw) as Record<string, unknown>,
      );
  return examples;
}

/** OpenAPI 3.0 says `nullable` beside a reference or a choice, which JSON Schema does not know. */
function withoutNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutNullable);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutNullable(value)]));
  if (nullable === true) return { anyOf: [rest, { type: 'null' }] };
  // A property of that name, not the keyword.
  return typeof nullable === 'object' ? { ...rest, nullable } : rest;
}
