import type { Clock } from '@linqr/platform/clock';
import { currentContext } from '@linqr/platform/context';
import { isId, newId } from '@linqr/platform/ids';
import type { DataSource, EntityManager } from 'typeorm';
import { announce } from '../accounts/account.events.js';
import type { AuditService } from '../audit/audit.service.js';
import { discardOAuthAttempts } from '../identities/identity.repository.js';
import { enqueueMail } from '../mail/mail.outbox.js';
import type { KeyedHash } from '../secrets/keyed-hash.js';
import { hashOfSecret, looksLikeSecretToken, newSecretToken } from '../secrets/secret-token.js';
import { accountDisabled } from '../users/user.errors.js';
import type { User } from '../users/user.js';
import { findUser, lockAccount } from '../users/user.repository.js';
import type { AccessTokenIssuer } from './access-token.js';
import type { Client } from './client-info.js';
import { decideRefresh, newSuccessorKey, REFRESH_TOKEN_SECONDS, SESSION_MAX_SECONDS, successorOf } from './refresh-token.js';
import { requireSession } from './session.actor.js';
import { invalidCredentials, refreshTokenInvalid, refreshTokenReused, sessionNotFound } from './session.errors.js';
import {
  findRefreshToken,
  insertRefreshToken,
  insertSession,
  type ListedSession,
  listLiveSessions,
  lockAccountOfToken,
  type RevocationReason,
  revokeSessions,
  roleOfLiveSession,
  spendRefreshToken,
  touchSession,
} from './session.repository.js';

/** Live sessions an account may have; the oldest give way. */
const MAX_SESSIONS = 50;

/** What a sign-in or refresh answers. */
export interface SignedIn {
  user: User;
  sessionId: string;
  accessToken: string;
  refreshToken: string;
  /** How long the refresh token is good. */
  refreshTokenSeconds: number;
  rememberMe: boolean;
}

type RefreshOutcome = SignedIn | 'invalid' | 'reused';

