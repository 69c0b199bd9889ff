import { AppError } from '@linqr/platform/errors';
import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { enqueueMail } from '../mail/mail.outbox.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import { requireSession } from '../sessions/session.actor.js';
import type { Throttle } from '../throttle/throttle.js';
import { PASSWORD_CONFIRMATION, type ThrottleRule } from '../throttle/throttle.rules.js';
import { accountGone } from '../users/user.errors.js';
import { findUser, findUserWithPassword } from '../users/user.repository.js';
import type { AccountRemoval } from './account-removal.js';
import { consumeDeletionCode } from './deletion-code.js';

/** Codes mailed to one account. */
export const DELETION_MAIL: ThrottleRule = {
  name: 'deletion-mail',
  client: { burst: 30, everySeconds: 20 },
  account: { burst: 5, everySeconds: 120 },
  everybody: { burst: 1_000, everySeconds: 0.1 },
};

export const deleteAccountSchema = z
  .object({ password: z.string().max(1_024, 'The password is too long'), code: z.string().max(40, 'The code is too long') })
  .refine((input) => input.password !== '' || input.code.trim() !== '', { path: ['password'], message: 'Please enter your password' });
export type DeleteAccountInput = z.output<typeof deleteAccountSchema>;

const passwordWrong = () =>
  new AppError('CURRENT_PASSWORD_WRONG', 'The password is not right', {
    details: [{ field: 'password', message: 'The password is not right' }],
  });
const codeInvalid = () =>
  new AppError('DELETION_CODE_INVALID', 'The code is not right or too old. Please ask for a new one.', {
    details: [{ field: 'code', message: 'The code is not right or too old. Please ask for a new one.' }],
  });

/** An account deletes itself: who does it proves again who they are, by password or by a code that was mailed. */
export class AccountDeletionService {
  constructor(
    private readonly database: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
    private readonly removal: AccountRemoval,
  ) {}

  async delete({ password, code }: DeleteAccountInput): Promise<void> {
    const { userId } = requireSession();
    await this.throttle.spend(PASSWORD_CONFIRMATION, { account: userId });
    if (password !== '') await this.checkPassword(userId, password);
    await this.database.transaction(async (tx) => {
      const user = await findUser(tx, userId);
      if (!user) throw accountGone();
      if (password === '' && !(await this.codeFits(tx, userId, code))) throw codeInvalid();
      await this.removal.remove(tx, user, 'owner');
    });
  }

  /** Answers before the mail is sent; too many are RATE_LIMITED. */
  async requestCode(): Promise<void> {
    const { userId } = requireSession();
    await this.throttle.spend(DELETION_MAIL, { account: userId });
    if (!(await findUser(this.database.manager, userId))) throw accountGone();
    await enqueueMail(this.database.manager, { kind: 'deletion_code', userId });
  }

  private codeFits(tx: EntityManager, userId: string, code: string): Promise<boolean> {
    return consumeDeletionCode(tx, userId, code);
  }

  private async checkPassword(userId: string, password: string): Promise<void> {
    const user = await findUserWithPassword(this.database.manager, { id: userId });
    if (!user) throw accountGone();
    // An account without a password has only the code.
    if (!user.passwordHash || !(await this.hasher.verify(user.passwordHash, password))) throw passwordWrong();
    await this.throttle.giveBack(PASSWORD_CONFIRMATION, { account: userId });
  }
}
