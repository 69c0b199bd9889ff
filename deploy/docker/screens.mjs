// Writes the list of the app's screens (site.json of the build) as a map for nginx: node screens.mjs dist screens.conf
// What an address of a screen looks like is asked from the gateway's own code, which decides it on one machine.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenPattern } from '../../gateway/dist/site/screen-pattern.js';

const [dist, file] = process.argv.slice(2);
const { screens } = JSON.parse(readFileSync(join(dist, 'site.json'), 'utf8'));
if (screens.length === 0) throw new Error(`${dist}/site.json names no screen`);
const lines = screens.map((screen) => `    "~${screenPattern(screen).source}" /app.html;\n`);
writeFileSync(file, `map $uri $screen {\n    default /none;\n${lines.join('')}}\n`);
