import { newId } from '@linqr/platform/ids';
import type { DataSource } from 'typeorm';
import { announce } from '../accounts/account.events.js';
import type { AuditService } from '../audit/audit.service.js';
import { enqueueMail } from '../mail/mail.outbox.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import type { SessionService, SignedIn } from '../sessions/session.service.js';
import type { Throttle } from '../throttle/throttle.js';
import { SIGN_UP } from '../throttle/throttle.rules.js';
import { insertUser } from './user.repository.js';
import type { RegisterInput } from './user.schemas.js';

/** Sign-up: account, personal workspace, first session, event and verification mail in one transaction. */
export class RegistrationService {
  constructor(
    private readonly database: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
    private readonly sessions: SessionService,
    private readonly audit: AuditService,
  ) {}

  async register(input: RegisterInput): Promise<SignedIn> {
    await this.throttle.spend(SIGN_UP, { client: input.client.network, account: input.email });
    const passwordHash = await this.hasher.hash(input.password);
    return this.database.transaction(async (tx) => {
      const user = await insertUser(tx, { id: newId('usr'), workspaceId: newId('ws'), name: input.name, email: input.email, passwordHash });
      await announce(tx, user, 'registered');
      await enqueueMail(tx, { kind: 'verify_email', userId: user.id });
      await this.audit.note(tx, user.id, 'registered', input.client);
      return this.sessions.open(tx, user, input.client, true);
    });
  }
}
