import { AppError } from '@linqr/platform/errors';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { findNotificationPreferences, setPreference } from '../notifications/notification-preferences.js';
import { findUser } from '../users/user.repository.js';
import type { UnsubscribeList, UnsubscribeTokens } from './unsubscribe-token.js';

export const unsubscriptionSchema = z.object({ token: z.string().max(200), subscribed: z.boolean() });

export interface UnsubscriptionState {
  list: UnsubscribeList;
  maskedEmail: string;
  subscribed: boolean;
}

/** Leaving a list by the token of a mail, without signing in. The token can do nothing else. */
export class UnsubscribeService {
  constructor(
    private readonly db: EntityManager,
    private readonly tokens: UnsubscribeTokens,
  ) {}

  async get(token: string): Promise<UnsubscriptionState> {
    const { userId, list } = this.read(token);
    const user = await findUser(this.db, userId);
    // Deleted since: as good as unsubscribed, and the address is not ours to know any more.
    if (!user) return { list, maskedEmail: '', subscribed: false };
    const preferences = await findNotificationPreferences(this.db, userId);
    return { list, maskedEmail: masked(user.email), subscribed: preferences[list] };
  }

  async set(token: string, subscribed: boolean): Promise<UnsubscriptionState> {
    const { userId, list } = this.read(token);
    await setPreference(this.db, userId, list, subscribed);
    return this.get(token);
  }

  private read(token: string) {
    const unsubscription = this.tokens.read(token);
    if (!unsubscription) throw new AppError('UNSUBSCRIBE_TOKEN_INVALID', 'This link is not complete. Please open it from the email again.');
    return unsubscription;
  }
}

/** "a…@example.com" */
export function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
