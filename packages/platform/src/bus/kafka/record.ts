import type { KafkaMessage } from 'kafkajs';
import type { IncomingRecord, Topic } from '../port.js';

/** What kafkajs fetched, as the port shows it: headers as text, the first where a name comes twice. */
export function toRecord(topic: Topic, partition: number, message: KafkaMessage): IncomingRecord {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers ?? {})) {
    const one = Array.isArray(value) ? value[0] : value;
    if (one !== undefined) headers[name] = one.toString();
  }
  return {
    topic,
    partition,
    offset: message.offset,
    key: message.key?.toString() ?? '',
    value: message.value ?? Buffer.alloc(0),
    headers,
    timestampMs: Number(message.timestamp),
  };
}
