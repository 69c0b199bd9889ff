import { newId } from '@linqr/platform/ids';
import {
  type AuthenticatorTransport,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { DataSource } from 'typeorm';
import type { AuditService } from '../audit/audit.service.js';
import type { PasswordProof } from '../passwords/password-proof.service.js';
import { requireSession } from '../sessions/session.actor.js';
import { emailNotVerified } from '../users/user.errors.js';
import { lockAccount } from '../users/user.repository.js';
import { passkeyExists, passkeyNotFound, passkeyRefused, tooManyPasskeys } from './passkey.errors.js';
import {
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
  takePasskeyChallenge,
} from './passkey.repository.js';
import type { AddPasskeyInput } from './passkey.schemas.js';
import type { RelyingParty } from './relying-party.js';

const MAX_PASSKEYS = 20;

/** The passkeys of an account: added after proof, listed, named, removed. Signing in with one: passkey-sign-in.service.ts. */
export class PasskeyService {
  constructor(
    private readonly database: DataSource,
    private readonly party: RelyingParty,
    private readonly proof: PasswordProof,
    private readonly audit: AuditService,
  ) {}

  async list(): Promise<Passkey[]> {
    return listPasskeys(this.database.manager, requireSession().userId);
  }

  /** What the browser needs to make one: discoverable, so that it signs in without an address typed, and with its owner verified. */
  async begin(password: string): Promise<{ challengeId: string; options: PublicKeyCredentialCreationOptionsJSON }> {
    const actor = requireSession();
    const user = await this.proof.require(actor, password, { field: 'password', recentIsEnough: true });
    if (!user.emailVerified) throw emailNotVerified();
    const db = this.database.manager;
    const known = await listPasskeys(db, user.id);
    if (known.length >= MAX_PASSKEYS) throw tooManyPasskeys(MAX_PASSKEYS);
    const options = await generateRegistrationOptions({
      rpName: this.party.name,
      rpID: this.party.id,
      userName: user.email,
      userDisplayName: user.name,
      userID: new Uint8Array(Buffer.from(user.id)),
      attestationType: 'none',
      excludeCredentials: known.map((key) => ({ id: key.credential_id, transports: key.transports as AuthenticatorTransport[] })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const challengeId = newId('tok');
    await insertPasskeyChallenge(db, { id: challengeId, challenge: options.challenge, userId: user.id });
    return { challengeId, options };
  }

  async add({ challengeId, name, responseJson }: AddPasskeyInput): Promise<Passkey> {
    const { userId } = requireSession();
    const expectedChallenge = await takePasskeyChallenge(this.database.manager, challengeId, userId);
    if (!expectedChallenge) throw passkeyRefused('the challenge is unknown, used or too old');
    const verified = await verifyRegistrationResponse({
      response: responseJson as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: this.party.origin,
      expectedRPID: this.party.id,
      requireUserVerification: true,
    }).catch((error: unknown) => {
      throw passkeyRefused('the registration does not verify', error);
    });
    if (!verified.verified) throw passkeyRefused('the registration does not verify');
    const { credential } = verified.registrationInfo;
    return this.database.transaction(async (tx) => {
      await lockAccount(tx, userId);
      if ((await listPasskeys(tx, userId)).length >= MAX_PASSKEYS) throw tooManyPasskeys(MAX_PASSKEYS);
      const made = await insertPasskey(tx, {
        id: newId('pky'),
        userId,
        credentialId: credential.id,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: credential.transports ?? [],
        name,
      });
      if (!made) throw passkeyExists();
      await this.audit.note(tx, userId, 'passkey_added');
      return made;
    });
  }

  async rename(id: string, name: string): Promise<Passkey> {
    const renamed = await renamePasskey(this.database.manager, requireSession().userId, id, name);
    if (!renamed) throw passkeyNotFound();
    return renamed;
  }

  async remove(id: string): Promise<void> {
    const { userId } = requireSession();
    await this.database.transaction(async (tx) => {
      if (!(await removePasskey(tx, userId, id))) throw passkeyNotFound();
      await this.audit.note(tx, userId, 'passkey_removed');
    });
  }
}
