import { busFields, flag, grpcTarget, list, originField, processFields } from '@linqr/platform/config';
import { z } from 'zod';

/** Everything the gateway reads from its environment. */
export const gatewayConfig = z.object({
  ...processFields,
  ...busFields,
  HOST: z.string().default('127.0.0.1').describe('Address the public port listens on (0.0.0.0 in a cluster)'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('Public port of the app and its API; 0: any free one'),
  APP_ORIGIN: originField.describe('Where people open the app, e.g. https://app.example.com'),
  SHORT_ORIGIN: originField.describe("Origin of the installation's short links"),
  TRUSTED_PROXIES: list('loopback').describe(
    'Whose forwarded headers are believed: addresses, CIDR ranges, or loopback, linklocal, uniquelocal',
  ),
  AUTH_TARGET: grpcTarget('auth service'),
  LINK_TARGET: grpcTarget('link service'),
  QR_TARGET: grpcTarget('qr service'),
  ANALYTICS_TARGET: grpcTarget('analytics service'),
  BILLING_TARGET: grpcTarget('billing service'),
  WEBHOOK_TARGET: grpcTarget('webhook service'),
  ACCESS_TOKEN_PUBLIC_KEY: z
    .string()
    .startsWith('-----BEGIN PUBLIC KEY-----', 'must be a PEM public key (ES256)')
    .describe('Verifies access tokens'),
  CSRF_SECRET: z.string().min(32, 'must be at least 32 characters').describe('Signs the XSRF-TOKEN cookie'),
  STATIC_DIR: z.string().optional().describe('Folder of the built frontend; absent where an ingress serves it'),
  EDGE_URL: z
    .url({ protocol: /^http$/ })
    .optional()
    .describe('Where /qr/{id} is passed on to on one machine; an ingress does it in a cluster'),
  MAILBOX_URL: z
    .url({ protocol: /^http$/ })
    .optional()
    .describe('The local mailbox; absent: there is none'),
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(1200).describe('Calls a minute that one client address may make'),
  SIGN_IN_CALLS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(60)
    .describe('Calls a minute to register, login and password routes from one client address'),
  SECURE_COOKIES: flag(false).describe('Forces the Secure attribute; it is set anyway when APP_ORIGIN is https'),
});

export type GatewayConfig = z.output<typeof gatewayConfig>;
