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
  currentPassword: text(1024).optional().meta({ description: 'Needed with a new e-mail address' }),
});
export const twoFactorLoginBody = z
  .object({
    challenge: text(1024, 'The sign-in is missing').min(1, 'The sign-in is missing'),
    code: text(40, 'Code is required').min(1, 'Code is required'),
    rememberMe: z.boolean().optional(),
  })
  .meta({ id: 'LoginSecondStep' });
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
    hasPassword: z.boolean().meta({ description: 'False: signed up with Google or GitHub, and none set since' }),
  })
  .meta({ id: 'User' });
export const emailChangeAnswer = z
  .object({ newEmail: z.string(), confirmedByCurrent: z.boolean(), confirmedByNew: z.boolean(), expiresAt: z.string() })
  .meta({ id: 'EmailChange', description: 'A change of address: it happens when both addresses have confirmed' });
export const sessionAnswer = z.object({ user: userAnswer, accessToken: z.string(), refreshToken: z.string() });
export const secondStepAnswer = z
  .object({
    twoFactorRequired: z.literal(true),
    challenge: z.string(),
    methods: z.array(z.enum(['totp', 'recovery', 'passkey'])),
  })
  .meta({ id: 'SecondStep', description: 'The password was right; POST /auth/login/two-factor finishes the sign-in' });
export const loginAnswer = z.union([sessionAnswer, secondStepAnswer]);
export const tokensAnswer = z.object({ accessToken: z.string(), refreshToken: z.string() });
export const verifiedAnswer = z.object({ user: userAnswer });
export const profileAnswer = z.object({ user: userAnswer, emailChange: emailChangeAnswer.nullable() });
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
