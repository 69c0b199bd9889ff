import type { Clock } from '@linqr/platform/clock';
import type { SecretBox } from '@linqr/platform/secrets';
import type { DataSource, EntityManager } from 'typeorm';
import type { AuditService } from '../audit/audit.service.js';
import type { Client } from '../sessions/client-info.js';
import type { SignedIn } from '../sessions/session.service.js';
import type { SignIns } from '../sessions/sign-in.service.js';
import type { Throttle } from '../throttle/throttle.js';
import { SECOND_STEP } from '../throttle/throttle.rules.js';
import { accountDisabled } from '../users/user.errors.js';
import { findUser, lockAccount } from '../users/user.repository.js';
import { hashOfRecoveryCode } from './recovery-code.js';
import { spendChallenge, takeAttempt } from './sign-in-challenge.repository.js';
import { matchingStep } from './totp.js';
import { challengeInvalid, codeWrong } from './two-factor.errors.js';
import { findTwoFactor, spendRecoveryCode, spendStep } from './two-factor.repository.js';
import type { FinishSignInInput } from './two-factor.schemas.js';

/** Codes of authenticator apps and recovery codes: each is taken once. */
export class SecondSteps {
  constructor(
    private readonly database: DataSource,
    private readonly box: SecretBox,
    private readonly throttle: Throttle,
    private readonly audit: AuditService,
    private readonly signIns: SignIns,
    private readonly clock: Clock,
  ) {}

  /** The second step of a sign-in. The challenge knows whose; five codes may be tried with it. */
  async finish(input: FinishSignInInput): Promise<SignedIn> {
    const attempt = await takeAttempt(this.database.manager, input.challenge);
    if (!attempt) throw challengeInvalid();
    const spent = { client: input.client.network, account: attempt.userId };
    await this.throttle.spend(SECOND_STEP, spent);
    const outcome = await this.database.transaction(async (tx) => {
      await lockAccount(tx, attempt.userId);
      const user = await findUser(tx, attempt.userId);
      if (!user) throw challengeInvalid();
      if (user.disabled) throw accountDisabled();
      if (!(await this.isRight(tx, user.id, input.code, input.client))) {
        await this.audit.note(tx, user.id, 'second_step_failed', input.client);
        return undefined;
      }
      if (!(await spendChallenge(tx, input.challenge))) throw challengeInvalid();
      const rememberMe = input.rememberMe ?? attempt.rememberMe;
      return this.signIns.complete(tx, user, { client: input.client, rememberMe, how: 'signed_in' });
    });
    // Thrown only now: the failure's note is committed.
    if (!outcome) throw codeWrong();
    await this.throttle.giveBack(SECOND_STEP, spent);
    return outcome;
  }

  /** The same question inside a session, before two-factor is switched off. */
  async require(tx: EntityManager, userId: string, code: string): Promise<void> {
    if (!(await this.isRight(tx, userId, code))) throw codeWrong();
  }

  /** One of the app's codes, or a recovery code, used up by the asking. The account is locked. */
  private async isRight(tx: EntityManager, userId: string, code: string, client?: Client): Promise<boolean> {
    const twoFactor = await findTwoFactor(tx, userId);
    if (!twoFactor?.enabled_at) return false;
    const step = this.stepOf(userId, twoFactor.sealed_secret, code, Number(twoFactor.last_step));
    if (step !== undefined) return spendStep(tx, userId, step);
    const hash = hashOfRecoveryCode(code);
    if (!hash || !(await spendRecoveryCode(tx, userId, hash))) return false;
    await this.audit.note(tx, userId, 'recovery_code_used', client);
    return true;
  }

  /** The step that a code of the app belongs to; undefined when it is wrong or was used. */
  stepOf(userId: string, sealedSecret: Buffer, code: string, lastStep: number): number | undefined {
    const secret = this.box.open(sealedSecret, `totp ${userId}`);
    return secret === undefined ? undefined : matchingStep(secret, code.replace(/\s/g, ''), this.clock.now(), lastStep);
  }
}
