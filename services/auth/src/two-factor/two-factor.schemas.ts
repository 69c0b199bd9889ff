import { z } from 'zod';
import { clientField } from '../sessions/client-info.js';

/** Six digits of an app, or a recovery code; spaces and hyphens do not matter. */
const codeField = z.string().trim().min(1, 'Code is required').max(40, 'The code is too long');

/** A password that is proof; whether it may be empty is decided where it is asked for. */
export const proofField = z.string().max(1_024, 'Password must be at most 128 characters long');

export const setUpTwoFactorSchema = z.object({ password: proofField });
export const enableTwoFactorSchema = z.object({ code: codeField });
export const disableTwoFactorSchema = z.object({ password: proofField, code: codeField });
export const finishSignInSchema = z.object({
  challenge: z.string().min(1, 'The sign-in is missing').max(1_000, 'The sign-in is too long'),
  code: codeField,
  rememberMe: z.boolean().optional(),
  client: clientField,
});
export type FinishSignInInput = z.output<typeof finishSignInSchema>;
