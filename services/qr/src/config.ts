import { busFields, databaseFields, erasureFields, flag, grpcServiceFields, grpcTarget } from '@linqr/platform/config';
import { z } from 'zod';

const origin = (about: string) =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http(s) origin such as https://app.example.com' })
    .transform((value, context) => {
      const url = new URL(value);
      if (url.pathname !== '/' || url.search || url.hash || url.username || url.password)
        context.addIssue({ code: 'custom', message: 'must be an origin: scheme, host and port only' });
      return url.origin;
    })
    .describe(about);

/** The only place of this service that names the environment. */
export const qrConfig = z.object({
  ...grpcServiceFields,
  ...databaseFields,
  ...busFields,
  ...erasureFields,
  BILLING_TARGET: grpcTarget('The billing service, host:port'),
  LINK_TARGET: grpcTarget('The link service, host:port'),
  APP_ORIGIN: origin('Where the app lives: scheme, host and port; dynamic codes encode it, so it must stay reachable for ever'),
  SHORT_ORIGIN: origin('Where short links live: scheme, host and port'),
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
