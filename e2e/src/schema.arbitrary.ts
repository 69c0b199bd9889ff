// Bodies out of the schemas of the OpenAPI document: what a client that believes the document would send.
import fc from 'fast-check';

export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  nullable?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

const MAX_DEPTH = 5;
/** Longer texts say nothing that these do not. */
const MAX_TEXT = 60;
const MAX_ITEMS = 3;

/** Texts of a format, by its name in the document; and by the field's, where the document only says "text". */
const FORMATS: Record<string, fc.Arbitrary<string>> = {
  email: fc.constantFrom('ada@example.com', 'grace.hopper@example.org'),
  uri: fc.webUrl(),
  'date-time': fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
  uuid: fc.uuid(),
};
const FIELDS: Record<string, fc.Arbitrary<string>> = {
  originalUrl: fc.webUrl(),
  destination: fc.webUrl(),
  url: fc.constantFrom('https://hooks.example.com/a', 'https://example.com/'),
  host: fc.domain(),
  customAlias: fc.stringMatching(/^[A-Za-z0-9_-]{3,20}$/),
  email: FORMATS['email']!,
};

/** Values that the schema allows, for the most part: what it says in words only (a pattern, a rule across fields) may still be refused. */
export function arbitraryOf(schema: Schema, schemas: Record<string, Schema>, field = '', depth = 0): fc.Arbitrary<unknown> {
  const inner = (each: Schema, name = field) => arbitraryOf(each, schemas, name, depth + 1);
  if (schema.$ref) return arbitraryOf(schemas[schema.$ref.split('/').at(-1)!] ?? {}, schemas, field, depth);
  if (schema.nullable) return fc.option(arbitraryOf({ ...schema, nullable: false }, schemas, field, depth), { freq: 5 });
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((each) => inner(each)));
  if (schema.allOf) return fc.tuple(...schema.allOf.map((each) => inner(each))).map((parts) => Object.assign({}, ...parts) as unknown);
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -1e9), max: Math.min(schema.maximum ?? 1_000, 1e9) });
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000, noNaN: true });
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(inner(schema.items ?? {}), {
        minLength: Math.min(schema.minItems ?? 0, 20),
        maxLength: Math.min(Math.max(schema.minItems ?? 0, MAX_ITEMS), schema.maxItems ?? 20, 20),
      });
    case 'string':
      return textOf(schema, field);
    case 'object':
    case undefined:
      return objectOf(schema, depth, inner);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function textOf({ format, minLength = 0, maxLength = MAX_TEXT }: Schema, field: string): fc.Arbitrary<string> {
  const known = FORMATS[format ?? ''] ?? FIELDS[field];
  const any = fc.string({
    minLength: Math.min(minLength, MAX_TEXT),
    maxLength: Math.min(Math.max(minLength, MAX_TEXT), maxLength),
    unit: 'grapheme',
  });
  return known ? fc.oneof({ arbitrary: known, weight: 4 }, { arbitrary: any, weight: 1 }) : any;
}

function objectOf(schema: Schema, depth: number, inner: (each: Schema, name?: string) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (Object.keys(properties).length === 0) {
    if (depth >= MAX_DEPTH || typeof additionalProperties !== 'object') return fc.constant({});
    return fc.dictionary(fc.string({ maxLength: 10 }), inner(additionalProperties), { maxKeys: MAX_ITEMS });
  }
  const kept = Object.entries(properties).filter(([name]) => depth < MAX_DEPTH || required.includes(name));
  return fc.record(Object.fromEntries(kept.map(([name, each]) => [name, inner(each, name)])), {
    requiredKeys: required.filter((name) => name in properties),
  });
}
