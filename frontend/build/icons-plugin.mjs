import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const PACKAGE = '@tabler/icons-react';
const IMPORT = /import \{([^}]+)\} from '@tabler\/icons-react';/g;

/** Vite: one import an icon instead of the package's list of all five thousand, so that each chunk holds the icons it shows. */
export function icons() {
  const folder = join(dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)), 'dist/esm/icons');
  return {
    name: 'linqr-icons',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: PACKAGE },
      handler(code) {
        const changed = code.replace(IMPORT, (_whole, names) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean)
            .map((name) => {
              const file = join(folder, `${name}.mjs`).replaceAll('\\', '/');
              // A second name of an icon has no file of its own.
              return existsSync(file) ? `import ${name} from '${file}';` : `import { ${name} } from '${PACKAGE}';`;
            })
            .join(' '),
        );
        return changed === code ? null : { code: changed, map: null };
      },
    },
  };
}
