import { z } from 'zod';
import { paginationAnswer } from '../http/pagination.js';
import { emailChangeAnswer } from './account.dto.js';

const text = (max: number, required?: string) => z.string(required).max(max, `Please use at most ${max} characters`);
const code = text(40, 'Code is required').min(1, 'Code is required');
/** Empty or left out: a recent sign-in is the proof, where that is enough. */
const proof = text(1024)
  .default('')
  .meta({ description: 'The current password; may be left out within ten minutes of a sign-in where the route says so' });
const time = z.string().nullable();

export const confirmEmailChangeBody = z.object({ token: text(1024, 'The token is missing').min(1, 'The token is missing') });
export const confirmEmailChangeAnswer = z.object({ emailChange: emailChangeAnswer.nullable(), done: z.boolean() });

export const proofBody = z.object({ password: proof }).default({ password: '' });
export const codeBody = z.object({ code });
export const disableTwoFactorBody = z.object({ password: proof, code });
export const twoFactorAnswer = z.object({ enabled: z.boolean(), enabledAt: time, recoveryCodesLeft: z.number() }).meta({ id: 'TwoFactor' });
export const twoFactorSetupAnswer = z.object({ secret: z.string(), otpauthUrl: z.string() });
export const recoveryCodesAnswer = z.object({ recoveryCodes: z.array(z.string()) }).meta({ description: 'Shown here and never again' });

const name = text(60, 'Name is required').min(1, 'Name is required');
/** WebAuthn's own JSON (PublicKeyCredential.toJSON); auth reads it. */
const credential = z.record(z.string(), z.unknown(), "The browser's answer is missing");
const challengeId = text(100, 'The challenge is missing').min(1, 'The challenge is missing');
export const addPasskeyBody = z.object({ challengeId, name, response: credential });
export const renamePasskeyBody = z.object({ name });
export const passkeyLoginBody = z.object({ challengeId, response: credential, rememberMe: z.boolean().default(true) });
export const passkeyAnswer = z
  .object({ id: z.string(), name: z.string(), createdAt: z.string(), lastUsedAt: time })
  .meta({ id: 'Passkey' });
export const passkeysAnswer = z.object({ passkeys: z.array(passkeyAnswer) });
export const passkeyOptionsAnswer = z.object({
  challengeId: z.string(),
  options: z.record(z.string(), z.unknown()).meta({ description: 'For navigator.credentials, as JSON of WebAuthn' }),
});

export const providersAnswer = z.object({
  providers: z.array(z.object({ key: z.enum(['google', 'github']), name: z.string(), configured: z.boolean() })),
});
export const identitiesAnswer = z.object({
  identities: z.array(z.object({ provider: z.enum(['google', 'github']), email: z.string(), createdAt: z.string(), lastUsedAt: time })),
});
export const startAnswer = z.object({ url: z.string().meta({ description: 'Where the browser goes next' }) });
export const connectBody = z.object({ token: text(1024, 'The token is missing').min(1, 'The token is missing') });
export const connectedAnswer = z.object({ provider: z.enum(['google', 'github']) });

export const auditQuery = z.object({
  page: z.coerce.number().int('page must be a whole number').min(1, 'page starts at 1').max(10_000).default(1),
  limit: z.coerce
    .number()
    .int('limit must be a whole number')
    .min(1, 'limit must be at least 1')
    .max(100, 'limit is at most 100')
    .default(20),
});
export const auditAnswer = z.object({
  events: z.array(
    z
      .object({
        id: z.string(),
        action: z.string(),
        at: z.string(),
        device: z.string().meta({ description: 'User agent; may be empty' }),
        address: z.string().meta({ description: 'The network, never the whole address; may be empty' }),
      })
      .meta({ id: 'SecurityEvent' }),
  ),
  pagination: paginationAnswer,
});
