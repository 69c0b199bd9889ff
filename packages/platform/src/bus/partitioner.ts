// Which partition a key belongs to: the rule of Kafka's own clients, so that both adapters agree with each other and with
// any other producer.

/** 32-bit MurmurHash2 with Kafka's seed, as a signed integer (org.apache.kafka.common.utils.Utils.murmur2). */
export function murmur2(data: Uint8Array): number {
  const m = 0x5bd1e995;
  const length = data.length;
  const tail = length & ~3;
  let h = 0x9747b28c ^ length;
  for (let i = 0; i < tail; i += 4) {
    let k = data[i]! | (data[i + 1]! << 8) | (data[i + 2]! << 16) | (data[i + 3]! << 24);
    k = Math.imul(k, m);
    k ^= k >>> 24;
    k = Math.imul(k, m);
    h = Math.imul(h, m) ^ k;
  }
  const rest = length & 3;
  if (rest === 3) h ^= data[tail + 2]! << 16;
  if (rest >= 2) h ^= data[tail + 1]! << 8;
  if (rest >= 1) h = Math.imul(h ^ data[tail]!, m);
  h ^= h >>> 13;
  h = Math.imul(h, m);
  return (h ^ (h >>> 15)) | 0;
}

/** The partition, 0 to `partitions` - 1, of a key's UTF-8 bytes. */
export function partitionFor(key: string | Uint8Array, partitions: number): number {
  const bytes = typeof key === 'string' ? Buffer.from(key, 'utf8') : key;
  return (murmur2(bytes) & 0x7fffffff) % partitions;
}
