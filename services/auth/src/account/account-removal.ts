import type { EntityManager } from 'typeorm';
import { announce } from '../accounts/account.events.js';
import { enqueueMail } from '../mail/mail.outbox.js';
import type { SessionService } from '../sessions/session.service.js';
import type { User } from '../users/user.js';
import { deleteUser } from '../users/user.repository.js';

/** Takes an account out of this service and tells all others, in the caller's transaction. */
export class AccountRemoval {
  constructor(private readonly sessions: SessionService) {}

  /**
   * False: it was gone already, or is an admin's and `by` is another admin. The event makes every other service erase what
   * it holds (docs/adr/…-erasure.md); the farewell is the last mail, its row goes when it was sent.
   */
  async remove(tx: EntityManager, user: User, by: 'owner' | 'admin'): Promise<boolean> {
    await this.sessions.end(tx, user, {}, 'account_deleted');
    const deleted = await deleteUser(tx, user.id, { evenAdmins: by === 'owner' });
    if (!deleted) return false;
    // Mail that somebody asked for by typing the address hangs on no account.
    await tx.query('delete from mail_outbox where lower(email) = $1', [deleted.email.toLowerCase()]);
    await enqueueMail(tx, { kind: 'account_deleted', email: deleted.email, facts: { by } });
    await announce(tx, deleted, 'deleted');
    return true;
  }
}
