import { currentContext } from '@linqr/platform/context';
import { newId } from '@linqr/platform/ids';
import { appendToOutbox } from '@linqr/platform/outbox';
import { AdminActed } from '@linqr/proto/events/v1/admin';
import type { EntityManager } from 'typeorm';

/**
 * Tells the one record of admin actions, inside the transaction that acts: what is done is recorded, or it is not done. Of
 * the account its id and a masked address: the record outlives the account.
 */
export async function noteAdminAction(
  tx: EntityManager,
  { action, user, reason }: { action: string; user: { id: string; email: string }; reason: string },
): Promise<void> {
  const occurredAtMs = Date.now();
  await appendToOutbox(tx, [
    {
      topic: 'admin.acted.v1',
      key: user.id,
      value: AdminActed.encode({
        eventId: newId('evt', occurredAtMs),
        occurredAtMs,
        // The operator's command line has none.
        actorId: currentContext()?.actor?.userId ?? '',
        action,
        targetId: user.id,
        target: maskAddress(user.email),
        reason,
      }).finish(),
    },
  ]);
}

/** a•••@example.com: enough to recognise, too little to write to. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return at <= 0 ? '•••' : `${email[0]}•••${email.slice(at)}`;
}
