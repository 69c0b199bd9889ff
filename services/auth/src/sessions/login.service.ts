import type { DataSource } from 'typeorm';
import type { FailedSignIns } from '../audit/failed-sign-ins.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import type { Throttle } from '../throttle/throttle.js';
import { SIGN_IN } from '../throttle/throttle.rules.js';
import { findUserWithPassword, lockAccount, replacePasswordHash } from '../users/user.repository.js';
import { invalidCredentials } from './session.errors.js';
import { knowsAddress } from './session.repository.js';
import type { LoginInput } from './session.schemas.js';
import type { SessionService } from './session.service.js';
import type { SignInOutcome, SignIns } from './sign-in.service.js';

/** Sign-in by address and password. Nothing in its answers or their time tells whether an address has an account. */
export class LoginService {
  constructor(
    private readonly database: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
    private readonly sessions: SessionService,
    private readonly signIns: SignIns,
    private readonly failures: FailedSignIns,
  ) {}

  async login(input: LoginInput): Promise<SignInOutcome> {
    const db = this.database.manager;
    // Failures from elsewhere must not lock people out of the place they usually sign in from: it has a bucket of its own.
    const known = await knowsAddress(db, input.email, this.sessions.addressKey(input.client));
    const attempt = { client: input.client.network, account: known ? `${input.email} from ${input.client.network}` : input.email };
    await this.throttle.spend(SIGN_IN, attempt);
    const user = await findUserWithPassword(db, { email: input.email });
    const right = await this.hasher.verify(user?.passwordHash, input.password);
    if (!user || !right) {
      this.failures.note(user?.id, input.client);
      throw invalidCredentials();
    }
    await this.throttle.giveBack(SIGN_IN, attempt);
    const rehashed = user.passwordHash && this.hasher.needsRehash(user.passwordHash) ? await this.hasher.hash(input.password) : undefined;
    return this.database.transaction(async (tx) => {
      await lockAccount(tx, user.id);
      // Changed or deleted while we were hashing: a session opened now would outlive the change that ended all others.
      const current = await findUserWithPassword(tx, { id: user.id });
      if (current?.passwordHash !== user.passwordHash) throw invalidCredentials();
      if (rehashed) await replacePasswordHash(tx, user.id, rehashed);
      return this.signIns.afterFirstStep(tx, current, { client: input.client, rememberMe: input.rememberMe, how: 'signed_in' });
    });
  }
}
