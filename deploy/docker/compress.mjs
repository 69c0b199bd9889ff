// Writes name.gz beside every compressible file of a folder, for nginx's gzip_static. Deterministic: no times inside.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const walk = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path);
    else if (/\.(js|css|html|svg|json|webmanifest|txt|xml|wasm)$/.test(entry.name)) {
      const content = readFileSync(path);
      const packed = gzipSync(content, { level: 9 });
      if (packed.length < content.length) writeFileSync(`${path}.gz`, packed);
    }
  }
};
walk(process.argv[2]);
