import { describe, expect, it } from '@jest/globals';
import { violations } from './boundaries.mjs';

describe('boundaries', () => {
  it.each([
    ['services/link/src/links/link.service.ts', "import { x } from '../../../auth/src/x.js';"],
    ['services/link/src/links/link.service.ts', "import pg from 'pg';"],
    ['services/link/src/wire.ts', "import { testDatabase } from '@linqr/testing/postgres';"],
    ['services/redirect/src/main.ts', "import { Module } from '@nestjs/common';"],
    ['gateway/src/wire.ts', "import { Auth } from '@linqr/auth';"],
    ['gateway/src/wire.ts', 'const port = process.env.PORT;'],
    ['packages/platform/src/bus/index.ts', "const x = await import('../../../../services/link/src/x.js');"],
    ['packages/qr-render/src/svg.ts', "import { readFileSync } from 'node:fs';"],
    ['frontend/src/features/links/list.tsx', "import { Chart } from '../analytics/chart';"],
    ['frontend/src/components/button/button.tsx', "import { useLinks } from '../../features/links/links.api';"],
    ['frontend/src/api/base-api.ts', "import { AppError } from '@linqr/platform/errors';"],
  ])('refuses in %s: %s', (file, source) => {
    expect(violations(file, source)).toHaveLength(1);
  });

  it.each([
    [
      'services/link/src/links/link.service.ts',
      "import { AppError } from '@linqr/platform/errors';\nimport { rules } from './link.rules.js';",
    ],
    [
      'services/link/test/create.itest.ts',
      "import { wireBilling } from '../../billing/src/wire.js';\nimport { testDatabase } from '@linqr/testing/postgres';",
    ],
    [
      'frontend/src/features/links/components/row.tsx',
      "import { Button } from '../../../components/button/button';\nimport { useLinks } from '../links.api';",
    ],
    ['gateway/src/config.ts', 'loadConfig(schema, process.env)'],
    ['gateway/src/wire.ts', '// process.env is read in config.ts'],
  ])('allows in %s: %s', (file, source) => {
    expect(violations(file, source)).toEqual([]);
  });
});
