import { newId } from '@linqr/platform/ids';
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import type { DataSource } from 'typeorm';
import type { AuditService } from '../audit/audit.service.js';
import type { Client } from '../sessions/client-info.js';
import type { SignedIn } from '../sessions/session.service.js';
import type { SignIns } from '../sessions/sign-in.service.js';
import type { Throttle } from '../throttle/throttle.js';
import { UNPROVEN_START } from '../throttle/throttle.rules.js';
import { findUser, lockAccount } from '../users/user.repository.js';
import { passkeyRefused } from './passkey.errors.js';
import { findPasskey, insertPasskeyChallenge, type StoredPasskey, takePasskeyChallenge, touchPasskey } from './passkey.repository.js';
import type { PasskeySignInInput } from './passkey.schemas.js';
import type { RelyingParty } from './relying-party.js';

/** Sign-in with nothing but a passkey. Its owner was verified by the authenticator, so it counts as both steps. */
export class PasskeySignInService {
  constructor(
    private readonly database: DataSource,
    private readonly party: RelyingParty,
    private readonly throttle: Throttle,
    private readonly signIns: SignIns,
    private readonly audit: AuditService,
  ) {}

  /** The same for everybody: no credential is named, so nothing tells who has an account. */
  async begin(client: Client): Promise<{ challengeId: string; options: PublicKeyCredentialRequestOptionsJSON }> {
    await this.throttle.spend(UNPROVEN_START, { client: client.network });
    const options = await generateAuthenticationOptions({ rpID: this.party.id, userVerification: 'required' });
    const challengeId = newId('tok');
    await insertPasskeyChallenge(this.database.manager, { id: challengeId, challenge: options.challenge });
    return { challengeId, options };
  }

  /** PASSKEY_INVALID whatever is wrong: unknown key, wrong signature, other origin, counter that went back. */
  async finish({ challengeId, responseJson, rememberMe, client }: PasskeySignInInput): Promise<SignedIn> {
    const db = this.database.manager;
    const expectedChallenge = await takePasskeyChallenge(db, challengeId);
    if (!expectedChallenge) throw passkeyRefused('the challenge is unknown, used or too old');
    const passkey = await findPasskey(db, responseJson.id);
    if (!passkey) throw passkeyRefused('nobody has this passkey');
    const { userHandle } = responseJson.response;
    if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== passkey.user_id)
      throw passkeyRefused('the passkey names another account');
    const counter = await this.verify(passkey, responseJson as AuthenticationResponseJSON, expectedChallenge).catch(
      async (error: unknown) => {
        await this.audit.note(db, passkey.user_id, 'passkey_refused', client);
        throw passkeyRefused('the signature does not verify', error);
      },
    );
    return this.database.transaction(async (tx) => {
      await lockAccount(tx, passkey.user_id);
      const user = await findUser(tx, passkey.user_id);
      // Removed, or used with the same counter, while we were verifying.
      if (!user || !(await touchPasskey(tx, passkey.id, counter))) throw passkeyRefused('the passkey changed meanwhile');
      return this.signIns.complete(tx, user, { client, rememberMe, how: 'signed_in_with_passkey' });
    });
  }

  /** Answers the authenticator's new counter. A counter that does not grow means a copied key, and throws like a wrong signature. */
  private async verify(passkey: StoredPasskey, response: AuthenticationResponseJSON, expectedChallenge: string): Promise<number> {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: this.party.origin,
      expectedRPID: this.party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
        transports: passkey.transports as AuthenticatorTransport[],
      },
    });
    if (!verified) throw new Error('wrong signature');
    return authenticationInfo.newCounter;
  }
}
