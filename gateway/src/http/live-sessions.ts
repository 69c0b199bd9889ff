import type { EventBus, IncomingRecord, Subscription } from '@linqr/platform/bus';
import type { Actor } from '@linqr/platform/context';
import { toAppError } from '@linqr/platform/errors';
import type { Logger } from '@linqr/platform/logging';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';

/** Access tokens live this long, so an ended session need not be remembered for longer. */
const ACCESS_TOKEN_MS = 15 * 60_000;
/** How long an answer of auth is gone on with where no event says otherwise. An admin's role is lost within 5 s even without events. */
const KNOWN_GOOD_MS = { user: 60_000, admin: 5_000 } as const;
/** The same after a question that auth did not answer. */
const UNANSWERED_MS = 5_000;
const MAX_REMEMBERED = 100_000;

type Role = Actor['role'];

/** Asks auth for the role that a session's account has now; undefined where the session is over. */
export type AskSession = (sessionId: string) => Promise<Role | undefined>;

/** What an access token says. */
export interface PresentedSession {
  sessionId: string;
  userId: string;
  role: Role;
  issuedAtSeconds: number;
}

interface Known {
  role: Role;
  /** When the question was put, milliseconds since the epoch. */
  askedAtMs: number;
  goodUntilMs: number;
}

/**
 * What sessions are worth before their access tokens run out: ended ones (sign-out elsewhere, password change, account
 * closed) and changed roles are known from auth's events, and from asking auth at the first sight and now and then.
 */
export class LiveSessions {
  /** Session or user id → when it ended, milliseconds since the epoch; oldest first. */
  private readonly endedAt = new Map<string, number>();
  /** User id → when its role changed; what was asked before is worth nothing. */
  private readonly roleChangedAt = new Map<string, number>();
  private readonly known = new Map<string, Known>();
  /** Questions under way: any number of calls of one session ask once. */
  private readonly asking = new Map<string, Promise<Role | undefined>>();

  constructor(
    private readonly ask: AskSession,
    private readonly logger: Logger,
  ) {}

  subscribe(bus: EventBus): Promise<Subscription> {
    return bus.broadcast({
      topics: ['account.changed.v1'],
      handler: (records) => this.take(records),
      // What was missed is unknown: every session is asked about again.
      onGap: () => this.known.clear(),
    });
  }

  /** The account's role now, or undefined where the session is over. Auth being down does not sign anybody out. */
  async roleOf(session: PresentedSession): Promise<Role | undefined> {
    if (this.isOver(session)) return undefined;
    const known = this.known.get(session.sessionId);
    if (known && Date.now() < known.goodUntilMs && known.askedAtMs > (this.roleChangedAt.get(session.userId) ?? 0)) return known.role;
    const asked = this.asking.get(session.sessionId) ?? this.askFor(session, known?.role ?? session.role);
    this.asking.set(session.sessionId, asked);
    const role = await asked;
    return this.isOver(session) ? undefined : role;
  }

  private async askFor({ sessionId }: PresentedSession, otherwise: Role): Promise<Role | undefined> {
    const askedAtMs = Date.now();
    try {
      const role = await this.ask(sessionId);
      if (role) this.note(sessionId, { role, askedAtMs, goodUntilMs: Date.now() + KNOWN_GOOD_MS[role] });
      else remember(this.endedAt, sessionId, Date.now());
      return role;
    } catch (error) {
      this.logger.warn({ internal: toAppError(error).internal }, 'a session could not be checked');
      this.note(sessionId, { role: otherwise, askedAtMs, goodUntilMs: Date.now() + UNANSWERED_MS });
      return otherwise;
    } finally {
      this.asking.delete(sessionId);
    }
  }

  private note(sessionId: string, known: Known): void {
    this.known.delete(sessionId);
    this.known.set(sessionId, known);
    if (this.known.size > MAX_REMEMBERED) this.known.delete(this.known.keys().next().value ?? '');
  }

  private isOver({ sessionId, userId, issuedAtSeconds }: PresentedSession): boolean {
    if (this.endedAt.has(sessionId)) return true;
    const userEnded = this.endedAt.get(userId);
    // iat has whole seconds: a tie counts as ended; a client that signed in within that second refreshes once.
    return userEnded !== undefined && issuedAtSeconds * 1_000 <= userEnded;
  }

  private take(records: IncomingRecord[]): void {
    for (const record of records) {
      const event = AccountChanged.decode(record.value);
      switch (event.change) {
        case AccountChange.ACCOUNT_CHANGE_SESSION_REVOKED:
          remember(this.endedAt, event.sessionId || event.userId, event.occurredAtMs);
          break;
        case AccountChange.ACCOUNT_CHANGE_DELETED:
          remember(this.endedAt, event.userId, event.occurredAtMs);
          break;
        case AccountChange.ACCOUNT_CHANGE_ROLE_CHANGED:
          // By this clock: it is compared with when we asked.
          remember(this.roleChangedAt, event.userId, Date.now());
          break;
        default:
      }
    }
  }
}

/** Notes a moment, newest last, and forgets what no access token is old enough for. */
function remember(moments: Map<string, number>, id: string, atMs: number): void {
  moments.delete(id);
  moments.set(id, atMs);
  for (const [oldest, moment] of moments) {
    if (Date.now() - moment < ACCESS_TOKEN_MS && moments.size <= MAX_REMEMBERED) break;
    moments.delete(oldest);
  }
}
