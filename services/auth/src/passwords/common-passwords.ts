import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

let list: Set<string> | undefined;

/** Whether a password is one of the 10,000 most used (data/README.md), in whatever case it is written. Read once, some 2 MB. */
export function isCommonPassword(password: string): boolean {
  list ??= new Set(
    brotliDecompressSync(readFileSync(join(import.meta.dirname, '../../data/common-passwords.txt.br')))
      .toString('utf8')
      .split('\n'),
  );
  return list.has(password.normalize('NFKC').toLowerCase());
}
