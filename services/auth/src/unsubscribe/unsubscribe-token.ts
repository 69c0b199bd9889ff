import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a reader can be taken off from a mail itself. Security alerts are changed in the settings only. */
export const UNSUBSCRIBE_LISTS = ['weeklyReports', 'emailNotifications', 'marketingEmails'] as const;
export type UnsubscribeList = (typeof UNSUBSCRIBE_LISTS)[number];

export interface Unsubscription {
  userId: string;
  list: UnsubscribeList;
}

const MAC_BYTES = 18;
const SHAPE = /^([wem])\.([A-Za-z0-9_]{1,60})\.([A-Za-z0-9_-]{24})$/;
const LETTERS: Record<UnsubscribeList, string> = { weeklyReports: 'w', emailNotifications: 'e', marketingEmails: 'm' };

/**
 * `w.usr_….mac`: takes one account off one list and does nothing else, so it is good for as long as a mail may lie around.
 * Signed with a key of its own derived from the first root; made with an earlier one it is still read.
 */
export class UnsubscribeTokens {
  private readonly keys: Buffer[];

  constructor(roots: readonly Buffer[]) {
    this.keys = roots.map((root) => Buffer.from(hkdfSync('sha256', root, '', 'linqr auth unsubscribe v1', 32)));
  }

  sign({ userId, list }: Unsubscription): string {
    const body = `${LETTERS[list]}.${userId}`;
    return `${body}.${mac(this.keys[0]!, body).toString('base64url')}`;
  }

  /** Undefined: made up, cut, or changed. */
  read(token: string): Unsubscription | undefined {
    const [, letter, userId, signature] = SHAPE.exec(token) ?? [];
    const list = UNSUBSCRIBE_LISTS.find((known) => LETTERS[known] === letter);
    if (!list || !userId || !signature) return undefined;
    const given = Buffer.from(signature, 'base64url');
    const isGenuine = this.keys.some((key) => timingSafeEqual(mac(key, `${letter}.${userId}`), given));
    return isGenuine ? { userId, list } : undefined;
  }
}

function mac(key: Buffer, body: string): Buffer {
  return createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES);
}
