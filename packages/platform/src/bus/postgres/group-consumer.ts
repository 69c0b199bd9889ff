import type { Logger } from '../../logging/index.js';
import type { GroupSubscription, Topic } from '../port.js';
import type { Progress } from '../progress.js';
import type { LogStore } from './log-store.js';
import { PartitionReader } from './partition-reader.js';
import { CHANNEL, LOCK } from './schema.js';
import type { BusSession } from './session.js';

export interface GroupMember {
  grp: string;
  id: number;
  topics: Topic[];
}

/** Next offset of every partition: topic → partition → head. */
export type Heads = Map<Topic, Map<number, number>>;

export interface ConsumerParts {
  store: LogStore;
  session: BusSession;
  progress: Progress;
  logger: Logger;
}

interface Owned {
  topic: Topic;
  part: number;
  reader: PartitionReader;
}

/**
 * One member of a consumer group. Each member takes free partitions up to its share and gives back what is beyond it, so
 * partitions move only when they must; the shares of all members add up to all partitions.
 */
export class GroupConsumer {
  private memberId: number | undefined;
  /** Active and draining: this session must not take any of them a second time. */
  private readonly owned = new Map<number, Owned>();
  private closing = false;
  private telling = false;
  private signalAttached: () => void = () => {};
  readonly attached = new Promise<void>((resolve) => {
    this.signalAttached = resolve;
  });

  constructor(
    readonly subscription: GroupSubscription,
    private readonly parts: ConsumerParts,
  ) {}

  heldIds(): number[] {
    return [...this.owned.keys()];
  }

  /** Makes offsets and a member row where this session has none yet. */
  async register(): Promise<void> {
    if (this.memberId !== undefined || this.closing) return;
    const { group, topics, from } = this.subscription;
    await this.parts.session.query(
      `insert into bus.group_offset (grp, topic, part, committed)
         select $1, p.topic, p.part, case when $3 = 'end' then p.next_off else p.first_off end from bus.partition p
          where p.topic = any($2) and not exists (select from bus.group_offset o where o.grp = $1 and o.topic = p.topic and o.part = p.part)
         on conflict do nothing`,
      [group, topics, from],
    );
    const [row] = await this.parts.session.query<{ id: number }>(
      `with m as (insert into bus.member (grp, topics) values ($1, $2) returning id)
       select id, pg_try_advisory_lock(${LOCK.member}, id) from m`,
      [group, topics],
    );
    this.memberId = row!.id;
    this.signalAttached();
    this.tellGroup();
  }

  /** What a poll found. A partition whose log was made anew is given back, and claimed again from where it now ends. */
  polled(heads: Heads): void {
    for (const { topic, part, reader } of this.owned.values()) {
      const head = heads.get(topic)?.get(part);
      if (head !== undefined && reader.active && reader.polled(head)) {
        this.parts.logger.error({ group: this.subscription.group, topic, partition: part }, 'the log is shorter than what was read of it');
        reader.stop();
      }
    }
  }

  advance(topic: Topic, heads: Map<number, number>): void {
    for (const owned of this.owned.values()) {
      const head = owned.topic === topic ? heads.get(owned.part) : undefined;
      if (head !== undefined) owned.reader.advance(head);
    }
  }

  /** The session's locks are gone: what runs may end, nothing new begins. */
  sessionDown(): void {
    this.memberId = undefined;
    for (const owned of this.owned.values()) owned.reader.stop();
  }

  /** Takes and gives back until this member has its share of every topic. */
  async rebalance(members: GroupMember[], heads: Heads, held: () => number[]): Promise<void> {
    if (this.memberId === undefined || this.closing) return;
    const { group, topics } = this.subscription;
    for (const topic of topics) {
      const mates = members.filter((m) => m.grp === group && m.topics.includes(topic)).map((m) => m.id);
      const rank = mates.sort((a, b) => a - b).indexOf(this.memberId);
      if (rank < 0) {
        this.memberId = undefined; // our row is gone: the tables were made anew; the next poll registers
        return;
      }
      const share = fairShare(heads.get(topic)?.size ?? 0, mates.length, rank, topic);
      const mine = [...this.owned.values()].filter((o) => o.topic === topic && o.reader.active);
      for (const surplus of mine.slice(share)) surplus.reader.stop();
      if (mine.length < share) await this.claim(topic, share - mine.length, held());
    }
  }

  private async claim(topic: Topic, most: number, held: number[]): Promise<void> {
    const { group, handler, maxBatch = 200 } = this.subscription;
    const { session, store, progress, logger } = this.parts;
    const rows = await session.query<{ id: number; part: number; committed: string; epoch: string; next_off: string }>(
      'select * from bus.claim($1, $2, $3, $4)',
      [group, topic, most, held],
      'bus-claim',
    );
    for (const { id, part, committed, epoch, next_off } of rows) {
      const reader = new PartitionReader({
        topic,
        part,
        cursor: Number(committed),
        head: Number(next_off),
        maxBatch,
        store,
        progress,
        id: `${group}/${this.memberId}/${topic}/${part}`,
        logger: logger.child({ group }),
        deliver: (records, self) =>
          handler(records, {
            topic,
            partition: part,
            isActive: () => self.active,
            heartbeat: () => new Promise((resolve) => setImmediate(resolve)),
          }),
        commit: (offset) => store.commit(id, Number(epoch), offset),
        onGap: (missing) => logger.error({ group, topic, partition: part, missing }, 'records were deleted before they were consumed'),
      });
      this.owned.set(id, { topic, part, reader });
      // However a reader ends, its lock must not stay behind.
      void reader.ended.then(() => this.release(id));
    }
  }

  /** After the last handler call: others may have the partition now. */
  private async release(id: number): Promise<void> {
    try {
      await this.parts.session.query('select pg_advisory_unlock($1, $2)', [LOCK.owner, id]);
      this.tellGroup();
    } catch {
      // No session, no lock.
    } finally {
      this.owned.delete(id);
    }
  }

  /** So that they look at the shares at once; many changes of one moment are told once. */
  private tellGroup(): void {
    if (this.telling) return;
    this.telling = true;
    setImmediate(() => {
      this.telling = false;
      // Lost with its session, it is found by the next poll.
      this.tellNow().catch(() => {});
    });
  }

  private async tellNow(): Promise<void> {
    await this.parts.session.query('select pg_notify($1, $2)', [CHANNEL, `g:${this.subscription.group}`]);
  }

  /** Running handler calls end, their offsets are committed, then the others get the partitions. */
  async close(): Promise<void> {
    this.closing = true;
    const all = [...this.owned.values()];
    for (const owned of all) owned.reader.stop();
    await Promise.all(all.map((o) => o.reader.ended));
    const { session } = this.parts;
    try {
      if (this.memberId !== undefined) {
        await session.query('delete from bus.member where id = $1', [this.memberId]);
        await session.query('select pg_advisory_unlock($1, $2)', [LOCK.member, this.memberId]);
        await this.tellNow();
      }
    } catch {
      // The session is gone and its locks with it; the row is swept.
    }
  }
}

/** How many of a topic's partitions the member of this rank takes; over all ranks they add up to all. */
export function fairShare(partitions: number, members: number, rank: number, topic: string): number {
  // Turned by topic, so that the odd partitions of several topics do not all fall to the oldest member.
  let turn = 0;
  for (let i = 0; i < topic.length; i++) turn = (turn * 31 + topic.charCodeAt(i)) >>> 0;
  const place = (rank + turn) % members;
  return Math.floor(partitions / members) + (place < partitions % members ? 1 : 0);
}
