import type { Actor } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import type { DataSource } from 'typeorm';
import { markProved, secondsSinceProof } from '../sessions/session.repository.js';
import type { Throttle } from '../throttle/throttle.js';
import { PASSWORD_CONFIRMATION } from '../throttle/throttle.rules.js';
import { accountGone } from '../users/user.errors.js';
import type { UserWithPassword } from '../users/user.js';
import { findUserWithPassword } from '../users/user.repository.js';
import type { PasswordHasher } from './password-hasher.js';

/** So long after a sign-in, or after a password was given, the person need not prove anew who they are. */
const RECENT_SECONDS = 10 * 60;

export interface ProofOptions {
  /** The field of the form that the password stands in. */
  field: string;
  /** A recent sign-in will do instead of the password. An account without a password always proves itself that way. */
  recentIsEnough?: boolean;
}

/** Whoever changes how an account is signed in to shows first that it is theirs: an open browser alone is not enough. */
export class PasswordProof {
  constructor(
    private readonly database: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
  ) {}

  /** CURRENT_PASSWORD_WRONG, VALIDATION_FAILED without a password, RECENT_SIGN_IN_REQUIRED where there is none to give. */
  async require(actor: Actor, password: string, { field, recentIsEnough = false }: ProofOptions): Promise<UserWithPassword> {
    const user = await findUserWithPassword(this.database.manager, { id: actor.userId });
    if (!user) throw accountGone();
    if (password === '' || user.passwordHash === null) {
      const recent = await this.isRecent(actor);
      if (recent && (recentIsEnough || user.passwordHash === null)) return user;
      throw user.passwordHash === null ? recentSignInRequired() : passwordMissing(field);
    }
    await this.check(user.id, user.passwordHash, password, field);
    await markProved(this.database.manager, actor.credentialId);
    return user;
  }

  /** Throttled; a right one gives the attempt back. */
  async check(userId: string, storedHash: string, password: string, field: string): Promise<void> {
    const attempt = { account: userId };
    await this.throttle.spend(PASSWORD_CONFIRMATION, attempt);
    if (!(await this.hasher.verify(storedHash, password))) throw passwordWrong(field);
    await this.throttle.giveBack(PASSWORD_CONFIRMATION, attempt);
  }

  private async isRecent(actor: Actor): Promise<boolean> {
    return (await secondsSinceProof(this.database.manager, actor.credentialId)) < RECENT_SECONDS;
  }
}

export function passwordWrong(field: string): AppError {
  const message = field === 'currentPassword' ? 'The current password is not right' : 'The password is not right';
  return new AppError('CURRENT_PASSWORD_WRONG', message, { details: [{ field, message }] });
}

function passwordMissing(field: string): AppError {
  const message = 'Please enter your password';
  return new AppError('VALIDATION_FAILED', message, { details: [{ field, message }] });
}

const recentSignInRequired = () =>
  new AppError('RECENT_SIGN_IN_REQUIRED', 'Please sign in again first: this needs a sign-in of the last ten minutes.');
