import type { EventBus, IncomingRecord, Subscription } from '@linqr/platform/bus';
import { toAppError } from '@linqr/platform/errors';
import type { Logger } from '@linqr/platform/logging';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';

/** Access tokens live this long, so an ended session need not be remembered for longer. */
const ACCESS_TOKEN_MS = 15 * 60_000;
const MAX_REMEMBERED = 100_000;

/** How long the gateway goes on with a session without having asked auth about it anew. */
const KNOWN_GOOD_MS = ACCESS_TOKEN_MS;

/** Asks auth whether a session is live. */
export type CheckSession = (sessionId: string) => Promise<boolean>;

/** Sessions ended before their access tokens ran out (sign-out elsewhere, password change), as auth's events tell. */
export class EndedSessions {
  /** Session or user id → when it ended, milliseconds since the epoch; oldest first. */
  private readonly endedAt = new Map<string, number>();
  /** Sessions that auth called live, and when; events tell of their end from then on. */
  private readonly liveSince = new Map<string, number>();

  constructor(
    private readonly check: CheckSession,
    private readonly logger: Logger,
  ) {}

  subscribe(bus: EventBus): Promise<Subscription> {
    return bus.broadcast({
      topics: ['account.changed.v1'],
      handler: (records) => this.take(records),
      // What was missed is unknown: every session is asked about again.
      onGap: () => this.liveSince.clear(),
    });
  }

  /**
   * Whether the session may go on. One question to auth a session and quarter of an hour, so that a gateway that was
   * not there when a session ended knows too. Auth being down does not sign anybody out.
   */
  async isOver(sessionId: string, userId: string, issuedAtSeconds: number): Promise<boolean> {
    if (this.has(sessionId, userId, issuedAtSeconds)) return true;
    const since = this.liveSince.get(sessionId);
    if (since !== undefined && Date.now() - since < KNOWN_GOOD_MS) return false;
    try {
      if (!(await this.check(sessionId))) {
        this.remember(sessionId, Date.now());
        return true;
      }
      this.liveSince.delete(sessionId);
      this.liveSince.set(sessionId, Date.now());
      if (this.liveSince.size > MAX_REMEMBERED) this.liveSince.delete(this.liveSince.keys().next().value ?? '');
    } catch (error) {
      this.logger.warn({ internal: toAppError(error).internal }, 'a session could not be checked');
    }
    return this.has(sessionId, userId, issuedAtSeconds);
  }

  /** `issuedAtSeconds` is the token's iat: a token made after a whole-user revocation is good. */
  private has(sessionId: string, userId: string, issuedAtSeconds: number): boolean {
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
