// What the launcher reads from its environment.
import { join } from 'node:path';
import { originField } from '@linqr/platform/config';
import { z } from 'zod';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);

/** Root of the checkout, from dist/ as well as from src/. */
export const repositoryRoot = join(import.meta.dirname, '../../..');

export const launcherConfig = z.object({
  PORT: port(3000).describe('Port of the app; 0: any free one'),
  EDGE_PORT: port(3001).describe('Port of the short domain; 0: any free one'),
  HOST: z.string().default('127.0.0.1').describe('Address that app and short domain listen on; everything else stays on loopback'),
  APP_ORIGIN: originField.optional().describe('Where people open the app, when that is not http://localhost:PORT'),
  SHORT_ORIGIN: originField.optional().describe('Where short links are opened, when that is not http://localhost:EDGE_PORT'),
  LINQR_DATA_DIR: z.string().default(join(repositoryRoot, '.data')).describe('Everything that is kept: databases, secrets, logs, mail'),
  LINQR_START_TIMEOUT_SECONDS: z.coerce.number().min(1).max(3_600).default(90).describe('How long a start may take'),
});

export type LauncherConfig = Readonly<z.output<typeof launcherConfig>>;
