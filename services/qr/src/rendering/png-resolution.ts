import { crc32 } from 'node:zlib';

/** Signature (8) and IHDR (25): where the next chunk begins. */
const AFTER_HEADER = 33;

/** A PNG that says how many dots of it make an inch (chunk pHYs, dots a metre). */
export function withResolution(png: Buffer, dpi: number): Buffer {
  const chunk = Buffer.alloc(21);
  chunk.writeUInt32BE(9, 0);
  chunk.write('pHYs', 4, 'latin1');
  const dotsPerMetre = Math.round(dpi / 0.0254);
  chunk.writeUInt32BE(dotsPerMetre, 8);
  chunk.writeUInt32BE(dotsPerMetre, 12);
  chunk.writeUInt8(1, 16);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 17)), 17);
  return Buffer.concat([png.subarray(0, AFTER_HEADER), chunk, png.subarray(AFTER_HEADER)]);
}
