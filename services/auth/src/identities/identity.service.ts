import type { DataSource } from 'typeorm';
import type { AuditService } from '../audit/audit.service.js';
import { requireSession } from '../sessions/session.actor.js';
import { secondsSinceProof } from '../sessions/session.repository.js';
import { emailNotVerified } from '../users/user.errors.js';
import { findUser, lockAccount } from '../users/user.repository.js';
import { connectionInvalid, identityNotFound, identityTaken } from './identity.errors.js';
import { type Identity, insertIdentity, listIdentities, removeIdentity, takeWaitingIdentity } from './identity.repository.js';
import { PROVIDER_NAMES, type ProviderKey } from './provider.js';

/** As long as a connection waits. */
const SIGNED_IN_WITHIN_SECONDS = 900;

/** The accounts at Google and GitHub that open the caller's account. */
export class IdentityService {
  constructor(
    private readonly database: DataSource,
    private readonly audit: AuditService,
  ) {}

  async list(): Promise<Identity[]> {
    return listIdentities(this.database.manager, requireSession().userId);
  }

  async disconnect(provider: ProviderKey): Promise<void> {
    const { userId } = requireSession();
    await this.database.transaction(async (tx) => {
      if (!(await removeIdentity(tx, userId, provider))) throw identityNotFound();
      await this.audit.note(tx, userId, 'identity_disconnected');
    });
  }

  /** After the owner of the account has signed in in their usual way: the provider's account that waited for it is connected. */
  async connectWaiting(token: string): Promise<ProviderKey> {
    const { userId, credentialId } = requireSession();
    if ((await secondsSinceProof(this.database.manager, credentialId)) > SIGNED_IN_WITHIN_SECONDS) throw connectionInvalid();
    return this.database.transaction(async (tx) => {
      await lockAccount(tx, userId);
      const waiting = await takeWaitingIdentity(tx, token, userId);
      const user = waiting && (await findUser(tx, userId));
      if (!waiting || !user) throw connectionInvalid();
      if (!user.emailVerified) throw emailNotVerified();
      if (!(await insertIdentity(tx, { ...waiting, userId }))) throw identityTaken(PROVIDER_NAMES[waiting.provider]);
      await this.audit.note(tx, userId, 'identity_connected');
      return waiting.provider;
    });
  }
}
