import { sqlState } from '@linqr/platform/postgres';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { firstRow } from '../database/rows.js';
import { requireSession } from '../sessions/session.actor.js';
import { accountGone } from '../users/user.errors.js';

/** Which mail an account wants. */
export interface NotificationPreferences {
  emailNotifications: boolean;
  weeklyReports: boolean;
  securityAlerts: boolean;
  marketingEmails: boolean;
}

const DEFAULTS: NotificationPreferences = { emailNotifications: true, weeklyReports: true, securityAlerts: true, marketingEmails: false };

const FOREIGN_KEY_VIOLATION = '23503';

export const notificationPreferencesSchema = z.object({
  emailNotifications: z.boolean(),
  weeklyReports: z.boolean(),
  securityAlerts: z.boolean(),
  marketingEmails: z.boolean(),
});

/** Those kept, or the defaults. */
export async function findNotificationPreferences(db: EntityManager, userId: string): Promise<NotificationPreferences> {
  const row = await firstRow<NotificationPreferences>(
    db,
    `select email_notifications as "emailNotifications", weekly_reports as "weeklyReports", security_alerts as "securityAlerts",
       marketing_emails as "marketingEmails" from notification_preferences where user_id = $1`,
    [userId],
  );
  return row ?? DEFAULTS;
}

/** The caller's own preferences. */
export class NotificationPreferencesService {
  constructor(private readonly db: EntityManager) {}

  async get(): Promise<NotificationPreferences> {
    return findNotificationPreferences(this.db, requireSession().userId);
  }

  async update(wanted: NotificationPreferences): Promise<NotificationPreferences> {
    const { userId } = requireSession();
    try {
      await this.db.query(
        `insert into notification_preferences (user_id, email_notifications, weekly_reports, security_alerts, marketing_emails)
         values ($1, $2, $3, $4, $5)
         on conflict (user_id) do update set email_notifications = excluded.email_notifications, weekly_reports = excluded.weekly_reports,
           security_alerts = excluded.security_alerts, marketing_emails = excluded.marketing_emails`,
        [userId, wanted.emailNotifications, wanted.weeklyReports, wanted.securityAlerts, wanted.marketingEmails],
      );
    } catch (error) {
      if (sqlState(error) === FOREIGN_KEY_VIOLATION) throw accountGone();
      throw error;
    }
    return wanted;
  }
}
