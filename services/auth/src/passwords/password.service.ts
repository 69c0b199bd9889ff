import { AppError } from '@linqr/platform/errors';
import type { DataSource } from 'typeorm';
import { announce } from '../accounts/account.events.js';
import { enqueueMail } from '../mail/mail.outbox.js';
import { consumeToken, discardTokens, peekToken } from '../one-time-tokens/one-time-token.repository.js';
import { requireSession } from '../sessions/session.actor.js';
import type { SessionService } from '../sessions/session.service.js';
import type { Throttle } from '../throttle/throttle.js';
import { PASSWORD_CONFIRMATION } from '../throttle/throttle.rules.js';
import { accountGone } from '../users/user.errors.js';
import { findUser, findUserWithPassword, markEmailVerified, replacePasswordHash } from '../users/user.repository.js';
import type { PasswordHasher } from './password-hasher.js';

const currentPasswordWrong = () =>
  new AppError('CURRENT_PASSWORD_WRONG', 'The current password is not right', {
    details: [{ field: 'currentPassword', message: 'The current password is not right' }],
  });

const resetTokenInvalid = () =>
  new AppError('RESET_TOKEN_INVALID', 'This password reset link is not valid any more. Please ask for a new one.');

/** New passwords; each change ends the sessions that the old one had opened and is told by mail. */
export class PasswordService {
  constructor(
    private readonly database: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
    private readonly sessions: SessionService,
  ) {}

  /** Every other session of the account ends; the caller's goes on. */
  async change(currentPassword: string, newPassword: string): Promise<void> {
    const actor = requireSession();
    const attempt = { account: actor.userId };
    await this.throttle.spend(PASSWORD_CONFIRMATION, attempt);
    const user = await findUserWithPassword(this.database.manager, { id: actor.userId });
    if (!user) throw accountGone();
    if (!(await this.hasher.verify(user.passwordHash, currentPassword))) throw currentPasswordWrong();
    await this.throttle.giveBack(PASSWORD_CONFIRMATION, attempt);
    const hash = await this.hasher.hash(newPassword);
    await this.database.transaction(async (tx) => {
      // Another change won meanwhile: what was given as current is not any more.
      if (!(await replacePasswordHash(tx, user.id, hash, user.passwordHash))) throw currentPasswordWrong();
      await discardTokens(tx, 'reset_password', user.id);
      await this.sessions.end(tx, user, { except: actor.credentialId }, 'password_changed');
      await enqueueMail(tx, { kind: 'password_changed', userId: user.id });
    });
  }

  /** Every session of the account ends. The link had come by mail, so it proves the address too. */
  async reset(token: string, newPassword: string): Promise<void> {
    // Asked first: a made-up token must not cost a hash.
    if (!(await peekToken(this.database.manager, 'reset_password', token))) throw resetTokenInvalid();
    const hash = await this.hasher.hash(newPassword);
    await this.database.transaction(async (tx) => {
      const owner = await consumeToken(tx, 'reset_password', token);
      const before = owner && (await findUser(tx, owner.userId));
      if (!owner || !before || before.email !== owner.email) throw resetTokenInvalid();
      await replacePasswordHash(tx, before.id, hash);
      if (!before.emailVerified) {
        await markEmailVerified(tx, before.id, owner.email);
        await announce(tx, before, 'email_verified');
      }
      await this.sessions.end(tx, before, {}, 'password_reset');
      await enqueueMail(tx, { kind: 'password_changed', userId: before.id });
    });
  }
}
