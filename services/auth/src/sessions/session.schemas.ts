import { z } from 'zod';
import { presentedPassword } from '../passwords/password-rules.js';
import { emailField } from '../users/email-address.js';
import { clientField } from './client-info.js';

export const loginSchema = z.object({
  email: emailField,
  password: presentedPassword('Password is required'),
  rememberMe: z.boolean(),
  client: clientField,
});
export type LoginInput = z.output<typeof loginSchema>;

/** Its shape is judged with the token itself: whatever is no token of ours is REFRESH_TOKEN_INVALID. */
export const refreshSchema = z.object({
  refreshToken: z.string().max(4_096, 'The refresh token is too long'),
  client: clientField,
});

export const logoutSchema = refreshSchema.pick({ refreshToken: true });

export const revokeSessionSchema = z.object({ id: z.string().min(1, 'Session id is required').max(100, 'The session id is too long') });
