import { requireActor } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import type { DataSource } from 'typeorm';
import { requireSession } from '../sessions/session.actor.js';
import { accountGone } from './user.errors.js';
import type { User } from './user.js';
import { findUser, updateUserProfile } from './user.repository.js';
import type { UpdateProfileInput } from './user.schemas.js';

/** The caller's own account. */
export class ProfileService {
  constructor(private readonly database: DataSource) {}

  async get(): Promise<User> {
    const actor = requireActor();
    const user = await findUser(this.database.manager, actor.userId);
    if (!user) throw accountGone();
    return user;
  }

  async update(change: UpdateProfileInput): Promise<User> {
    const actor = requireSession();
    const user = await findUser(this.database.manager, actor.userId);
    if (!user) throw accountGone();
    if (change.email !== undefined && change.email !== user.email)
      throw new AppError('NOT_AVAILABLE_YET', 'The email address cannot be changed yet.', {
        details: [{ field: 'email', message: 'The email address cannot be changed yet.' }],
      });
    const updated = await updateUserProfile(this.database.manager, actor.userId, change);
    if (!updated) throw accountGone();
    return updated;
  }
}
