// Whole lines out of a stream of pieces, bounded.
import type { Readable } from 'node:stream';

const MAX_LINE = 64 * 1024;

/** Calls back once a line; one longer than 64 KB comes in parts. */
export function eachLine(stream: Readable, callback: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (piece: string) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) callback(line);
    if (rest.length > MAX_LINE) {
      callback(rest);
      rest = '';
    }
  });
  stream.on('end', () => {
    if (rest) callback(rest);
    rest = '';
  });
  stream.on('error', () => {});
}
