// The bill of materials of one part's image: CycloneDX 1.6, the same bytes for the same lock file (no time, no random number).
//   node deploy/docker/sbom.mjs <workspace folder>      prints it; tree.mjs writes it into the image as sbom.cdx.json
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { neededBy, ROOT } from './packages.mjs';

const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** @param {string} folder workspace folder of the part */
export function billOf(folder, { workspaces, packages } = neededBy(folder)) {
  const manifest = (at) => JSON.parse(readFileSync(join(ROOT, at, 'package.json'), 'utf8'));
  const own = (at, type) => {
    const { name, version, license } = manifest(at);
    return { type, 'bom-ref': at, name, version, purl: purl(name, version), licenses: licensesOf(license) };
  };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: own(folder, 'application') },
    components: [
      ...workspaces.filter((at) => at !== folder).map((at) => own(at, 'library')),
      ...packages.map(({ path, name, version, integrity, license }) => ({
        type: 'library',
        'bom-ref': path,
        name,
        version,
        purl: purl(name, version),
        ...(license ? { licenses: licensesOf(license) } : {}),
        ...(integrity ? { hashes: integrity.split(' ').map(hashOf) } : {}),
      })),
    ],
  };
}

/** An SPDX expression, or whatever its author wrote. */
const licensesOf = (license) =>
  /^[\w.+-]+$/.test(license) && !/^see/i.test(license)
    ? [{ license: { id: license } }]
    : / (OR|AND|WITH) /.test(license)
      ? [{ expression: license }]
      : [{ license: { name: license } }];

/** `sha512-<base64>` of the lock file: of the packed package as the registry has it. */
function hashOf(integrity) {
  const [algorithm, base64] = [integrity.slice(0, integrity.indexOf('-')), integrity.slice(integrity.indexOf('-') + 1)];
  return { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(base64, 'base64').toString('hex') };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv[2]) {
    process.stderr.write('node deploy/docker/sbom.mjs <workspace folder>\n');
    process.exit(2);
  }
  process.stdout.write(`${JSON.stringify(billOf(process.argv[2].replace(/\/$/, '')), null, 2)}\n`);
}
