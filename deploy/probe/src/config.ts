import { originField, processFields } from '@linqr/platform/config';
import { z } from 'zod';

export const probeConfig = z.object({
  ...processFields,
  APP_ORIGIN: originField.describe('Where the API is reached from outside, as customers reach it'),
  PROBE_API_KEY: z.string().min(10).describe("API key of the probe's own account"),
  PROBE_ALIAS: z
    .string()
    .regex(/^[\w-]{3,50}$/)
    .default('linqr-probe')
    .describe('Alias of the link that is visited; made when it is not there'),
  PROBE_DESTINATION: z
    .url({ protocol: /^https?$/ })
    .default('https://example.com/')
    .describe('Where that link leads; never fetched'),
  PROBE_INTERVAL_SECONDS: z.coerce.number().min(1).max(3_600).default(30).describe('Time between two rounds'),
  PROBE_PATIENCE_SECONDS: z.coerce.number().min(1).max(600).default(60).describe('How long a click may take to be counted'),
});

export type ProbeConfig = z.output<typeof probeConfig>;
