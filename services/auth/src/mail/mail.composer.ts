import type { EntityManager } from 'typeorm';
import { findNotificationPreferences } from '../notifications/notification-preferences.js';
import { issueToken } from '../one-time-tokens/one-time-token.repository.js';
import type { User } from '../users/user.js';
import { findUser, findUserByEmail } from '../users/user.repository.js';
import type { MailContent } from './mail.layout.js';
import type { MailKind, QueuedMail } from './mail.outbox.js';
import { renderMail } from './mail.templates.js';

export interface Message extends MailContent {
  id: string;
  to: string;
}

/** Kinds that the account holder may switch off. A changed password is told always. */
const ALERTS: readonly MailKind[] = ['api_key_replaced', 'session_reuse'];

/** Turns a queued row into a mail. A token is minted here, just before sending: at rest there are only hashes. */
export class MailComposer {
  constructor(
    private readonly db: EntityManager,
    private readonly appOrigin: string,
  ) {}

  /** Undefined: there is nobody to tell, or nothing to tell any more. */
  async compose(mail: QueuedMail): Promise<Message | undefined> {
    const user = mail.user_id ? await findUser(this.db, mail.user_id) : await findUserByEmail(this.db, mail.email ?? '');
    if (!user || !(await this.isWanted(mail.kind, user))) return undefined;
    const facts = { name: user.name, appOrigin: this.appOrigin };
    const owner = { userId: user.id, email: user.email };
    const content =
      mail.kind === 'verify_email' || mail.kind === 'reset_password'
        ? renderMail(mail.kind, { ...facts, token: await issueToken(this.db, mail.kind, owner) })
        : renderMail(mail.kind, facts);
    return { id: mail.id, to: user.email, ...content };
  }

  private async isWanted(kind: MailKind, user: User): Promise<boolean> {
    if (kind === 'verify_email') return !user.emailVerified;
    if (ALERTS.includes(kind)) return (await findNotificationPreferences(this.db, user.id)).securityAlerts;
    return true;
  }
}
