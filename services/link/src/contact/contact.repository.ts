import type { EntityManager } from 'typeorm';

export interface ContactMessage {
  id: string;
  name: string;
  email: string;
  type: string;
  subject: string;
  message: string;
  state: 'open' | 'done';
  createdAt: Date;
  doneAt: Date | null;
}

interface Row extends Omit<ContactMessage, 'createdAt' | 'doneAt'> {
  created_at: Date;
  done_at: Date | null;
}

export class ContactRepository {
  async insert(manager: EntityManager, message: Omit<ContactMessage, 'state' | 'doneAt'>): Promise<void> {
    await manager.query(
      `insert into contact_messages (id, name, email, type, subject, message, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
      [message.id, message.name, message.email, message.type, message.subject, message.message, message.createdAt],
    );
  }

  /** Newest first. */
  async list(manager: EntityManager, query: { page: number; limit: number; state: 'open' | 'done' | 'any' }) {
    const where = query.state === 'any' ? `$1 = 'any'` : 'state = $1';
    const rows = await manager.query<Row[]>(
      `select * from contact_messages where ${where} order by created_at desc, id desc limit $2 offset $3`,
      [query.state, query.limit, (query.page - 1) * query.limit],
    );
    const [count] = await manager.query<{ total: string; open: string }[]>(
      `select (select count(*) from contact_messages where ${where}) as total,
              (select count(*) from contact_messages where state = 'open') as open`,
      [query.state],
    );
    return { messages: rows.map(messageOf), total: Number(count?.total ?? 0), open: Number(count?.open ?? 0) };
  }

  async lock(manager: EntityManager, id: string): Promise<ContactMessage | undefined> {
    const [row] = await manager.query<Row[]>(`select * from contact_messages where id = $1 for update`, [id]);
    return row && messageOf(row);
  }

  async setState(manager: EntityManager, id: string, state: 'open' | 'done', by: string, at: Date): Promise<void> {
    await manager.query(
      `update contact_messages set state = $2, done_at = case when $2 = 'done' then $3::timestamptz end, done_by = case when $2 = 'done' then $4 end
        where id = $1`,
      [id, state, at, by],
    );
  }

  /** Messages that were dealt with long ago; 5,000 at most. */
  async purgeDone(manager: EntityManager, before: Date): Promise<void> {
    await manager.query(
      `delete from contact_messages where id in (select id from contact_messages where state = 'done' and done_at < $1 limit 5000)`,
      [before],
    );
  }
}

function messageOf({ created_at, done_at, ...row }: Row): ContactMessage {
  return { ...row, createdAt: created_at, doneAt: done_at };
}
