import type { Clock } from '@linqr/platform/clock';
import { AppError } from '@linqr/platform/errors';
import { newId } from '@linqr/platform/ids';
import type { SecretBox } from '@linqr/platform/secrets';
import type { DataSource } from 'typeorm';
import type { AuditService } from '../audit/audit.service.js';
import { enqueueMail } from '../mail/mail.outbox.js';
import { hashOfSecret, looksLikeSecretToken, newSecretToken } from '../secrets/secret-token.js';
import { requireSession } from '../sessions/session.actor.js';
import { accountDisabled, accountGone } from '../users/user.errors.js';
import type { User } from '../users/user.js';
import { findUser } from '../users/user.repository.js';
import type { ApiAllowance } from './api-allowance.js';
import {
  type ApiKeyRow,
  findApiKey,
  findApiKeyOwner,
  insertApiKey,
  type NewApiKey,
  replaceApiKey,
  spendApiCall,
} from './api-key.repository.js';

/** Recognisable, so that secret scanners can tell whose it is. */
const PREFIX = 'lq_live_';
const HOUR_MS = 3_600_000;
const UNLIMITED = -1;
const MAX_INT32 = 2_147_483_647;

export interface ShownApiKey {
  id: string;
  key: string;
  createdAt: Date;
  lastUsedAt: Date | undefined;
}

export interface ApiCall {
  user: User;
  keyId: string;
  /** -1: unlimited. */
  hourlyLimit: number;
  /** -1: over the limit, the call must be refused. */
  remaining: number;
  resetSeconds: number;
}

const apiKeyInvalid = () => new AppError('API_KEY_INVALID', 'The API key is not valid.');

/** One key per account and workspace: looked up by hash, kept sealed so that its page can show it again. */
export class ApiKeyService {
  constructor(
    private readonly database: DataSource,
    private readonly box: SecretBox,
    private readonly allowance: ApiAllowance,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** Made on the first call. */
  async get(): Promise<ShownApiKey> {
    const { userId, workspaceId } = requireSession();
    const db = this.database.manager;
    const existing = await findApiKey(db, userId, workspaceId);
    if (existing) return this.show(existing);
    if (!(await findUser(db, userId))) throw accountGone();
    const made = (await insertApiKey(db, this.mint(userId, workspaceId))) ?? (await findApiKey(db, userId, workspaceId));
    if (!made) throw accountGone();
    return this.show(made);
  }

  /** The old key stops working at once. */
  async regenerate(): Promise<ShownApiKey> {
    const { userId, workspaceId } = requireSession();
    const made = await this.database.transaction(async (tx) => {
      if (!(await findUser(tx, userId))) throw accountGone();
      await this.audit.note(tx, userId, 'api_key_replaced');
      await enqueueMail(tx, { kind: 'api_key_replaced', userId });
      return replaceApiKey(tx, this.mint(userId, workspaceId));
    });
    return this.show(made);
  }

  /** Whose key it is, and one call of the workspace's hour spent. */
  async authenticate(key: string): Promise<ApiCall> {
    if (!key.startsWith(PREFIX) || !looksLikeSecretToken(key.slice(PREFIX.length))) throw apiKeyInvalid();
    const db = this.database.manager;
    const owner = await findApiKeyOwner(db, hashOfSecret(key));
    const user = owner && (await findUser(db, owner.userId));
    if (!owner || !user) throw apiKeyInvalid();
    if (user.disabled) throw accountDisabled();
    const limit = await this.allowance.callsPerHour(owner.workspaceId);
    const spent = limit === 0 ? undefined : await spendApiCall(db, owner.workspaceId, limit === UNLIMITED ? MAX_INT32 : limit);
    const nowMs = this.clock.now();
    return {
      user,
      keyId: owner.id,
      hourlyLimit: limit,
      remaining: spent === undefined ? -1 : (limit === UNLIMITED ? MAX_INT32 : limit) - spent,
      resetSeconds: Math.ceil((HOUR_MS - (nowMs % HOUR_MS)) / 1_000),
    };
  }

  private mint(userId: string, workspaceId: string): NewApiKey {
    const id = newId('key');
    const key = `${PREFIX}${newSecretToken()}`;
    return { id, userId, workspaceId, hash: hashOfSecret(key), sealed: this.box.seal(key, id) };
  }

  private show(row: ApiKeyRow): ShownApiKey {
    const key = this.box.open(row.sealed, row.id);
    if (key === undefined)
      throw new AppError('CONFLICT', 'Your API key cannot be shown any more. Regenerate it to get a new one.', {
        internal: 'sealed with a key that API_KEY_ENCRYPTION_KEY does not hold',
      });
    return { id: row.id, key, createdAt: row.created_at, lastUsedAt: row.last_used_at ?? undefined };
  }
}
