import { z } from 'zod';
import { changedPassword, newPassword, presentedPassword } from '../passwords/password-rules.js';
import { clientField } from '../sessions/client-info.js';
import { emailField } from '../users/email-address.js';

const tokenField = (missing: string) => z.string().min(1, missing).max(1_000, 'The token is too long');

export const verifyEmailSchema = z.object({ token: tokenField('Verification token is required') });
export const resetPasswordSchema = z.object({ token: tokenField('Reset token is required'), password: newPassword, client: clientField });
export const requestedMailSchema = z.object({ email: emailField, client: clientField });
export type RequestedMailInput = z.output<typeof requestedMailSchema>;

export const changePasswordSchema = z.object({
  currentPassword: presentedPassword('Current password is required'),
  newPassword: changedPassword,
});
