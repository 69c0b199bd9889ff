// `npm run admin`: works on the installation that runs.
import { existsSync } from 'node:fs';

const program = new URL('../dist/admin/main.js', import.meta.url);
if (!existsSync(program)) {
  process.stderr.write('Linqr is not built yet. Start it with "npm start" and try again.\n');
  process.exit(1);
}
await import(program.href);
