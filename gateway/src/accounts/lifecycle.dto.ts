import { z } from 'zod';

export const deleteAccountBody = z
  .object({
    confirm: z.literal('DELETE', 'Please type DELETE to confirm'),
    password: z.string().max(1_024, 'The password is too long').default(''),
    code: z.string().max(40, 'The code is too long').default('').meta({ description: 'The mailed code, for accounts without a password' }),
  })
  .meta({ id: 'DeleteAccount' });

export const unsubscribeQuery = z.object({ token: z.string('The token is missing').min(1, 'The token is missing').max(200) });

export const unsubscriptionAnswer = z
  .object({
    list: z.enum(['weeklyReports', 'emailNotifications', 'marketingEmails']),
    email: z.string().meta({ description: 'Masked; empty when the account is gone' }),
    subscribed: z.boolean(),
  })
  .meta({ id: 'Unsubscription' });

export const exportAnswer = z
  .looseObject({ exportedAt: z.string(), user: z.looseObject({ id: z.string(), email: z.string() }) })
  .meta({ id: 'AccountExport', description: 'One array a section: links with versions and tags, qrCodes, webhooks, clicks, …' });
