import { requireActor } from '@linqr/platform/context';
import type { DataSource } from 'typeorm';
import type { EmailChange } from '../email-change/email-change.repository.js';
import type { EmailChangeService } from '../email-change/email-change.service.js';
import { requireSession } from '../sessions/session.actor.js';
import { accountGone } from './user.errors.js';
import type { User } from './user.js';
import { findUser, updateUserProfile } from './user.repository.js';
import type { UpdateProfileInput } from './user.schemas.js';

export interface Profile {
  user: User;
  /** The change of address under way. */
  emailChange: EmailChange | undefined;
}

/** The caller's own account. */
export class ProfileService {
  constructor(
    private readonly database: DataSource,
    private readonly emailChanges: EmailChangeService,
  ) {}

  async get(): Promise<Profile> {
    const actor = requireActor();
    const user = await findUser(this.database.manager, actor.userId);
    if (!user) throw accountGone();
    return { user, emailChange: await this.emailChanges.find(user.id) };
  }

  /** A new address starts a change that both addresses confirm by mail; all else holds at once. */
  async update({ email, currentPassword, ...change }: UpdateProfileInput): Promise<Profile> {
    const actor = requireSession();
    const user = await findUser(this.database.manager, actor.userId);
    if (!user) throw accountGone();
    const newEmail = email === undefined || email === user.email ? undefined : email;
    if (newEmail !== undefined) await this.emailChanges.prove(actor, currentPassword);
    return this.database.transaction(async (tx) => {
      const updated = await updateUserProfile(tx, actor.userId, change);
      if (!updated) throw accountGone();
      const started = newEmail === undefined ? undefined : await this.emailChanges.start(tx, updated, newEmail);
      return { user: updated, emailChange: started ?? (await this.emailChanges.find(actor.userId)) };
    });
  }
}
