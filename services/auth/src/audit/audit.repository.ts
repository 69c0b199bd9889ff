import { newId } from '@linqr/platform/ids';
import type { EntityManager } from 'typeorm';
import { firstRow, rows } from '../database/rows.js';
import type { Origin, SecurityAction, SecurityEvent } from './security-event.js';

/** Within an hour so many of one kind are noted of an account: whoever hammers on a door does not fill the house's diary. */
const MAX_PER_HOUR = 100;

/** False where there are enough of this kind already, or no such account. */
export async function insertSecurityEvent(tx: EntityManager, userId: string, action: SecurityAction, origin: Origin): Promise<boolean> {
  const row = await firstRow(
    tx,
    `insert into security_events (id, user_id, action, device, place)
     select $1, u.id, $3, $4, $5 from users u where u.id = $2
       and (select count(*) from (
         select 1 from security_events e where e.user_id = $2 and e.action = $3 and e.at > now() - interval '1 hour' limit $6) recent) < $6
     returning 1`,
    [newId('aud'), userId, action, origin.device, origin.place, MAX_PER_HOUR],
  );
  return row !== undefined;
}

/** Where the person of a session signed in from. */
export async function originOfSession(db: EntityManager, sessionId: string): Promise<Origin> {
  const row = await firstRow<Origin>(db, 'select user_agent as device, place from sessions where id = $1', [sessionId]);
  return row ?? { device: '', place: '' };
}

/** Newest first. */
export async function listSecurityEvents(
  db: EntityManager,
  userId: string,
  page: { limit: number; offset: number },
): Promise<{ events: SecurityEvent[]; total: number }> {
  const events = await rows<SecurityEvent>(
    db,
    'select id, action, at, device, place from security_events where user_id = $1 order by at desc, id desc limit $2 offset $3',
    [userId, page.limit, page.offset],
  );
  const count = await firstRow<{ total: string }>(db, 'select count(*) as total from security_events where user_id = $1', [userId]);
  return { events, total: Number(count?.total ?? 0) };
}
