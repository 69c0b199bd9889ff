import { busFields, databaseFields, erasureFields, flag, grpcServiceFields, grpcTarget, originField } from '@linqr/platform/config';
import { z } from 'zod';

/** The only place of this service that names the environment. */
export const qrConfig = z.object({
  ...grpcServiceFields,
  ...databaseFields,
  ...busFields,
  ...erasureFields,
  BILLING_TARGET: grpcTarget('The billing service, host:port'),
  LINK_TARGET: grpcTarget('The link service, host:port'),
  APP_ORIGIN: originField.describe(
    'Where the app lives: scheme, host and port; dynamic codes encode it, so it must stay reachable for ever',
  ),
  SHORT_ORIGIN: originField.describe('Where short links live: scheme, host and port'),
  DESTINATION_ALLOW_PRIVATE: flag(false).describe(
    'Lets codes lead to private, loopback and link-local addresses and to names without a dot',
  ),
  SAFETY_RESCAN_HOURS: z.coerce
    .number()
    .min(0.001)
    .max(720)
    .default(24)
    .describe('How often all website codes are held against the block lists of the link service again'),
  RENDER_WORKERS: z.coerce.number().int().min(1).max(32).default(2).describe('Threads that draw images'),
});

export type QrConfig = z.output<typeof qrConfig>;
