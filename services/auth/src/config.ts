import { createPrivateKey, type KeyObject } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { busFields, databaseFields, grpcServiceFields, grpcTarget, originField, sealingKeysField } from '@linqr/platform/config';
import { z } from 'zod';

/** A PEM private key on P-256; `\n` may be written out, as environment files need. */
const signingKeyField = z.string().transform((pem, context): KeyObject => {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'));
    if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // Said below; the error's own text could repeat a part of the key.
  }
  context.addIssue({ code: 'custom', message: 'must be a PEM private key on the curve P-256 (ES256)' });
  return z.NEVER;
});

/** https, or http on this machine; without a slash at the end. */
const providerUrl = (about: string, otherwise: string) =>
  z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => !URL.canParse(url) || /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(url),
      'must be https (http only on this machine)',
    )
    .transform((url) => url.replace(/\/+$/, ''))
    .default(otherwise)
    .describe(about);

const clientField = (about: string) => z.string().max(1_000).optional().describe(about);

/** Everything the auth service reads from its environment. */
export const authConfig = z.object({
  ...grpcServiceFields,
  ...databaseFields,
  ...busFields,
  BILLING_TARGET: grpcTarget('billing service: API calls per hour of a plan'),
  ANALYTICS_TARGET: grpcTarget('analytics service: figures of the weekly report'),
  LINK_TARGET: grpcTarget('link service: names of links in the weekly report'),
  APP_ORIGIN: originField.describe('Where people open the app; links in mail lead there'),
  ACCESS_TOKEN_PRIVATE_KEY: signingKeyField.describe('Signs access tokens (ES256); the gateway has the public half'),
  API_KEY_ENCRYPTION_KEY: sealingKeysField.describe(
    'AES-256 key that API keys are kept under; also the root of the keyed hashes of addresses',
  ),
  MAIL_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be smtp://[user:password@]host:port or smtps://…' })
    .describe('The mail server that mail is handed to'),
  MAIL_FROM: z.string().min(3).max(320).default('Linqr <no-reply@localhost.localdomain>').describe('Sender of the mail'),
  OPERATOR_EMAIL: z
    .email('must be one e-mail address')
    .optional()
    .describe('Who runs this installation: gets contact messages and notices; absent: nobody is mailed'),
  PASSWORD_HASHING_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(Math.min(4, availableParallelism()))
    .describe('Passwords hashed at a time (19 MiB and one thread each)'),
  PASSWORD_HASHING_QUEUE: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(100)
    .describe('Passwords that may wait to be hashed; more are refused with RATE_LIMITED'),
  GOOGLE_CLIENT_ID: clientField('Sign-in with Google: OAuth client id; without it the button says "coming soon"'),
  GOOGLE_CLIENT_SECRET: clientField('Its secret'),
  GOOGLE_ISSUER: providerUrl('OpenID Connect issuer behind that button', 'https://accounts.google.com'),
  GITHUB_CLIENT_ID: clientField('Sign-in with GitHub: OAuth app client id; without it the button says "coming soon"'),
  GITHUB_CLIENT_SECRET: clientField('Its secret'),
  GITHUB_ORIGIN: providerUrl('GitHub, or a GitHub Enterprise Server', 'https://github.com'),
  GITHUB_API_URL: providerUrl('Its API; of an Enterprise Server https://host/api/v3', 'https://api.github.com'),
  THROTTLE_FACTOR: z.coerce
    .number()
    .min(0.1)
    .max(10_000)
    .default(1)
    .describe('Multiplies every allowance of sign-in, sign-up and mail (many people behind one address, load tests)'),
});

export type AuthConfig = z.output<typeof authConfig>;
