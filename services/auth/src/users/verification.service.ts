import { AppError } from '@linqr/platform/errors';
import type { DataSource } from 'typeorm';
import { announce } from '../accounts/account.events.js';
import { consumeToken } from '../one-time-tokens/one-time-token.repository.js';
import type { User } from './user.js';
import { findUser, markEmailVerified } from './user.repository.js';

/** Proof that an address is its account's. */
export class VerificationService {
  constructor(private readonly database: DataSource) {}

  verify(token: string): Promise<User> {
    return this.database.transaction(async (tx) => {
      const owner = await consumeToken(tx, 'verify_email', token);
      const before = owner && (await findUser(tx, owner.userId));
      const user = owner && (await markEmailVerified(tx, owner.userId, owner.email));
      if (!before || !user)
        throw new AppError('VERIFICATION_TOKEN_INVALID', 'This verification link is not valid any more. Please ask for a new one.');
      if (!before.emailVerified) await announce(tx, user, 'email_verified');
      return user;
    });
  }
}
