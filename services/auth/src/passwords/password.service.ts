import { AppError } from '@linqr/platform/errors';
import type { DataSource } from 'typeorm';
import { announce } from '../accounts/account.events.js';
import { removeApiKeys } from '../api-keys/api-key.repository.js';
import type { AuditService } from '../audit/audit.service.js';
import { removeEmailChange } from '../email-change/email-change.repository.js';
import { enqueueMail } from '../mail/mail.outbox.js';
import { consumeToken, discardTokens, peekToken } from '../one-time-tokens/one-time-token.repository.js';
import type { Client } from '../sessions/client-info.js';
import { requireSession } from '../sessions/session.actor.js';
import type { SessionService } from '../sessions/session.service.js';
import { discardChallenges } from '../two-factor/sign-in-challenge.repository.js';
import { accountGone } from '../users/user.errors.js';
import { findUser, findUserWithPassword, markEmailVerified, replacePasswordHash } from '../users/user.repository.js';
import type { PasswordHasher } from './password-hasher.js';
import { type PasswordProof, passwordWrong } from './password-proof.service.js';

const noPassword = () =>
  new AppError('CONFLICT', 'Your account has no password yet. Use "Forgot password?" on the sign-in page to set one.');

const resetTokenInvalid = () =>
  new AppError('RESET_TOKEN_INVALID', 'This password reset link is not valid any more. Please ask for a new one.');

/** New passwords; each change ends the sessions that the old one had opened and is told by mail. */
export class PasswordService {
  constructor(
    private readonly database: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly proof: PasswordProof,
    private readonly sessions: SessionService,
    private readonly audit: AuditService,
  ) {}

  /** Every other session of the account ends; the caller's goes on. */
  async change(currentPassword: string, newPassword: string): Promise<void> {
    const actor = requireSession();
    const user = await findUserWithPassword(this.database.manager, { id: actor.userId });
    if (!user) throw accountGone();
    if (user.passwordHash === null) throw noPassword();
    await this.proof.check(user.id, user.passwordHash, currentPassword, 'currentPassword');
    const hash = await this.hasher.hash(newPassword);
    await this.database.transaction(async (tx) => {
      // Another change won meanwhile: what was given as current is not any more.
      if (!(await replacePasswordHash(tx, user.id, hash, user.passwordHash ?? undefined))) throw passwordWrong('currentPassword');
      await discardTokens(tx, 'reset_password', user.id);
      await discardChallenges(tx, user.id);
      await this.audit.note(tx, user.id, 'password_changed');
      await this.sessions.end(tx, user, { except: actor.credentialId }, 'password_changed');
      await enqueueMail(tx, { kind: 'password_changed', userId: user.id });
    });
  }

  /** Every session of the account ends. The link had come by mail, so it proves the address too. */
  async reset(token: string, newPassword: string, client: Client): Promise<void> {
    // Asked first: a made-up token must not cost a hash.
    if (!(await peekToken(this.database.manager, 'reset_password', token))) throw resetTokenInvalid();
    const hash = await this.hasher.hash(newPassword);
    await this.database.transaction(async (tx) => {
      const owner = await consumeToken(tx, 'reset_password', token);
      const before = owner && (await findUser(tx, owner.userId));
      if (!owner || !before || before.email !== owner.email) throw resetTokenInvalid();
      await replacePasswordHash(tx, before.id, hash);
      await discardChallenges(tx, before.id);
      await removeEmailChange(tx, before.id);
      if (!before.emailVerified) {
        await markEmailVerified(tx, before.id, owner.email);
        await announce(tx, before, 'email_verified');
        // Whoever signed up with this address before its owner proved it keeps no key to the account.
        await removeApiKeys(tx, before.id);
      }
      await this.audit.note(tx, before.id, 'password_reset', client);
      await this.sessions.end(tx, before, {}, 'password_reset');
      await enqueueMail(tx, { kind: 'password_changed', userId: before.id });
    });
  }
}