/** Sessions: opened by a sign-in, carried on by refresh, ended by their owner or by a change of password. */
export class SessionService {
  constructor(
    private readonly database: DataSource,
    private readonly accessTokens: AccessTokenIssuer,
    private readonly pseudonyms: KeyedHash,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** Inside the transaction of the sign-in. */
  async open(tx: EntityManager, user: User, client: Client, rememberMe: boolean): Promise<SignedIn> {
    // Deleted while its password was being checked.
    if (!(await lockAccount(tx, user.id))) throw invalidCredentials();
    // The one place every way of signing in comes through, after its proof was given.
    if ((await findUser(tx, user.id))?.disabled) throw accountDisabled();
    const sessionId = newId('ses');
    const refreshToken = newSecretToken();
    const expiresAt = new Date(this.clock.now() + REFRESH_TOKEN_SECONDS * 1_000);
    await insertSession(tx, {
      id: sessionId,
      userId: user.id,
      rememberMe,
      userAgent: client.userAgent,
      addressKey: this.addressKey(client),
      place: client.place,
      expiresAt,
    });
    await insertRefreshToken(tx, { hash: hashOfSecret(refreshToken), sessionId, expiresAt });
    await this.end(tx, user, { keepNewest: MAX_SESSIONS }, 'too_many');
    return this.signedIn(user, { id: sessionId, rememberMe }, refreshToken, expiresAt);
  }

  /** For the gateway, without an actor: the role that a live session has now; undefined where it is over. */
  async roleOf(id: string): Promise<User['role'] | undefined> {
    return isId('ses', id) ? roleOfLiveSession(this.database.manager, id) : undefined;
  }

  /** Pseudonym of the client's network, by which a known place of sign-in is recognised. */
  addressKey(client: Client): Buffer {
    return this.pseudonyms.of('address', client.network);
  }

  async refresh(refreshToken: string, client: Client): Promise<SignedIn> {
    if (!looksLikeSecretToken(refreshToken)) throw refreshTokenInvalid('not the shape of a token');
    const outcome = await this.database.transaction((tx) => this.refreshIn(tx, refreshToken, client));
    // Thrown only now: the revocation of a reused family is committed with its events.
    if (outcome === 'reused') throw refreshTokenReused();
    if (outcome === 'invalid') throw refreshTokenInvalid('unknown, expired or revoked');
    return outcome;
  }

  private async refreshIn(tx: EntityManager, presented: string, client: Client): Promise<RefreshOutcome> {
    const hash = hashOfSecret(presented);
    const userId = await lockAccountOfToken(tx, hash);
    const token = userId && (await findRefreshToken(tx, hash));
    const user = userId && (await findUser(tx, userId));
    if (!token || !user) return 'invalid';
    const session = { id: token.session_id, rememberMe: token.remember_me };
    const nowMs = this.clock.now();
    const decision = decideRefresh(
      { expiresAtMs: token.expires_at.getTime(), spentAtMs: token.spent_at?.getTime(), successorSpent: token.successor_spent },
      { revoked: token.revoked_at !== null, createdAtMs: token.created_at.getTime() },
      nowMs,
    );
    const expiresAt = new Date(Math.min(nowMs + REFRESH_TOKEN_SECONDS * 1_000, token.created_at.getTime() + SESSION_MAX_SECONDS * 1_000));
    if (decision === 'invalid') return 'invalid';
    if (decision === 'reused') {
      await this.end(tx, user, { id: session.id }, 'token_reused');
      await this.audit.note(tx, user.id, 'session_reused', client);
      await enqueueMail(tx, { kind: 'session_reuse', userId: user.id });
      return 'reused';
    }
    if (decision === 'answer_again') return this.signedIn(user, session, successorOf(presented, token.successor_key!), expiresAt);
    const successorKey = newSuccessorKey();
    const successor = successorOf(presented, successorKey);
    const successorHash = hashOfSecret(successor);
    await insertRefreshToken(tx, { hash: successorHash, sessionId: session.id, expiresAt });
    await spendRefreshToken(tx, { hash, successorKey, successorHash, at: new Date(nowMs) });
    await touchSession(tx, session.id, new Date(nowMs), expiresAt);
    return this.signedIn(user, session, successor, expiresAt);
  }

  /** Ends the session of the token, or the caller's own. Without either there is nothing to end, and that is well. */
  async logout(refreshToken: string): Promise<void> {
    const actor = currentContext()?.actor;
    await this.database.transaction(async (tx) => {
      const hash = looksLikeSecretToken(refreshToken) ? hashOfSecret(refreshToken) : undefined;
      const token = hash && (await lockAccountOfToken(tx, hash)) ? await findRefreshToken(tx, hash) : undefined;
      const user = await findUser(tx, token?.user_id ?? actor?.userId ?? '');
      const id = token?.session_id ?? (actor?.via === 'session' ? actor.credentialId : undefined);
      if (user && id) await this.end(tx, user, { id }, 'signed_out');
    });
  }

  /** The caller's live sessions, last used first. */
  async list(): Promise<{ sessions: ListedSession[]; currentId: string }> {
    const actor = requireSession();
    return { sessions: await listLiveSessions(this.database.manager, actor.userId, MAX_SESSIONS), currentId: actor.credentialId };
  }

  async revoke(id: string): Promise<void> {
    const actor = requireSession();
    if (!isId('ses', id)) throw sessionNotFound();
    await this.database.transaction(async (tx) => {
      const ended = await this.end(tx, { id: actor.userId, workspaceId: actor.workspaceId }, { id }, 'revoked');
      if (ended.length === 0) throw sessionNotFound();
      await this.audit.note(tx, actor.userId, 'session_revoked');
    });
  }

  /** Ends sessions of a user and announces each by its id, so that the gateway refuses their access tokens within seconds. */
  async end(
    tx: EntityManager,
    user: Pick<User, 'id' | 'workspaceId'>,
    which: { id?: string; except?: string; keepNewest?: number },
    because: RevocationReason,
  ): Promise<string[]> {
    await lockAccount(tx, user.id);
    const ended = await revokeSessions(tx, { userId: user.id, ...which }, because);
    // An ended session must not go on connecting a provider that would open the account again.
    if (ended.length > 0) await discardOAuthAttempts(tx, user.id);
    await announce(tx, user, 'session_revoked', ended);
    return ended;
  }

  private signedIn(user: User, session: { id: string; rememberMe: boolean }, refreshToken: string, expiresAt: Date): SignedIn {
    return {
      user,
      sessionId: session.id,
      accessToken: this.accessTokens.issue(user, session.id),
      refreshToken,
      refreshTokenSeconds: Math.max(0, Math.floor((expiresAt.getTime() - this.clock.now()) / 1_000)),
      rememberMe: session.rememberMe,
    };
  }
}
