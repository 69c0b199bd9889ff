// `npm run backup`, `npm run restore`: work on an installation that is stopped.
import { existsSync } from 'node:fs';

const program = new URL('../dist/backup/main.js', import.meta.url);
if (!existsSync(program)) {
  process.stderr.write('Linqr is not built yet. Start it with "npm start" and try again.\n');
  process.exit(1);
}
await import(program.href);
