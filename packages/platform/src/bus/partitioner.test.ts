import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { murmur2, partitionFor } from './partitioner.js';

/** Printed by Kafka's own Java client 4.3.1: key, Utils.murmur2(key), Utils.toPositive(that) % 12. */
const JAVA: [string, number, number][] = [
  ['key-0', 29210041, 1],
  ['key-1', 193331640, 0],
  ['key-2', 852269702, 2],
  ['key-10', 1368331310, 2],
  ['21', -973932308, 0],
  ['foobar', -790332482, 6],
  ['a-little-bit-long-string', -985981536, 8],
  ['a-little-bit-longer-string', -1486304829, 11],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971, 5],
  ['abc', 479470107, 3],
  ['', 275646681, 9],
  ['ключ-🔑', 1313857076, 8],
];

describe('the partition of a key', () => {
  it.each(JAVA)('is what the Java client says for %j', (key, hash, partition) => {
    expect(murmur2(Buffer.from(key))).toBe(hash);
    expect(partitionFor(key, 12)).toBe(partition);
  });

  it('is always one of the partitions', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.integer({ min: 1, max: 1000 }), (bytes, partitions) => {
        const partition = partitionFor(bytes, partitions);
        return Number.isInteger(partition) && partition >= 0 && partition < partitions;
      }),
    );
  });
});
