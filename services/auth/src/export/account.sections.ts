import { type ExportSection, tableSection } from '@linqr/platform/export';
import type { DataSource } from 'typeorm';
import type { Throttle } from '../throttle/throttle.js';
import { EXPORT } from './export.throttle.js';

const OWN = { column: 'user_id', is: 'userId' } as const;

/** What the auth service holds on an account: passwords, tokens, codes and keys are left out, client addresses are not kept. */
export function authSections(database: DataSource, throttle: Throttle): ExportSection[] {
  const table = (name: string, from: string, key: string, omit: string[] = []) =>
    tableSection({ name, database, from: `${from} t`, key, owner: OWN, omit });
  const user = tableSection({
    name: 'user',
    database,
    from: 'users t',
    key: 't.id',
    owner: { column: 'id', is: 'userId' },
    // For admins' eyes.
    omit: ['disabled_reason'],
    extra: { hasPassword: 't.password_hash is not null' },
  });
  return [
    {
      name: user.name,
      // The first thing that is asked for: an export is heavy, so its beginning is counted.
      page: async (actor, after) => {
        if (after === '') await throttle.spend(EXPORT, { account: actor.userId });
        return user.page(actor, after);
      },
    },
    table('memberships', 'memberships', 't.workspace_id'),
    table('notificationPreferences', 'notification_preferences', 't.user_id'),
    table('sessions', 'sessions', 't.id'),
    table('securityEvents', 'security_events', 't.id'),
    table('passkeys', 'passkeys', 't.id', ['counter']),
    table('identities', 'identities', 't.provider'),
    table('twoFactor', 'two_factor', 't.user_id', ['last_step']),
    table('emailChanges', 'email_changes', 't.user_id'),
    table('apiKeys', 'api_keys', 't.id'),
    tableSection({ name: 'apiCalls', database, from: 'api_key_hours t', key: 't.hour' }),
    table('weeklyReports', 'weekly_reports', 't.week'),
  ];
}
