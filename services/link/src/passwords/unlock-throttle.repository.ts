import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { DataSource } from 'typeorm';

/** Guesses at one link from one address within a window. Shared by all replicas, because it is in PostgreSQL. */
export const UNLOCK_ATTEMPTS = 10;
export const UNLOCK_WINDOW_MS = 15 * 60_000;

export class UnlockThrottleRepository {
  constructor(private readonly database: DataSource) {}

  /** Counts one guess. Answers 0 when it may be tried, else the seconds until the window ends. */
  async countAttempt(bucket: Buffer, now: Date): Promise<number> {
    const [row] = await this.database.query<{ attempts: number; window_ends_at: Date }[]>(
      `insert into unlock_attempts as a (bucket, attempts, window_ends_at) values ($1, 1, $3)
       on conflict (bucket) do update
         set attempts = case when a.window_ends_at <= $2 then 1 else least(a.attempts + 1, 1000000) end,
             window_ends_at = case when a.window_ends_at <= $2 then excluded.window_ends_at else a.window_ends_at end
       returning attempts, window_ends_at`,
      [bucket, now, new Date(now.getTime() + UNLOCK_WINDOW_MS)],
    );
    if (!row || row.attempts <= UNLOCK_ATTEMPTS) return 0;
    return Math.max(1, Math.ceil((row.window_ends_at.getTime() - now.getTime()) / 1_000));
  }

  /** After the right password: the guesses before it do not count any more. */
  async forget(bucket: Buffer): Promise<void> {
    await this.database.query(`delete from unlock_attempts where bucket = $1`, [bucket]);
  }

  async purge(now: Date): Promise<void> {
    await this.database.query(
      `delete from unlock_attempts where bucket in (select bucket from unlock_attempts where window_ends_at <= $1 limit 10000)`,
      [now],
    );
  }
}

/** Keyed by the link's password hash, which nobody outside knows: the address cannot be told from the bucket alone. */
export function unlockBucket(linkId: string, passwordHash: string, clientAddress: string): Buffer {
  return createHmac('sha256', passwordHash)
    .update(`${linkId}\n${networkOf(clientAddress)}`)
    .digest();
}

/** An IPv6 customer has a /64 to himself, so that is what counts; IPv4 written as IPv6 is IPv4. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
