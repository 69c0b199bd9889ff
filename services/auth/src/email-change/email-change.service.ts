import type { Actor } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import type { DataSource, EntityManager } from 'typeorm';
import { announce } from '../accounts/account.events.js';
import type { AuditService } from '../audit/audit.service.js';
import { enqueueMail } from '../mail/mail.outbox.js';
import { discardTokens } from '../one-time-tokens/one-time-token.repository.js';
import type { PasswordProof } from '../passwords/password-proof.service.js';
import type { Client } from '../sessions/client-info.js';
import { requireSession } from '../sessions/session.actor.js';
import type { Throttle } from '../throttle/throttle.js';
import { EMAIL_CHANGE } from '../throttle/throttle.rules.js';
import { emailTaken } from '../users/user.errors.js';
import type { User } from '../users/user.js';
import { findUser, lockAccount, setUserEmail } from '../users/user.repository.js';
import {
  confirmEmailChange,
  type EmailChange,
  findEmailChange,
  peekEmailChange,
  removeEmailChange,
  startEmailChange,
} from './email-change.repository.js';

export interface Confirmation {
  /** Undefined once done. */
  change: EmailChange | undefined;
  done: boolean;
}

const tokenInvalid = () =>
  new AppError(
    'EMAIL_CHANGE_TOKEN_INVALID',
    'This link is not valid any more. Please ask for the change of address again in your settings.',
  );

/**
 * A new address for an account: both the present and the new one confirm by a mailed link. Nothing in it tells whether the
 * new address has an account; who owns that account learns of the attempt by mail. An address that was never verified
 * has nothing to confirm with (most likely it was mistyped), so there the new one alone decides.
 */
export class EmailChangeService {
  constructor(
    private readonly database: DataSource,
    private readonly proof: PasswordProof,
    private readonly throttle: Throttle,
    private readonly audit: AuditService,
  ) {}

  find(userId: string): Promise<EmailChange | undefined> {
    return findEmailChange(this.database.manager, userId);
  }

  /** Before anything else of a profile is changed: the password, and how often. */
  async prove(actor: Actor, currentPassword: string): Promise<void> {
    await this.proof.require(actor, currentPassword, { field: 'currentPassword' });
    await this.throttle.spend(EMAIL_CHANGE, { account: actor.userId });
  }

  async start(tx: EntityManager, user: User, newEmail: string): Promise<EmailChange> {
    const change = await startEmailChange(tx, { userId: user.id, newEmail, confirmedByCurrent: !user.emailVerified });
    if (user.emailVerified) await enqueueMail(tx, { kind: 'email_change_current', userId: user.id, facts: { newEmail } });
    await enqueueMail(tx, { kind: 'email_change_new', userId: user.id, email: newEmail, facts: { newEmail } });
    await this.audit.note(tx, user.id, 'email_change_requested');
    return change;
  }

  /** EMAIL_CHANGE_TOKEN_INVALID for a used, old or replaced link; EMAIL_TAKEN where somebody has registered the address meanwhile. */
  async confirm(token: string, client: Client): Promise<Confirmation> {
    const outcome = await this.database.transaction(async (tx) => {
      const owner = await peekEmailChange(tx, token);
      if (!owner || owner.link === 'cancel' || !(await lockAccount(tx, owner.userId))) throw tokenInvalid();
      const change = await confirmEmailChange(tx, token, owner.link);
      const user = change && (await findUser(tx, change.userId));
      if (!change || !user) throw tokenInvalid();
      if (!change.confirmedByCurrent || !change.confirmedByNew) return { change, done: false };
      await removeEmailChange(tx, user.id);
      return (await this.apply(tx, user, change.newEmail, client)) ? { change: undefined, done: true } : 'taken';
    });
    // Thrown only now: the change that cannot be is gone.
    if (outcome === 'taken') throw emailTaken();
    return outcome;
  }

  /** By the link in the mail to the present address, or in the settings. */
  async cancel(token: string, client: Client): Promise<void> {
    const userId = token === '' ? requireSession().userId : undefined;
    await this.database.transaction(async (tx) => {
      const owner = userId === undefined ? await peekEmailChange(tx, token) : undefined;
      if (userId === undefined && owner?.link !== 'cancel') throw tokenInvalid();
      const id = userId ?? owner!.userId;
      await lockAccount(tx, id);
      if (await removeEmailChange(tx, id)) await this.audit.note(tx, id, 'email_change_cancelled', client);
    });
  }

  private async apply(tx: EntityManager, user: User, newEmail: string, client: Client): Promise<boolean> {
    if (!(await setUserEmail(tx, user.id, newEmail))) return false;
    await discardTokens(tx, 'verify_email', user.id);
    await discardTokens(tx, 'reset_password', user.id);
    await announce(tx, user, 'email_changed');
    if (!user.emailVerified) await announce(tx, user, 'email_verified');
    await this.audit.note(tx, user.id, 'email_changed', client);
    await enqueueMail(tx, { kind: 'email_changed', userId: user.id, email: user.email, facts: { newEmail } });
    return true;
  }
}
