import type { EntityManager } from 'typeorm';
import { findNotificationPreferences } from '../notifications/notification-preferences.js';
import type { UnsubscribeList, UnsubscribeTokens } from '../unsubscribe/unsubscribe-token.js';
import type { User } from '../users/user.js';
import { findUser, findUserByEmail } from '../users/user.repository.js';
import { type AccountMail, isMailKind, type MailContext, type MailKind, type MailRecipe } from './mail.kinds.js';
import { layOut, type MailContent, type MailParts } from './mail.layout.js';
import type { QueuedMail } from './mail.outbox.js';

export interface Message extends MailContent {
  id: string;
  to: string;
  headers?: Readonly<Record<string, string>>;
}

export interface MailComposerOptions {
  db: EntityManager;
  recipes: Record<MailKind, MailRecipe>;
  /** Where people open the app, without a slash at the end. */
  appOrigin: string;
  /** Who runs the installation; undefined: nobody is told. */
  operatorEmail: string | undefined;
  unsubscribe: UnsubscribeTokens;
}

/** A name that looks like an advertisement or a link is left out: sign-up must not become a way to send strangers such text. */
export function greetingFor(name: string): string {
  return name.length <= 60 && !/[:/@<>]|www\.|\.\p{L}{2,}/iu.test(name) ? `Hello ${name},` : 'Hello,';
}

/** Turns a queued row into a mail, just before it is sent. */
export class MailComposer {
  constructor(private readonly options: MailComposerOptions) {}

  /** Undefined: there is nobody to tell, or nothing to tell any more. */
  async compose(mail: QueuedMail): Promise<Message | undefined> {
    const { db, recipes, operatorEmail } = this.options;
    // A replica that is older than the row's kind leaves it to the others.
    if (!isMailKind(mail.kind)) throw new Error('this version does not know the kind of mail');
    const recipe = recipes[mail.kind];
    const context: MailContext = { db, facts: mail.facts, appUrl: this.appUrl };
    if (recipe.audience === 'account') return this.toAccount(mail, recipe, context);
    const to = recipe.audience === 'operator' ? operatorEmail : mail.email;
    const parts = to ? await recipe.compose(context) : undefined;
    return to && parts ? { id: mail.id, to, ...layOut(parts), ...(recipe.headers ? { headers: recipe.headers } : {}) } : undefined;
  }

  private async toAccount(mail: QueuedMail, recipe: AccountMail, context: MailContext): Promise<Message | undefined> {
    const { db } = this.options;
    const user = mail.user_id ? await findUser(db, mail.user_id) : await findUserByEmail(db, mail.email ?? '');
    if (!user || (recipe.verifiedOnly && !user.emailVerified) || !(await this.wants(user, recipe))) return undefined;
    const to = (mail.user_id && mail.email) || user.email;
    const parts = await recipe.compose({ ...context, user, to, greeting: greetingFor(user.name) });
    return parts && { id: mail.id, to, ...layOut(this.withUnsubscribe(parts, user, recipe)) };
  }

  private async wants(user: User, { preferences }: AccountMail): Promise<boolean> {
    if (preferences.length === 0) return true;
    const kept = await findNotificationPreferences(this.options.db, user.id);
    return preferences.every((preference) => kept[preference]);
  }

  private withUnsubscribe(parts: MailParts, user: User, { unsubscribe, preferences }: AccountMail): MailParts {
    if (!unsubscribe) return parts;
    const list = preferences[0] as UnsubscribeList;
    const token = this.options.unsubscribe.sign({ userId: user.id, list });
    const label = list === 'weeklyReports' ? 'Stop weekly reports' : list === 'emailNotifications' ? 'Stop these emails' : 'Unsubscribe';
    return {
      ...parts,
      unsubscribe: { label, pageUrl: this.appUrl('/unsubscribe', { token }), oneClickUrl: this.appUrl('/api/auth/unsubscribe', { token }) },
    };
  }

  private readonly appUrl = (path: string, query: Record<string, string> = {}): string => {
    const search = new URLSearchParams(query).toString();
    return `${this.options.appOrigin}${path}${search ? `?${search}` : ''}`;
  };
}
