import { AppError } from '../../errors/index.js';
import type { Logger } from '../../logging/index.js';
import { Appender } from '../appender.js';
import { attachedInTime, unavailable } from '../availability.js';
import type { BusOptions } from '../index.js';
import type { BroadcastSubscription, EventBus, GroupLag, GroupSubscription, OutgoingRecord, Subscription, Topic } from '../port.js';
import { Progress } from '../progress.js';
import { assertRecords } from '../records.js';
import { BroadcastConsumer } from './broadcast-consumer.js';
import { GroupConsumer, type GroupMember, type Heads } from './group-consumer.js';
import { LogStore } from './log-store.js';
import { HeadNews, parseNews } from './news.js';
import { Retention } from './retention.js';
import { LOCK } from './schema.js';
import { BusSession } from './session.js';

/** Most that one statement writes. */
const WRITE = { records: 5_000, bytes: 8 * 1024 * 1024 };

interface PollRow {
  heads: [Topic, number, number][];
  members: GroupMember[];
}

/** The bus of a single machine: an append-only log in PostgreSQL with Kafka's model. */
export class PostgresBus implements EventBus {
  private readonly store: LogStore;
  private readonly session: BusSession;
  private readonly progress = new Progress();
  private readonly retention: Retention;
  private readonly logger: Logger;
  private readonly appenders = new Map<Topic, Appender>();
  private readonly groups = new Set<GroupConsumer>();
  private readonly broadcasts = new Set<BroadcastConsumer>();
  private readonly news: HeadNews;
  private heardMs = Number.NEGATIVE_INFINITY;
  private closing: Promise<void> | undefined;

  constructor({ url, clientId, logger }: BusOptions) {
    this.logger = logger.child({ bus: 'postgres' });
    this.store = new LogStore(url, `${clientId} bus`, this.logger);
    this.retention = new Retention(this.store, this.logger);
    this.session = new BusSession(
      { url, applicationName: `${clientId} bus session`, logger: this.logger, prepare: () => this.store.ready() },
      {
        down: () => {
          this.store.recheck();
          for (const group of this.groups) group.sessionDown();
        },
        poll: () => this.poll(),
        notified: (payload) => this.notified(payload),
      },
    );
    this.news = new HeadNews(this.session);
  }

  async publish(topic: Topic, records: OutgoingRecord[]): Promise<void> {
    assertRecords(topic, records);
    if (records.length === 0) return;
    if (this.closing) throw unavailable('the bus is closed');
    this.start();
    let appender = this.appenders.get(topic);
    if (!appender) {
      appender = new Appender(topic, WRITE, async (batch) => {
        await this.store.ready();
        try {
          this.news.tell(topic, await this.store.append(topic, batch));
        } catch (error) {
          this.store.recheck();
          throw error;
        }
      });
      this.appenders.set(topic, appender);
    }
    try {
      await appender.append(records);
    } catch (error) {
      throw error instanceof AppError ? error : unavailable('publish failed', error);
    }
  }

  async subscribe(subscription: GroupSubscription): Promise<Subscription> {
    const { store, session, progress, logger } = this;
    const consumer = new GroupConsumer(subscription, { store, session, progress, logger });
    return this.attach(consumer, this.groups);
  }

  async broadcast(subscription: BroadcastSubscription): Promise<Subscription> {
    const { store, progress, logger } = this;
    const consumer = new BroadcastConsumer(subscription, { store, progress, logger });
    return this.attach(consumer, this.broadcasts);
  }

  private async attach<C extends GroupConsumer | BroadcastConsumer>(consumer: C, all: Set<C>): Promise<Subscription> {
    if (this.closing) throw unavailable('the bus is closed');
    all.add(consumer);
    this.start();
    this.session.pollSoon();
    const inTime = await attachedInTime(consumer.attached);
    if (!inTime && consumer instanceof BroadcastConsumer) consumer.late = true;
    let closed: Promise<void> | undefined;
    return {
      close: () => {
        closed ??= consumer.close().finally(() => all.delete(consumer));
        return closed;
      },
      silentMs: () => performance.now() - this.heardMs,
    };
  }

  lag(group: string, topics: Topic[]): Promise<GroupLag[]> {
    return this.store.ready().then(() => this.store.lag(group, topics));
  }

  stalledMs(): number {
    return this.progress.stalledMs();
  }

  ping(): Promise<void> {
    return this.store.ping();
  }

  close(): Promise<void> {
    this.closing ??= (async () => {
      await Promise.all([...this.appenders.values()].map((a) => a.idle()));
      await Promise.all([...this.groups, ...this.broadcasts].map((c) => c.close()));
      await this.news.idle();
      await this.retention.stop();
      await this.session.stop();
      await this.store.close();
    })();
    return this.closing;
  }

  private start(): void {
    this.session.start();
    this.retention.start();
  }

  /** The one query a second of this process: heads of its topics, living members of its groups. */
  private async poll(): Promise<void> {
    for (const group of this.groups) await group.register();
    const topics = new Set([...this.groups, ...this.broadcasts].flatMap((c) => c.subscription.topics));
    const [row] = await this.session.query<PollRow>(
      `select
         (select coalesce(json_agg(json_build_array(topic, part, next_off)), '[]') from bus.partition where topic = any($1)) as heads,
         (select coalesce(json_agg(json_build_object('grp', m.grp, 'id', m.id, 'topics', m.topics)), '[]')
            from bus.member m join pg_locks l on l.locktype = 'advisory' and l.objsubid = 2 and l.classid = ${LOCK.member}
             and l.objid = m.id::bigint::oid and l.database = (select oid from pg_database where datname = current_database())
           where m.grp = any($2)) as members`,
      [[...topics], [...this.groups].map((g) => g.subscription.group)],
      'bus-poll',
    );
    const heads: Heads = new Map();
    for (const [topic, part, head] of row!.heads) {
      const parts = heads.get(topic) ?? new Map<number, number>();
      heads.set(topic, parts.set(part, head));
    }
    this.heardMs = performance.now();
    for (const broadcast of this.broadcasts) broadcast.poll(heads);
    for (const group of this.groups) group.polled(heads);
    for (const group of this.groups) {
      await group.rebalance(row!.members, heads, () => [...this.groups].flatMap((g) => g.heldIds()));
    }
  }

  private notified(payload: string): void {
    const news = parseNews(payload);
    if (!news) return;
    if ('group' in news) {
      if ([...this.groups].some((g) => g.subscription.group === news.group)) this.session.pollSoon();
      return;
    }
    for (const consumer of [...this.groups, ...this.broadcasts]) consumer.advance(news.topic, news.heads);
  }
}
