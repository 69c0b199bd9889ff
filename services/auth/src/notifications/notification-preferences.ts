import { sqlState } from '@linqr/platform/postgres';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { firstRow } from '../database/rows.js';
import { isTimeZone } from '../reports/report-week.js';
import { requireSession } from '../sessions/session.actor.js';
import type { UnsubscribeList } from '../unsubscribe/unsubscribe-token.js';
import { accountGone } from '../users/user.errors.js';

/** Which mail an account wants. */
export interface NotificationPreferences {
  emailNotifications: boolean;
  weeklyReports: boolean;
  securityAlerts: boolean;
  marketingEmails: boolean;
}

export interface KeptPreferences extends NotificationPreferences {
  /** IANA name: whose Monday morning the weekly report comes on. */
  timeZone: string;
}

const DEFAULTS: KeptPreferences = {
  emailNotifications: true,
  weeklyReports: true,
  securityAlerts: true,
  marketingEmails: false,
  timeZone: 'UTC',
};

const FOREIGN_KEY_VIOLATION = '23503';

export const notificationPreferencesSchema = z.object({
  emailNotifications: z.boolean(),
  weeklyReports: z.boolean(),
  securityAlerts: z.boolean(),
  marketingEmails: z.boolean(),
  /** Absent: as it was. */
  timeZone: z
    .string()
    .max(64, 'Please choose a time zone')
    .refine((zone) => zone === '' || isTimeZone(zone), 'Please choose a time zone')
    .optional(),
});
type NotificationPreferencesInput = z.output<typeof notificationPreferencesSchema>;

/** Those kept, or the defaults. */
export async function findNotificationPreferences(db: EntityManager, userId: string): Promise<KeptPreferences> {
  const row = await firstRow<KeptPreferences>(
    db,
    `select email_notifications as "emailNotifications", weekly_reports as "weeklyReports", security_alerts as "securityAlerts",
       marketing_emails as "marketingEmails", time_zone as "timeZone" from notification_preferences where user_id = $1`,
    [userId],
  );
  return row ?? DEFAULTS;
}

/** The caller's own preferences. */
export class NotificationPreferencesService {
  constructor(private readonly db: EntityManager) {}

  async get(): Promise<KeptPreferences> {
    return findNotificationPreferences(this.db, requireSession().userId);
  }

  async update(wanted: NotificationPreferencesInput): Promise<KeptPreferences> {
    const { userId } = requireSession();
    try {
      await this.db.query(
        `insert into notification_preferences (user_id, email_notifications, weekly_reports, security_alerts, marketing_emails, time_zone)
         values ($1, $2, $3, $4, $5, coalesce(nullif($6, ''), 'UTC'))
         on conflict (user_id) do update set email_notifications = excluded.email_notifications, weekly_reports = excluded.weekly_reports,
           security_alerts = excluded.security_alerts, marketing_emails = excluded.marketing_emails,
           time_zone = coalesce(nullif($6, ''), notification_preferences.time_zone)`,
        [userId, wanted.emailNotifications, wanted.weeklyReports, wanted.securityAlerts, wanted.marketingEmails, wanted.timeZone ?? ''],
      );
    } catch (error) {
      if (sqlState(error) === FOREIGN_KEY_VIOLATION) throw accountGone();
      throw error;
    }
    return findNotificationPreferences(this.db, userId);
  }
}

const COLUMNS: Record<UnsubscribeList, string> = {
  weeklyReports: 'weekly_reports',
  emailNotifications: 'email_notifications',
  marketingEmails: 'marketing_emails',
};

/** Switches one preference of an account on or off, whatever the others are. False: there is no such account. */
export async function setPreference(db: EntityManager, userId: string, list: UnsubscribeList, on: boolean): Promise<boolean> {
  const column = COLUMNS[list];
  const { emailNotifications, weeklyReports, securityAlerts, marketingEmails }: NotificationPreferences = { ...DEFAULTS, [list]: on };
  try {
    await db.query(
      `insert into notification_preferences (user_id, email_notifications, weekly_reports, security_alerts, marketing_emails)
       values ($1, $2, $3, $4, $5) on conflict (user_id) do update set ${column} = excluded.${column}`,
      [userId, emailNotifications, weeklyReports, securityAlerts, marketingEmails],
    );
    return true;
  } catch (error) {
    if (sqlState(error) === FOREIGN_KEY_VIOLATION) return false;
    throw error;
  }
}
