import { z } from 'zod';

const text = (max: number, required?: string) => z.string(required).max(max, `Please use at most ${max} characters`);
const emailAddress = text(254, 'Email is required').min(1, 'Email is required');
const password = text(1024, 'Password is required').min(1, 'Password is required');

export const registerBody = z
  .object({ name: text(200, 'Name is required').min(1, 'Name is required'), email: emailAddress, password })
  .meta({ id: 'Register' });
export const loginBody = z.object({ email: emailAddress, password, rememberMe: z.boolean().default(true) }).meta({ id: 'Login' });
export const refreshBody = z
  .object({ refreshToken: text(1024).optional() })
  .default({})
  .meta({ id: 'Refresh' });
export const emailBody = z.object({ email: emailAddress });
export const tokenBody = z.object({ token: text(1024, 'The token is missing').min(1, 'The token is missing') });
export const resetPasswordBody = z.object({ token: text(1024, 'The token is missing').min(1, 'The token is missing'), password });
export const changePasswordBody = z.object({ currentPassword: password, newPassword: password });
export const profileBody = z.object({
  name: text(200).optional(),
  email: text(254).optional(),
  company: text(200).optional(),
  website: text(2048).optional(),
});
export const notificationsAnswer = z
  .object({
    emailNotifications: z.boolean(),
    weeklyReports: z.boolean(),
    securityAlerts: z.boolean(),
    marketingEmails: z.boolean(),
    timeZone: z.string().meta({ description: 'IANA name: on whose Monday morning the weekly report comes' }),
  })
  .meta({ id: 'NotificationPreferences' });
export const notificationsBody = notificationsAnswer
  .extend({ timeZone: text(64).default('').meta({ description: 'Left out: as it was' }) })
  .meta({ id: 'ChangeNotificationPreferences' });

export const userAnswer = z
  .object({
    id: z.string(),
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    company: z.string(),
    website: z.string(),
    role: z.enum(['user', 'admin']),
    isAdmin: z.boolean(),
    emailVerified: z.boolean(),
    workspaceId: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'User' });
export const sessionAnswer = z.object({ user: userAnswer, accessToken: z.string(), refreshToken: z.string() });
export const tokensAnswer = z.object({ accessToken: z.string(), refreshToken: z.string() });
export const profileAnswer = z.object({ user: userAnswer });
export const sessionsAnswer = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      createdAt: z.string().nullable(),
      lastUsedAt: z.string().nullable(),
      userAgent: z.string(),
      current: z.boolean(),
    }),
  ),
});
export const apiKeyAnswer = z.object({
  user: userAnswer.extend({ apiKey: z.string() }).meta({ id: 'UserWithApiKey' }),
  apiKey: z.string(),
});
export const newApiKeyAnswer = z.object({ apiKey: z.string() });
export const nothing = z.object({});
