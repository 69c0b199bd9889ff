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

/** The only place of this service that names the environment. */
export const linkConfig = z.object({
  ...grpcServiceFields,
  ...databaseFields,
  ...busFields,
  ...erasureFields,
  BILLING_TARGET: grpcTarget('The billing service, host:port'),
  SHORT_ORIGIN: originField.describe('Where short links live: scheme, host and port'),
  APP_ORIGIN: originField.describe('Where the app lives: scheme, host and port'),
  IMPORT_ENCRYPTION_KEY: sealingKeysField
    .optional()
    .describe('AES-256 key that passwords of imported rows are kept under until their links are made; without it such rows are refused'),
  DESTINATION_ALLOW_PRIVATE: flag(false).describe(
    'Lets links lead to private, loopback and link-local addresses and to names without a dot',
  ),
  DOMAIN_TARGET: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9.-]*$/, 'must be a host name without a port')
    .default('')
    .describe("Where people's own domains have to lead (CNAME, or its addresses); default: the host of SHORT_ORIGIN"),
  DOMAIN_GRACE_DAYS: z.coerce
    .number()
    .min(0)
    .max(365)
    .default(7)
    .describe('How long the records of a verified domain may be missing before it counts as failed'),
  OUTBOUND_DNS_SERVERS: list('').describe("Name servers asked about people's domains (address or address:port); default: the machine's"),
  SAFETY_BLOCK_LISTS: list('')
    .refine(
      (places) => places.every((place) => /^(https?:\/\/[^/]|file:\/\/\/|\/|[A-Za-z]:[\\/])/.test(place)),
      'must be absolute paths, file:/// or http(s):// URLs',
    )
    .describe('Block lists of harmful destinations, comma-separated: absolute paths and http(s) URLs (docs/block-lists.md)'),
  SAFETY_REFRESH_MINUTES: z.coerce
    .number()
    .min(0.01)
    .max(1_440)
    .default(5)
    .describe('How often block lists are read again; unchanged ones cost nothing'),
  SAFETY_LIST_MAX_ENTRIES: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(20_000_000)
    .default(500_000)
    .describe('Entries kept of all block lists together, about 100 bytes of memory each; what is beyond is not read, and metrics say so'),
  SAFETY_RESCAN_HOURS: z.coerce
    .number()
    .min(0.001)
    .max(720)
    .default(24)
    .describe('How often all links are held against the lists again; a changed list does that at once'),
  OUTBOUND_ALLOW_PRIVATE: flag(false).describe('Lets block lists be fetched from private, loopback and link-local addresses'),
});

export type LinkConfig = z.output<typeof linkConfig>;
