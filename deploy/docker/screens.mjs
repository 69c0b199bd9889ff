// Writes the list of the app's screens (site.json of the build) as a map for nginx: node screens.mjs dist screens.conf
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** '/analytics/:id' → every address of that form, with or without a slash at its end. */
function pattern(screen) {
  const parts = screen.split('/').map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return `^${parts.join('/')}/?$`;
}

const [dist, file] = process.argv.slice(2);
const { screens } = JSON.parse(readFileSync(join(dist, 'site.json'), 'utf8'));
if (screens.length === 0) throw new Error(`${dist}/site.json names no screen`);
const lines = screens.map((screen) => `    "~${pattern(screen)}" /app.html;\n`);
writeFileSync(file, `map $uri $screen {\n    default /none;\n${lines.join('')}}\n`);
