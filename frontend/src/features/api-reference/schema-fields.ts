import { formatNumber } from '../../lib/format/format';
import { t } from '../../messages/en/api-reference';
import type { OpenApiDocument, Schema } from './openapi.types';

/** One row of a table of fields. */
export interface FieldRow {
  /** With its parents: `rules[].conditions[].field`. */
  path: string;
  type: string;
  required: boolean;
  notes: string[];
}

const MAX_DEPTH = 6;

/** Follows a reference; unknown ones are any value. */
export function resolve(schema: Schema | undefined, document: OpenApiDocument): Schema {
  let found = schema ?? {};
  for (let step = 0; found.$ref && step < 10; step++) {
    found = document.components?.schemas?.[found.$ref.replace('#/components/schemas/', '')] ?? {};
  }
  return found;
}

/** Several alternatives of which one is null come to that one; others stay apart. */
function alternatives(schema: Schema): Schema[] {
  return (schema.anyOf ?? schema.oneOf ?? []).filter((one) => one.type !== 'null');
}

/** The schema that has the fields: references followed, a single alternative taken, `allOf` laid together. */
function plain(schema: Schema | undefined, document: OpenApiDocument): Schema {
  const found = resolve(schema, document);
  const [only, second] = alternatives(found);
  if (only && !second) return { ...plain(only, document), ...(found.description ? { description: found.description } : {}) };
  if (!found.allOf) return found;
  const parts = found.allOf.map((part) => plain(part, document));
  return {
    ...found,
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, Schema>,
    required: parts.flatMap((part) => part.required ?? []),
  };
}

function typeOf(schema: Schema, document: OpenApiDocument): string {
  const several = alternatives(schema);
  if (several.length > 1) return [...new Set(several.map((one) => typeOf(plain(one, document), document)))].join(' | ');
  const enumerated = schema.enum?.length === 1 ? JSON.stringify(schema.enum[0]) : undefined;
  if (enumerated) return enumerated;
  if (schema.type === 'array') return t('listOf', { type: typeOf(plain(schema.items, document), document) });
  if (schema.format === 'date-time') return t('dateTime');
  if (schema.type === 'integer') return t('whole');
  return schema.type ?? t('any');
}

function notesOf(schema: Schema, document: OpenApiDocument): string[] {
  const notes: string[] = [];
  if (schema.description) notes.push(schema.description);
  const choices = schema.enum ?? alternatives(schema).flatMap((one) => plain(one, document).enum ?? []);
  const ofItems = plain(schema.items, document).enum ?? [];
  const values = choices.length > 1 ? choices : ofItems;
  if (values.length > 1) notes.push(t('oneOf', { values: values.map(String).join(', ') }));
  if (schema.default !== undefined && schema.default !== '' && !(Array.isArray(schema.default) && schema.default.length === 0))
    notes.push(t('default', { value: typeof schema.default === 'string' ? schema.default : JSON.stringify(schema.default) }));
  const least = schema.minimum ?? schema.minLength ?? schema.minItems;
  const most = schema.maximum ?? schema.maxLength ?? schema.maxItems;
  const unit = schema.maxLength !== undefined || schema.minLength !== undefined ? t('characters') : '';
  if (most !== undefined && Math.abs(most) < Number.MAX_SAFE_INTEGER) {
    notes.push(
      least !== undefined && least !== 0
        ? t('between', { least: formatNumber(least), most: formatNumber(most), unit })
        : t('atMost', { most: formatNumber(most), unit }),
    );
  }
  return notes;
}

/** Every field of a schema, parents before children. */
export function fieldsOf(schema: Schema | undefined, document: OpenApiDocument, prefix = '', depth = 0): FieldRow[] {
  const found = plain(schema, document);
  if (depth > MAX_DEPTH) return [];
  if (found.type === 'array') return fieldsOf(found.items, document, `${prefix}[]`, depth + 1);
  return Object.entries(found.properties ?? {}).flatMap(([name, raw]) => {
    const own = plain(raw, document);
    const path = prefix ? `${prefix}.${name}` : name;
    const nullable = own.nullable || (resolve(raw, document).anyOf ?? []).some((one) => one.type === 'null');
    const row: FieldRow = {
      path,
      type: typeOf(own, document) + (nullable ? ` | ${t('null')}` : ''),
      required: found.required?.includes(name) ?? false,
      notes: notesOf(own, document),
    };
    return [row, ...fieldsOf(own, document, path, depth + 1)];
  });
}

/** Values that read like the real thing, by the name of the field. */
const LIKELY: Record<string, unknown> = {
  originalUrl: 'https://example.com/spring',
  url: 'https://example.com/hooks/linqr',
  destination: 'https://example.com/spring',
  content: 'https://example.com/menu',
  shortUrl: 'https://go.example.com/spring',
  host: 'go.example.com',
  domain: 'go.example.com',
  customAlias: 'spring',
  slug: 'spring',
  title: 'Spring campaign',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'correct horse',
  country: 'DE',
  city: 'Berlin',
  timeZone: 'Europe/Berlin',
  id: 'ID',
  _id: 'ID',
  token: 'TOKEN',
  message: 'Hello',
  subject: 'A question',
  tags: 'campaign',
  from: '2026-11-20T00:00:00.000Z',
  to: '2026-11-21T00:00:00.000Z',
};

/** A value of the schema's shape. `onlyRequired` leaves out what may be left out. */
export function exampleOf(schema: Schema | undefined, document: OpenApiDocument, onlyRequired = false, name = '', depth = 0): unknown {
  const found = plain(schema, document);
  const [first] = alternatives(found);
  if (first) return exampleOf(first, document, onlyRequired, name, depth);
  if (found.enum?.length) return found.enum[0];
  if (found.default !== undefined && found.default !== '') return found.default;
  if (found.type === 'array') return depth > MAX_DEPTH ? [] : [exampleOf(found.items, document, onlyRequired, name, depth + 1)];
  if (found.type === 'object' || found.properties) {
    if (depth > MAX_DEPTH) return {};
    const entries = Object.entries(found.properties ?? {});
    const wanted = onlyRequired ? entries.filter(([key]) => found.required?.includes(key)) : entries;
    // A change has no required field: show one, so that the example does something.
    const shown = onlyRequired && wanted.length === 0 ? entries.slice(0, 1) : wanted;
    return Object.fromEntries(shown.map(([key, value]) => [key, exampleOf(value, document, onlyRequired, key, depth + 1)]));
  }
  if (name in LIKELY && found.type !== 'number' && found.type !== 'integer' && found.type !== 'boolean') return LIKELY[name];
  if (found.format === 'date-time' || /(At|from|to|Until|Since)$/.test(name)) return '2026-11-21T12:00:00.000Z';
  if (found.type === 'boolean') return false;
  if (found.type === 'number' || found.type === 'integer') return found.minimum ?? 0;
  return found.type === 'string' ? 'text' : null;
}
