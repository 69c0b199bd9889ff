// The only place of the edge that names the environment.
import { busFields, flag, grpcTarget, list, originField, processFields } from '@linqr/platform/config';
import { z } from 'zod';
import { parseNetwork } from './address/networks.js';

const MIB = 1024 * 1024;

export const edgeConfig = z.object({
  ...processFields,
  ...busFields,
  EDGE_HOST: z.string().default('127.0.0.1').describe('Address the edge listens on (0.0.0.0 in a cluster)'),
  EDGE_PORT: z.coerce.number().int().min(0).max(65535).default(3001).describe('Public port of the edge; 0: any free one'),
  EDGE_PROCESSES: z.coerce.number().int().min(1).max(64).default(1).describe('Processes that share the port, each with a spool of its own'),
  EDGE_SLOT: z.coerce.number().int().min(0).max(63).default(0).describe('Which of EDGE_PROCESSES this one is; set by the supervisor'),
  EDGE_MAX_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(20_000)
    .describe('Open connections a process keeps; further ones are closed'),
  EDGE_CLICK_ID_HEADER: flag(false).describe('Answer each recorded click with its id in X-Click-Id; for fault tests only'),
  SHORT_ORIGIN: originField.describe('Origin of the short domain'),
  APP_ORIGIN: originField.describe("Origin of the app: target of `/` and of the pages' links"),
  LINK_TARGET: grpcTarget('link service'),
  QR_TARGET: grpcTarget('qr service'),
  SPOOL_DIR: z.string().min(1).describe('Folder of the click spool, on a local disk of this machine'),
  SPOOL_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(MIB)
    .default(2048 * MIB)
    .describe('Most bytes of unshipped clicks on disk, all processes together; past it clicks are dropped and counted'),
  SPOOL_FSYNC: flag(false).describe(
    'Sync the spool to the disk before answering: clicks survive a power cut, redirects cost 1.5 times as much',
  ),
  CACHE_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(MIB)
    .max(2048 * MIB)
    .default(128 * MIB)
    .describe('Memory of the link cache of each process (about 180 bytes a link)'),
  TRUSTED_PROXIES: list('127.0.0.0/8,::1/128')
    .pipe(z.array(z.string().refine((value) => parseNetwork(value) !== undefined, 'must be addresses or CIDR ranges, comma-separated')))
    .describe('Peers whose X-Forwarded-For is believed'),
  UNLOCK_COOKIE_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .describe('Key of the cookie that remembers an unlocked link, and of the draw that gives a visitor a variant; the same at every edge'),
  GEO_DATABASE: z
    .string()
    .default('')
    .describe('City database in MaxMind format for country rules; empty: DB-IP City Lite from its npm package. Read when first needed'),
});

export type EdgeConfig = Readonly<z.output<typeof edgeConfig>>;
