import type { Logger } from '@linqr/platform/logging';
import { BackgroundWork } from '@linqr/platform/work';
import type { EntityManager } from 'typeorm';

/** What has served its time, and a bound on how much of it goes at once. Idempotent: replicas may do it side by side. */
const REMOVALS = [
  'delete from refresh_tokens where hash in (select hash from refresh_tokens where expires_at < now() limit 5000)',
  `delete from sessions where id in (select id from sessions where expires_at < now() - interval '30 days' limit 5000)`,
  'delete from one_time_tokens where hash in (select hash from one_time_tokens where expires_at < now() limit 5000)',
  'delete from email_changes where user_id in (select user_id from email_changes where expires_at < now() limit 5000)',
  'delete from sign_in_challenges where hash in (select hash from sign_in_challenges where expires_at < now() limit 5000)',
  'delete from passkey_challenges where id in (select id from passkey_challenges where expires_at < now() limit 5000)',
  'delete from oauth_attempts where state_hash in (select state_hash from oauth_attempts where expires_at < now() limit 5000)',
  'delete from waiting_identities where hash in (select hash from waiting_identities where expires_at < now() limit 5000)',
  `delete from security_events where id in (select id from security_events where at < now() - interval '1 year' limit 5000)`,
  `delete from throttles where key in (select key from throttles where tat < now() - interval '1 minute' limit 5000)`,
  `delete from api_key_hours where (workspace_id, hour) in (select workspace_id, hour from api_key_hours where hour < now() - interval '2 days' limit 5000)`,
  `delete from weekly_reports where (user_id, week) in (select user_id, week from weekly_reports where week < current_date - 60 limit 5000)`,
  `delete from mail_outbox where id in (select id from mail_outbox where failed_at < now() - interval '7 days' limit 5000)`,
];
const EVERY_MS = 10 * 60_000;

/** Removes expired rows every ten minutes. */
export class Housekeeping {
  private readonly work: BackgroundWork;

  constructor(
    private readonly db: EntityManager,
    logger: Logger,
  ) {
    this.work = new BackgroundWork({
      round: () => this.sweep(),
      everyMs: EVERY_MS,
      firstAfterMs: EVERY_MS,
      interrupted: 'housekeeping interrupted',
      logger,
    });
  }

  start(): void {
    this.work.start();
  }

  stop(): Promise<void> {
    return this.work.stop();
  }

  async sweep(): Promise<void> {
    for (const removal of REMOVALS) await this.db.query(removal);
  }
}
