import { type Consumer, type EachBatchPayload, type KafkaMessage, PartitionAssigners } from 'kafkajs';
import type { Logger } from '../../logging/index.js';
import { Backoff, pause } from '../backoff.js';
import { type BatchContext, type IncomingRecord, TOPICS, type Topic } from '../port.js';
import type { Progress } from '../progress.js';
import { provenAssigner, Standing } from './assigner.js';
import { type KafkaCluster, RETRY } from './kafka-cluster.js';
import type { Assignment, Positions } from './positions.js';
import { toRecord } from './record.js';

/** The least that brokers allow by default. A member that was killed is missed after this, and nobody works during the rebalance. */
const SESSION_TIMEOUT_MS = 6_000;
const REBALANCE_TIMEOUT_MS = 12_000;
const HEARTBEAT_MS = 1_000;
/** Longest poll of an idle broker; also how late a rebalance or a resumed partition is noticed at most. */
const MAX_WAIT_MS = 500;
/** A consumer from which nothing was heard that long, and that has no work, is started anew (kafkajs #1072). */
const SILENCE_MS = 60_000;

export interface KafkaMemberOptions {
  cluster: KafkaCluster;
  groupId: string;
  topics: Topic[];
  fromBeginning: boolean;
  maxBatch: number;
  positions: Positions;
  deliver: (records: IncomingRecord[], context: BatchContext) => Promise<void>;
  progress: Progress;
  logger: Logger;
}

/** One kafkajs consumer, started again whenever it ends by itself. */
export class KafkaMember {
  private readonly abort = new AbortController();
  private readonly backoffs = new Map<string, Backoff>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly standing = new Standing();
  private generation = 0;
  private handling = 0;
  private heardMs = Number.NEGATIVE_INFINITY;
  private settled: Promise<void> = Promise.resolve();
  private assigned: Assignment = {};
  private running: Promise<void> | undefined;
  private signalAttached: () => void = () => {};
  readonly attached = new Promise<void>((resolve) => {
    this.signalAttached = resolve;
  });

  constructor(private readonly options: KafkaMemberOptions) {}

  start(): void {
    this.running ??= this.run();
  }

