// Puts `.br` and `.gz` beside every built script, style and drawing: servers send them as they are.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(js|css|svg|json)$/;
/** Smaller files travel in one packet anyway. */
const LEAST_BYTES = 1_000;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Vite: compresses what is in `assets`, whose names carry a hash of their content. */
export function compress() {
  let folder;
  return {
    name: 'linqr-compress',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir, 'assets');
    },
    async closeBundle() {
      const files = (await readdir(folder)).filter((file) => TEXT.test(file));
      await Promise.all(
        files.map(async (file) => {
          const path = join(folder, file);
          const content = await readFile(path);
          if (content.length < LEAST_BYTES) return;
          // Level 9: within 4 % of 11 in a tenth of the time.
          const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
          await Promise.all([
            brotli(content, { params }).then((packed) => writeFile(`${path}.br`, packed)),
            zip(content, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
          ]);
        }),
      );
    },
  };
}
