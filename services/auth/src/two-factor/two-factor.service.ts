import type { SecretBox } from '@linqr/platform/secrets';
import type { DataSource, EntityManager } from 'typeorm';
import type { AuditService } from '../audit/audit.service.js';
import type { PasswordProof } from '../passwords/password-proof.service.js';
import { requireSession } from '../sessions/session.actor.js';
import type { Throttle } from '../throttle/throttle.js';
import { SECOND_STEP } from '../throttle/throttle.rules.js';
import { emailNotVerified } from '../users/user.errors.js';
import { lockAccount } from '../users/user.repository.js';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-code.js';
import type { SecondSteps } from './second-step.service.js';
import { discardChallenges } from './sign-in-challenge.repository.js';
import { newTotpSecret, otpauthUrl } from './totp.js';
import { codeWrong, notSetUp, twoFactorOff, twoFactorOn } from './two-factor.errors.js';
import {
  countRecoveryCodes,
  enableTwoFactor,
  findTwoFactor,
  removeTwoFactor,
  replaceRecoveryCodes,
  setUpTwoFactor,
  spendStep,
} from './two-factor.repository.js';

export interface TwoFactorState {
  enabledAt: Date | undefined;
  recoveryCodesLeft: number;
}

/** Switching two-factor authentication on and off. Sign-in's own side: second-step.service.ts. */
export class TwoFactorService {
  constructor(
    private readonly database: DataSource,
    private readonly box: SecretBox,
    private readonly proof: PasswordProof,
    private readonly throttle: Throttle,
    private readonly steps: SecondSteps,
    private readonly audit: AuditService,
  ) {}

  async get(): Promise<TwoFactorState> {
    const { userId } = requireSession();
    const db = this.database.manager;
    const found = await findTwoFactor(db, userId);
    if (!found?.enabled_at) return { enabledAt: undefined, recoveryCodesLeft: 0 };
    return { enabledAt: found.enabled_at, recoveryCodesLeft: await countRecoveryCodes(db, userId) };
  }

  /** A new secret, shown once; nothing changes until a code of it comes back. Asking again replaces it. */
  async setUp(password: string): Promise<{ secret: string; otpauthUrl: string }> {
    const actor = requireSession();
    const user = await this.proof.require(actor, password, { field: 'password' });
    // Whoever has signed up with somebody else's address must not leave a lock behind.
    if (!user.emailVerified) throw emailNotVerified();
    const secret = newTotpSecret();
    const sealed = this.box.seal(secret, `totp ${user.id}`);
    if (!(await setUpTwoFactor(this.database.manager, user.id, sealed))) throw twoFactorOn();
    return { secret, otpauthUrl: otpauthUrl(secret, user.email) };
  }

  /** The first right code switches it on. The recovery codes are shown here and never again. */
  async enable(code: string): Promise<string[]> {
    const { userId } = requireSession();
    await this.throttle.spend(SECOND_STEP, { account: userId });
    const codes = await this.database.transaction(async (tx) => {
      await lockAccount(tx, userId);
      const found = await findTwoFactor(tx, userId);
      if (!found) throw notSetUp();
      if (found.enabled_at) throw twoFactorOn();
      const step = this.steps.stepOf(userId, found.sealed_secret, code, Number(found.last_step));
      if (step === undefined || !(await spendStep(tx, userId, step))) throw codeWrong();
      await enableTwoFactor(tx, userId);
      await discardChallenges(tx, userId);
      await this.audit.note(tx, userId, 'two_factor_enabled');
      return this.renew(tx, userId);
    });
    await this.throttle.giveBack(SECOND_STEP, { account: userId });
    return codes;
  }

  /** Needs the password and a code (of the app or a recovery code). */
  async disable(password: string, code: string): Promise<void> {
    const actor = requireSession();
    await this.proof.require(actor, password, { field: 'password' });
    await this.throttle.spend(SECOND_STEP, { account: actor.userId });
    await this.database.transaction(async (tx) => {
      await lockAccount(tx, actor.userId);
      if (!(await findTwoFactor(tx, actor.userId))?.enabled_at) throw twoFactorOff();
      await this.steps.require(tx, actor.userId, code);
      await removeTwoFactor(tx, actor.userId);
      await discardChallenges(tx, actor.userId);
      await this.audit.note(tx, actor.userId, 'two_factor_disabled');
    });
    await this.throttle.giveBack(SECOND_STEP, { account: actor.userId });
  }

  /** Ten new ones; the old ones stop working. */
  async replaceRecoveryCodes(password: string): Promise<string[]> {
    const actor = requireSession();
    await this.proof.require(actor, password, { field: 'password' });
    return this.database.transaction(async (tx) => {
      await lockAccount(tx, actor.userId);
      if (!(await findTwoFactor(tx, actor.userId))?.enabled_at) throw twoFactorOff();
      await this.audit.note(tx, actor.userId, 'recovery_codes_replaced');
      return this.renew(tx, actor.userId);
    });
  }

  private async renew(tx: EntityManager, userId: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    await replaceRecoveryCodes(
      tx,
      userId,
      codes.map((code) => hashOfRecoveryCode(code)!),
    );
    return codes;
  }
}
