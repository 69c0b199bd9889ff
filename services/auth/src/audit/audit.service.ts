import { currentContext } from '@linqr/platform/context';
import type { DataSource, EntityManager } from 'typeorm';
import { enqueueMail } from '../mail/mail.outbox.js';
import type { Client } from '../sessions/client-info.js';
import { requireSession } from '../sessions/session.actor.js';
import { insertSecurityEvent, listSecurityEvents, originOfSession } from './audit.repository.js';
import { ALERTED, type Origin, type SecurityAction, type SecurityEvent } from './security-event.js';

/** The diary of an account: written in the transaction of what happens, told by mail where it matters. */
export class AuditService {
  constructor(private readonly database: DataSource) {}

  /** `client`: where the call comes from; without it, where the caller's session was opened. */
  async note(tx: EntityManager, userId: string, action: SecurityAction, client?: Client): Promise<void> {
    const origin = client ? { device: client.userAgent, place: client.place } : await this.originOfCaller(tx);
    const noted = await insertSecurityEvent(tx, userId, action, origin);
    if (noted && ALERTED.has(action)) await enqueueMail(tx, { kind: 'security_alert', userId, facts: { action, ...origin } });
  }

  /** The caller's own events. */
  list(page: { page: number; limit: number }): Promise<{ events: SecurityEvent[]; total: number }> {
    const { userId } = requireSession();
    return listSecurityEvents(this.database.manager, userId, { limit: page.limit, offset: (page.page - 1) * page.limit });
  }

  private async originOfCaller(tx: EntityManager): Promise<Origin> {
    const actor = currentContext()?.actor;
    return actor?.via === 'session' ? originOfSession(tx, actor.credentialId) : { device: '', place: '' };
  }
}
