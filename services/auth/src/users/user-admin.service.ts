import { currentContext, requireAdmin } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { isId } from '@linqr/platform/ids';
import type { DataSource } from 'typeorm';
import type { AccountRemoval } from '../account/account-removal.js';
import { announce } from '../accounts/account.events.js';
import { insertSecurityEvent } from '../audit/audit.repository.js';
import { noteAdminAction } from '../desk/admin-action.events.js';
import type { SessionService } from '../sessions/session.service.js';
import { userNotFound } from './user.errors.js';
import type { User } from './user.js';
import { findUser, findUserByEmail, listUsers, lockAccount, setUserDisabled, setUserRole } from './user.repository.js';

/** What admins, and for roles the operator's command line, do with accounts. */
export class UserAdminService {
  constructor(
    private readonly database: DataSource,
    private readonly sessions: SessionService,
    private readonly removal: AccountRemoval,
  ) {}

  /**
   * An admin, or the operator: a call without any actor. Only services and the operator's machine reach the gRPC port
   * (loopback, network policy), and the gateway never makes this call without an actor.
   */
  async setRole(email: string, role: User['role']): Promise<User> {
    if (currentContext()?.actor) requireAdmin();
    return this.database.transaction(async (tx) => {
      const before = await findUserByEmail(tx, email);
      const user = before && (await setUserRole(tx, before.id, role));
      if (!user) throw userNotFound();
      if (before.role !== role) {
        await announce(tx, user, 'role_changed');
        await noteAdminAction(tx, { action: role === 'admin' ? 'user.made_admin' : 'user.made_user', user, reason: '' });
      }
      return user;
    });
  }

  async list(page: { page: number; limit: number; search: string }): Promise<{ users: User[]; total: number }> {
    requireAdmin();
    return listUsers(this.database.manager, { limit: page.limit, offset: (page.page - 1) * page.limit, search: page.search });
  }

  /** Ends every session at once; sign-in and API keys are refused until it is opened again. Admins cannot be disabled. */
  async setDisabled(id: string, disabled: boolean, reason: string): Promise<User> {
    requireAdmin();
    if (!isId('usr', id)) throw userNotFound();
    return this.database.transaction(async (tx) => {
      await lockAccount(tx, id);
      const before = await findUser(tx, id);
      if (!before) throw userNotFound();
      const user = await setUserDisabled(tx, id, disabled, reason);
      if (!user) throw new AppError('FORBIDDEN', 'Admins cannot be disabled.');
      if (disabled) await this.sessions.end(tx, user, {}, 'account_disabled');
      if (before.disabled === disabled) return user;
      await announce(tx, user, disabled ? 'disabled' : 'enabled');
      await noteAdminAction(tx, { action: disabled ? 'user.disabled' : 'user.enabled', user, reason });
      await insertSecurityEvent(tx, id, disabled ? 'account_disabled' : 'account_enabled', { device: '', place: '' });
      return user;
    });
  }

  async delete(email: string): Promise<void> {
    requireAdmin();
    await this.database.transaction(async (tx) => {
      const user = await findUserByEmail(tx, email);
      if (!user) throw userNotFound();
      if (!(await this.removal.remove(tx, user, 'admin'))) throw new AppError('FORBIDDEN', 'Admins cannot be deleted.');
      await noteAdminAction(tx, { action: 'user.deleted', user, reason: '' });
    });
  }
}
