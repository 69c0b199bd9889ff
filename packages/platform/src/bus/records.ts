// What both adapters check before a record leaves the process.
import { AppError, type FieldProblem } from '../errors/index.js';
import { type OutgoingRecord, TOPICS, type Topic } from './port.js';

/** Bytes of key, value and headers together; Kafka's default limit of a batch is 1 MiB. */
export const MAX_RECORD_BYTES = 1_000_000;

/** Throws VALIDATION_FAILED: neither store could keep such a record, so a retry is useless. */
export function assertRecords(topic: Topic, records: OutgoingRecord[]): void {
  if (!Object.hasOwn(TOPICS, topic)) refuse('topic', `no such topic: ${topic}`);
  records.forEach((record, index) => {
    if (!storable(record.key)) refuse(`records.${index}.key`, 'must be well-formed text without NUL');
    if (!(record.value instanceof Uint8Array)) refuse(`records.${index}.value`, 'must be bytes');
    for (const [name, value] of Object.entries(record.headers ?? {}))
      if (!storable(name) || !storable(value)) refuse(`records.${index}.headers`, 'must be well-formed text without NUL');
    if (recordBytes(record) > MAX_RECORD_BYTES) refuse(`records.${index}`, `must not be larger than ${MAX_RECORD_BYTES} bytes`);
  });
}

export function recordBytes({ key, value, headers }: OutgoingRecord): number {
  let bytes = Buffer.byteLength(key) + value.byteLength;
  for (const name in headers) bytes += Buffer.byteLength(name) + Buffer.byteLength(headers[name]!);
  return bytes;
}

/** PostgreSQL's text cannot hold NUL, JSON and UTF-8 no lone surrogates. */
function storable(text: unknown): boolean {
  return typeof text === 'string' && !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

function refuse(field: string, message: string): never {
  const problem: FieldProblem = { field, message };
  throw new AppError('VALIDATION_FAILED', `The event cannot be published: ${message}.`, { details: [problem], internal: field });
}
