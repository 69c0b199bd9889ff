import { createHmac } from 'node:crypto';
import { AppError } from '@linqr/platform/errors';
import type { DataSource } from 'typeorm';
import { networkOf } from '../passwords/unlock-throttle.repository.js';

/** What one network may send within an hour, shared by all replicas because it is counted in PostgreSQL. */
export const DESK_LIMITS = { report: 10, contact: 5 } as const;
export const DESK_WINDOW_MS = 3_600_000;

export type DeskForm = keyof typeof DESK_LIMITS;

/** Counts what strangers send by the keyed hash of their network; the address itself is nowhere. */
export class DeskThrottle {
  private key: Buffer | undefined;

  constructor(private readonly database: DataSource) {}

  /** RATE_LIMITED beyond the limit. */
  async spend(form: DeskForm, clientAddress: string, now: Date): Promise<void> {
    const [row] = await this.database.query<{ attempts: number; window_ends_at: Date }[]>(
      `insert into desk_throttles as t (bucket, attempts, window_ends_at) values ($1, 1, $3)
       on conflict (bucket) do update
         set attempts = case when t.window_ends_at <= $2 then 1 else least(t.attempts + 1, 1000000) end,
             window_ends_at = case when t.window_ends_at <= $2 then excluded.window_ends_at else t.window_ends_at end
       returning attempts, window_ends_at`,
      [await this.hash(form, clientAddress), now, new Date(now.getTime() + DESK_WINDOW_MS)],
    );
    if (!row || row.attempts <= DESK_LIMITS[form]) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((row.window_ends_at.getTime() - now.getTime()) / 1_000));
    throw new AppError('RATE_LIMITED', 'Too many messages from your network. Please try again later.', { retryAfterSeconds });
  }

  /** The same for everybody of one network; tells nobody which. */
  async hash(purpose: string, clientAddress: string): Promise<Buffer> {
    this.key ??= (await this.database.query<{ key: Buffer }[]>(`select key from desk_key`))[0]!.key;
    return createHmac('sha256', this.key)
      .update(`${purpose}\n${networkOf(clientAddress)}`)
      .digest();
  }

  async purge(now: Date): Promise<void> {
    await this.database.query(
      `delete from desk_throttles where bucket in (select bucket from desk_throttles where window_ends_at <= $1 limit 10000)`,
      [now],
    );
  }
}
