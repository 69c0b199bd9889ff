import { z } from 'zod';
import { clientField } from '../sessions/client-info.js';
import { proofField } from '../two-factor/two-factor.schemas.js';
import { PROVIDER_KEYS } from './provider.js';

const providerField = z.enum(PROVIDER_KEYS, 'Provider must be google or github');

export const providerSchema = z.object({ provider: providerField });
export const beginOAuthSchema = z.object({
  provider: providerField,
  returnTo: z.string().max(4_000, 'The way back is too long'),
  client: clientField,
});
export const beginConnectingSchema = z.object({ provider: providerField, password: proofField });
export const finishOAuthSchema = z.object({
  provider: providerField,
  query: z.string().max(16_384, "The provider's answer is too long"),
  browser: z.string().max(200, 'The attempt is too long'),
  client: clientField,
});
export const connectWaitingSchema = z.object({ token: z.string().max(1_000, 'The token is too long') });
