import { createHash } from 'node:crypto';
import { newId } from '@linqr/platform/ids';
import { appendToOutbox } from '@linqr/platform/outbox';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import type { EntityManager } from 'typeorm';

/** Whose account changed. */
export interface AccountOf {
  id: string;
  workspaceId: string;
  /** Needed when it is deleted. */
  email?: string;
}

const CHANGES = {
  registered: AccountChange.ACCOUNT_CHANGE_REGISTERED,
  email_verified: AccountChange.ACCOUNT_CHANGE_EMAIL_VERIFIED,
  session_revoked: AccountChange.ACCOUNT_CHANGE_SESSION_REVOKED,
  role_changed: AccountChange.ACCOUNT_CHANGE_ROLE_CHANGED,
  deleted: AccountChange.ACCOUNT_CHANGE_DELETED,
  disabled: AccountChange.ACCOUNT_CHANGE_DISABLED,
  enabled: AccountChange.ACCOUNT_CHANGE_ENABLED,
  email_changed: AccountChange.ACCOUNT_CHANGE_EMAIL_CHANGED,
} as const;

const sha256 = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('hex');

/** Announces a change inside the transaction that makes it. `sessionIds`: one event each, for session_revoked. */
export async function announce(
  tx: EntityManager,
  user: AccountOf,
  change: keyof typeof CHANGES,
  sessionIds: string[] = [''],
): Promise<void> {
  const occurredAtMs = Date.now();
  await appendToOutbox(
    tx,
    sessionIds.map((sessionId) => ({
      topic: 'account.changed.v1' as const,
      key: user.id,
      value: AccountChanged.encode({
        eventId: newId('evt'),
        occurredAtMs,
        change: CHANGES[change],
        userId: user.id,
        workspaceId: user.workspaceId,
        sessionId,
        emailSha256: change === 'deleted' && user.email ? sha256(user.email) : '',
      }).finish(),
    })),
  );
}
