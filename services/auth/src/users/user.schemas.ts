import { z } from 'zod';
import { newPassword } from '../passwords/password-rules.js';
import { clientField } from '../sessions/client-info.js';
import { emailField } from './email-address.js';

const NO_CONTROL_CHARACTERS = /^\P{Cc}*$/u;
const MAX_WEBSITE = 2_048;

const line = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `${label} must be at most ${max} characters long`)
    .regex(NO_CONTROL_CHARACTERS, `${label} contains characters that are not allowed`);

const nameField = line('Name', 100).min(1, 'Name is required');

/** Empty, or an http(s) URL; typed without a scheme it gets https. */
const websiteField = z
  .string()
  .trim()
  .max(MAX_WEBSITE, `Website must be at most ${MAX_WEBSITE} characters long`)
  .transform((text, context) => {
    if (text === '') return '';
    const typed = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
    const url = URL.canParse(typed) ? new URL(typed) : undefined;
    if (url && /^https?:$/.test(url.protocol) && url.hostname.includes('.') && url.username === '' && url.href.length <= MAX_WEBSITE)
      return url.pathname === '/' && !url.search && !url.hash ? url.origin : url.href;
    context.addIssue({ code: 'custom', message: 'Please enter a valid website address' });
    return z.NEVER;
  });

export const registerSchema = z.object({ name: nameField, email: emailField, password: newPassword, client: clientField });
export type RegisterInput = z.output<typeof registerSchema>;

export const updateProfileSchema = z.object({
  name: nameField.optional(),
  company: line('Company', 200).optional(),
  website: websiteField.optional(),
  email: emailField.optional(),
  currentPassword: z.string().max(1_024, 'Password must be at most 128 characters long').default(''),
});
export type UpdateProfileInput = z.output<typeof updateProfileSchema>;

export const setRoleSchema = z.object({
  email: emailField,
  role: z.enum(['ROLE_USER', 'ROLE_ADMIN'], 'Role must be user or admin').transform((role) => (role === 'ROLE_ADMIN' ? 'admin' : 'user')),
});

/** 0 is the wire's "not given". */
export const listUsersSchema = z.object({
  page: z
    .int()
    .min(0, 'Page must be 1 or more')
    .max(100_000, 'Page must be at most 100000')
    .transform((page) => page || 1),
  limit: z
    .int()
    .min(0, 'Limit must be 1 or more')
    .max(100, 'Limit must be at most 100')
    .transform((limit) => limit || 20),
  search: line('Search', 200),
});

export const setUserDisabledSchema = z
  .object({
    userId: z.string().min(1, 'User id is required').max(100, 'The user id is too long'),
    disabled: z.boolean(),
    reason: line('Reason', 500),
  })
  .refine((input) => !input.disabled || input.reason !== '', { path: ['reason'], message: 'Reason is required' });

export const deleteUserSchema = z.object({ email: emailField });
