import type { EventBus, IncomingRecord, Subscription } from '@linqr/platform/bus';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';

/** Access tokens live this long, so an ended session need not be remembered for longer. */
const ACCESS_TOKEN_MS = 15 * 60_000;
const MAX_REMEMBERED = 100_000;

/** Sessions ended before their access tokens ran out (sign-out elsewhere, password change), as auth's events tell. */
export class EndedSessions {
  /** Session or user id → when it ended, milliseconds since the epoch; oldest first. */
  private readonly endedAt = new Map<string, number>();

  subscribe(bus: EventBus): Promise<Subscription> {
    return bus.broadcast({ topics: ['account.changed.v1'], handler: (records) => this.take(records) });
  }

  /** `issuedAtSeconds` is the token's iat: a token made after a whole-user revocation is good. */
  has(sessionId: string, userId: string, issuedAtSeconds: number): boolean {
    if (this.endedAt.has(sessionId)) return true;
    const userEnded = this.endedAt.get(userId);
    // iat has whole seconds: a tie counts as ended; a client that signed in within that second refreshes once.
    return userEnded !== undefined && issuedAtSeconds * 1_000 <= userEnded;
  }

  private take(records: IncomingRecord[]): void {
    for (const record of records) {
      const event = AccountChanged.decode(record.value);
      if (event.change === AccountChange.ACCOUNT_CHANGE_SESSION_REVOKED) this.remember(event.sessionId || event.userId, event.occurredAtMs);
      if (event.change === AccountChange.ACCOUNT_CHANGE_DELETED) this.remember(event.userId, event.occurredAtMs);
    }
  }

  private remember(id: string, atMs: number): void {
    this.endedAt.delete(id);
    this.endedAt.set(id, atMs);
    for (const [oldest, endedMs] of this.endedAt) {
      if (Date.now() - endedMs < ACCESS_TOKEN_MS && this.endedAt.size <= MAX_REMEMBERED) break;
      this.endedAt.delete(oldest);
    }
  }
}
