import { AppError } from '@linqr/platform/errors';
import type { EntityManager } from 'typeorm';
import { firstRow } from '../database/rows.js';
import type { KeyedHash } from '../secrets/keyed-hash.js';
import type { Allowance, ThrottleRule } from './throttle.rules.js';

/** Buckets of an attempt; one that is absent is not asked. */
export interface Attempt {
  /** A clientNetwork; with it the bucket of the whole installation is asked too. */
  client?: string;
  account?: string;
}

interface Bucket {
  key: Buffer;
  allowance: Allowance;
}

/** Allowances kept in PostgreSQL, exact under concurrency and common to all replicas. */
export class Throttle {
  constructor(
    private readonly db: EntityManager,
    private readonly pseudonyms: KeyedHash,
    /** Multiplies every allowance. */
    private readonly factor: number,
  ) {}

  /** Takes one from each bucket of the attempt or throws RATE_LIMITED and takes none. */
  async spend(rule: ThrottleRule, attempt: Attempt): Promise<void> {
    const waitSeconds = await this.trySpend(rule, attempt);
    if (waitSeconds > 0)
      throw new AppError('RATE_LIMITED', 'Too many attempts. Please wait a moment and try again.', {
        internal: `throttled: ${rule.name}`,
        retryAfterSeconds: waitSeconds,
      });
  }

  /** The same as an answer: whole seconds to wait, 0 when taken. */
  async trySpend(rule: ThrottleRule, attempt: Attempt): Promise<number> {
    const buckets = this.buckets(rule, attempt, true);
    const row = await firstRow<{ wait: number }>(this.db, 'select spend_throttles($1, $2, $3) as wait', [
      buckets.map((b) => b.key),
      buckets.map((b) => b.allowance.everySeconds / this.factor),
      buckets.map((b) => Math.max(1, Math.round(b.allowance.burst * this.factor))),
    ]);
    return Math.ceil(Number(row?.wait ?? 0));
  }

  /**
   * After a success: the client and everybody get the one attempt back (never more: an attacker's own account must not
   * empty the bucket of their address), the account starts afresh.
   */
  async giveBack(rule: ThrottleRule, attempt: Attempt): Promise<void> {
    if (attempt.account !== undefined)
      await this.db.query('delete from throttles where key = $1', [this.keyOf(rule, 'account', attempt.account)]);
    for (const { key, allowance } of this.buckets(rule, attempt, false))
      await this.db.query('update throttles set tat = tat - make_interval(secs => $2) where key = $1', [
        key,
        allowance.everySeconds / this.factor,
      ]);
  }

  private buckets(rule: ThrottleRule, attempt: Attempt, withAccount: boolean): Bucket[] {
    const buckets: Bucket[] = [];
    if (attempt.client !== undefined) buckets.push({ key: this.keyOf(rule, 'client', attempt.client), allowance: rule.client });
    if (withAccount && attempt.account !== undefined)
      buckets.push({ key: this.keyOf(rule, 'account', attempt.account), allowance: rule.account });
    if (attempt.client !== undefined) buckets.push({ key: this.keyOf(rule, 'everybody', ''), allowance: rule.everybody });
    return buckets;
  }

  private keyOf(rule: ThrottleRule, scope: string, who: string): Buffer {
    return this.pseudonyms.of('throttle', rule.name, scope, who);
  }
}
