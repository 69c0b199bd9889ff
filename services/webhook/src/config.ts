import {
  busFields,
  databaseFields,
  erasureFields,
  flag,
  grpcServiceFields,
  grpcTarget,
  list,
  originField,
  sealingKeysField,
} from '@linqr/platform/config';
import { z } from 'zod';

/** Everything the webhook service reads from its environment. */
export const webhookConfig = z.object({
  ...grpcServiceFields,
  ...databaseFields,
  ...busFields,
  ...erasureFields,
  BILLING_TARGET: grpcTarget('The billing service, host:port: whether a plan has webhooks'),
  SHORT_ORIGIN: originField.describe('Where short links live: scheme, host and port; clicks are told with the whole short URL'),
  WEBHOOK_SECRET_ENCRYPTION_KEY: sealingKeysField.describe('AES-256 key that signing secrets are kept under'),
  OUTBOUND_ALLOW_PRIVATE: flag(false).describe(
    'Lets deliveries go to private, loopback and link-local addresses, names without a dot and any port',
  ),
  OUTBOUND_DNS_SERVERS: list('').describe(
    'DNS servers (address or address:port) asked for the names of webhooks; none: those of the machine',
  ),
  OUTBOUND_CA: z
    .string()
    .optional()
    .describe('PEM certificates trusted for https besides the well-known ones (receivers with an authority of their own)'),
  DELIVERY_CONCURRENCY: z.coerce.number().int().min(2).max(2_000).default(128).describe('Deliveries under way at a time in this process'),
  DELIVERY_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(8, 'must be longer than the bus keeps events (7 days): an older event would be delivered twice')
    .max(3_650)
    .default(30)
    .describe('How long finished deliveries stay in the log'),
});

export type WebhookConfig = z.output<typeof webhookConfig>;
