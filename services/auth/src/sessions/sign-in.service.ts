import type { EntityManager } from 'typeorm';
import type { AuditService } from '../audit/audit.service.js';
import type { SecurityAction } from '../audit/security-event.js';
import { enqueueMail } from '../mail/mail.outbox.js';
import { hasPasskeys } from '../passkeys/passkey.repository.js';
import { newSecretToken } from '../secrets/secret-token.js';
import { insertChallenge } from '../two-factor/sign-in-challenge.repository.js';
import { countRecoveryCodes, findTwoFactor } from '../two-factor/two-factor.repository.js';
import { accountDisabled } from '../users/user.errors.js';
import type { User } from '../users/user.js';
import { findUser } from '../users/user.repository.js';
import type { Client } from './client-info.js';
import { isNewPlace } from './session.repository.js';
import type { SessionService, SignedIn } from './session.service.js';

export type SecondStepMethod = 'totp' | 'recovery' | 'passkey';

/** The first step was right; the second is asked for. */
export interface SecondStep {
  userId: string;
  challenge: string;
  methods: SecondStepMethod[];
}

export type SignInOutcome = SignedIn | SecondStep;

export interface SignInAttempt {
  client: Client;
  rememberMe: boolean;
  how: Extract<SecurityAction, 'signed_in' | `signed_in_with_${string}`>;
}

/** Where every way of signing in ends: at a session, or at the second step. */
export class SignIns {
  constructor(
    private readonly sessions: SessionService,
    private readonly audit: AuditService,
  ) {}

  /** After the first proof, in its transaction with the account locked. ACCOUNT_DISABLED where an admin has closed it. */
  async afterFirstStep(tx: EntityManager, user: User, attempt: SignInAttempt): Promise<SignInOutcome> {
    if ((await findUser(tx, user.id))?.disabled) throw accountDisabled();
    const twoFactor = await findTwoFactor(tx, user.id);
    if (!twoFactor?.enabled_at) return this.complete(tx, user, attempt);
    const challenge = newSecretToken();
    await insertChallenge(tx, { challenge, userId: user.id, rememberMe: attempt.rememberMe });
    const methods: SecondStepMethod[] = ['totp'];
    if ((await countRecoveryCodes(tx, user.id)) > 0) methods.push('recovery');
    if (await hasPasskeys(tx, user.id)) methods.push('passkey');
    return { userId: user.id, challenge, methods };
  }

  /** After all the proof that the account asks for. A sign-in from a place and device not seen for a month is told by mail. */
  async complete(tx: EntityManager, user: User, { client, rememberMe, how }: SignInAttempt): Promise<SignedIn> {
    const unseen = await isNewPlace(tx, user.id, this.sessions.addressKey(client), client.place);
    const signedIn = await this.sessions.open(tx, user, client, rememberMe);
    await this.audit.note(tx, user.id, how, client);
    if (unseen)
      await enqueueMail(tx, {
        kind: 'security_alert',
        userId: user.id,
        facts: { action: 'signed_in', device: client.userAgent, place: client.place },
      });
    return signedIn;
  }
}
