// npm run release:migrations -- 0.2.0: writes the migrations that no release has yet into the list of released ones.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allMigrations, hashOf, RELEASED } from './migrations.mjs';
import { ROOT } from './run.mjs';

const [version] = process.argv.slice(2);
const path = join(ROOT, RELEASED);
const releases = JSON.parse(readFileSync(path, 'utf8'));
if (!/^\d+\.\d+\.\d+$/.test(version ?? '') || releases[version]) {
  process.stderr.write('npm run release:migrations -- X.Y.Z (a version that is not in the list yet)\n');
  process.exit(2);
}
const released = Object.assign({}, ...Object.values(releases));
const added = allMigrations().filter((migration) => !released[migration.path]);
releases[version] = Object.fromEntries(added.map((migration) => [migration.path, hashOf(migration.sql)]));
writeFileSync(path, `${JSON.stringify(releases, null, 2)}\n`);
process.stdout.write(`${added.length} migrations are released with ${version}\n`);