  async close(): Promise<void> {
    this.abort.abort();
    await this.running;
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** Since the last fetch, heartbeat or join; a fetch that finds nothing counts. */
  get silentMs(): number {
    return performance.now() - this.heardMs;
  }

  /** Topic and partition of what this member works on. */
  *partitions(): Generator<{ topic: Topic; partition: number; id: string }> {
    for (const [topic, partitions] of Object.entries(this.assigned))
      for (const partition of partitions) yield { topic: topic as Topic, partition, id: this.id(topic, partition) };
  }

  private id(topic: string, partition: number): string {
    return `${this.options.groupId}/${topic}/${partition}`;
  }

  private async run(): Promise<void> {
    const backoff = new Backoff(200, 5_000);
    const { cluster, positions, logger } = this.options;
    while (!this.abort.signal.aborted) {
      try {
        await cluster.ready();
        await positions.prepare();
        this.signalAttached();
        await this.consume(() => backoff.reset());
      } catch (error) {
        if (this.abort.signal.aborted) break;
        const waitMs = backoff.next();
        cluster.recheck();
        logger.warn({ err: error, waitMs: Math.round(waitMs) }, 'consumer interrupted');
        await pause(waitMs, this.abort.signal);
      }
    }
  }

  /** Until it is closed (resolves) or has to be started anew (rejects). */
  private async consume(onJoined: () => void): Promise<void> {
    const { cluster, groupId, topics, fromBeginning, positions } = this.options;
    const consumer = cluster.kafka.consumer({
      groupId,
      // The second is for groups whose other members are of a version that knows only that one.
      partitionAssigners: [provenAssigner(this.standing), PartitionAssigners.roundRobin],
      sessionTimeout: SESSION_TIMEOUT_MS,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      heartbeatInterval: HEARTBEAT_MS,
      maxWaitTimeInMs: MAX_WAIT_MS,
      allowAutoTopicCreation: false,
      retry: RETRY,
    });
    const heard = () => {
      this.heardMs = performance.now();
    };
    for (const event of [consumer.events.FETCH, consumer.events.HEARTBEAT, consumer.events.GROUP_JOIN]) consumer.on(event, heard);
    consumer.on(consumer.events.REBALANCING, () => {
      this.generation++;
    });
    const stop = new AbortController();
    let joinAgain = () => {};
    const again = new Promise<undefined>((resolve) => {
      joinAgain = () => resolve(undefined);
    });
    let probation = new AbortController();
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      this.generation++;
      onJoined();
      this.take(payload.memberAssignment);
      probation.abort();
      const waitMs = this.standing.joined([...this.partitions()].length);
      if (waitMs !== undefined && !stop.signal.aborted) {
        probation = new AbortController();
        const { signal } = probation;
        void pause(waitMs, signal).then(() => !signal.aborted && joinAgain());
      }
      this.settled = positions.joined(consumer, payload.memberAssignment);
      this.settled.catch(() => {}); // every batch asks for it
    });
    const ended = new Promise<Error>((resolve) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error));
    });
    try {
      await consumer.connect();
      await consumer.subscribe({ topics, fromBeginning });
      heard();
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: topics.reduce((sum, topic) => sum + TOPICS[topic].partitions, 0),
        eachBatch: (payload) => this.eachBatch(payload),
      });
      const closed = new Promise<undefined>((resolve) => {
        if (this.abort.signal.aborted) resolve(undefined);
        this.abort.signal.addEventListener('abort', () => resolve(undefined), { once: true, signal: stop.signal });
      });
      const error = await Promise.race([ended, closed, again, this.silence(stop.signal)]);
      if (error) throw error;
    } finally {
      stop.abort();
      probation.abort();
      this.generation++;
      await this.disconnect(consumer);
      this.take({});
    }
  }

  private async disconnect(consumer: Consumer): Promise<void> {
    await consumer.disconnect().catch((error) => this.options.logger.warn({ err: error }, 'consumer did not leave cleanly'));
  }

  private async silence(signal: AbortSignal): Promise<Error | undefined> {
    while (!signal.aborted) {
      await pause(5_000, signal);
      if (this.handling === 0 && this.silentMs > SILENCE_MS) return new Error('nothing heard from the consumer');
    }
    return undefined;
  }

  private take(assignment: Assignment): void {
    for (const { id } of this.partitions()) this.options.progress.forget(id);
    this.assigned = assignment;
  }

  /** Hands a fetched batch over in pieces; a piece that is rejected is fetched again after a back-off, other partitions go on. */
  private async eachBatch(payload: EachBatchPayload): Promise<void> {
    await this.settled;
    const { batch, resolveOffset, isRunning, isStale } = payload;
    const { positions, progress, maxBatch } = this.options;
    const topic = batch.topic as Topic;
    const id = this.id(topic, batch.partition);
    const generation = this.generation;
    const isActive = () => isRunning() && !isStale() && generation === this.generation;
    if (!isActive()) return;
    progress.seen(id, Number(batch.highWatermark), Number(batch.firstOffset() ?? batch.highWatermark));
    positions.arrived(topic, batch.partition, Number(batch.messages[0]?.offset ?? 0));
    for (let start = 0; start < batch.messages.length; start += maxBatch) {
      if (!isActive()) return;
      const messages = batch.messages.slice(start, start + maxBatch);
      if (!(await this.handle(payload, messages, isActive))) return;
      const last = messages.at(-1)!.offset;
      resolveOffset(last);
      // A batch may end with offsets that hold no record.
      const next = start + maxBatch >= batch.messages.length ? Number(batch.lastOffset()) + 1 : Number(last) + 1;
      await positions.done(payload, next);
      progress.finished(id, next);
      this.backoffs.delete(id);
      await payload.heartbeat();
    }
  }

  /** False when the handler rejected. Beats while it works, so that only a process that is dead or stuck loses its partitions. */
  private async handle(payload: EachBatchPayload, messages: KafkaMessage[], isActive: () => boolean): Promise<boolean> {
    const { batch } = payload;
    const beat = setInterval(() => {
      payload.heartbeat().catch(() => {
        this.generation++; // a rebalance waits for us: what runs should come to its end
      });
    }, HEARTBEAT_MS);
    this.handling++;
    try {
      await this.options.deliver(
        messages.map((m) => toRecord(batch.topic as Topic, batch.partition, m)),
        {
          topic: batch.topic as Topic,
          partition: batch.partition,
          isActive,
          heartbeat: async () => {
            await payload.heartbeat().catch(() => {
              this.generation++;
            });
          },
        },
      );
      return true;
    } catch (error) {
      this.retryLater(payload, error);
      return false;
    } finally {
      clearInterval(beat);
      this.handling--;
      this.heardMs = performance.now();
    }
  }

  private retryLater({ batch, pause: pausePartition }: EachBatchPayload, error: unknown): void {
    const { topic, partition } = batch;
    const id = this.id(topic, partition);
    const backoff = this.backoffs.get(id) ?? new Backoff(100, 5_000);
    this.backoffs.set(id, backoff);
    const waitMs = backoff.next();
    const resume = pausePartition();
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (this.abort.signal.aborted) return;
      try {
        resume();
      } catch {
        // The consumer was started anew meanwhile, with nothing paused.
      }
    }, waitMs);
    this.timers.add(timer);
    this.options.logger.warn({ err: error, topic, partition, waitMs: Math.round(waitMs) }, 'records will be delivered again');
  }
}
