import type { EventBus, IncomingRecord, Subscription, Topic } from '@linqr/platform/bus';
import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import { Counter, type Registry } from '@linqr/platform/management';
import type { DataSource } from 'typeorm';
import type { Endpoint } from '../endpoints/endpoint.js';
import type { EndpointRepository } from '../endpoints/endpoint.repository.js';
import { type Announcement, announcementsOf } from './announcement.js';
import type { AnnouncementRepository, Outgoing } from './announcement.repository.js';

const TOPICS: Topic[] = ['link.changed.v1', 'qr.changed.v1', 'click.ingested.v1'];
const RETRY_MS = 1_000;
/** A record has up to 500 clicks. */
const MAX_BATCH = 50;
/** Rows of one statement. */
const CHUNK = 1_000;
/** What happened this long before an endpoint was made is still its business: clocks of two machines differ. */
const CLOCK_SKEW_MS = 5_000;

export interface AnnouncementConsumerParts {
  bus: EventBus;
  database: DataSource;
  endpoints: EndpointRepository;
  announcements: AnnouncementRepository;
  /** Of the installation's own short links. */
  shortOrigin: string;
  clock: Clock;
  logger: Logger;
  registry: Registry;
}

/** Turns events into deliveries. An event that comes again finds its deliveries there and adds none. */
export class AnnouncementConsumer {
  private readonly unreadable: Counter<'topic'>;
  private subscription: Subscription | undefined;
  private starting: Promise<void> | undefined;
  private stopped = false;
  private wake: () => void = () => undefined;

  constructor(private readonly parts: AnnouncementConsumerParts) {
    this.unreadable = new Counter({
      name: 'webhook_unreadable_events_total',
      help: 'Events that could not be decoded and were passed over',
      labelNames: ['topic'],
      registers: [parts.registry],
    });
  }

  start(): void {
    this.starting ??= this.subscribe();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.starting;
    await this.subscription?.close();
  }

  private async subscribe(): Promise<void> {
    while (!this.stopped && !this.subscription) {
      try {
        this.subscription = await this.parts.bus.subscribe({
          group: 'webhook',
          topics: TOPICS,
          from: 'beginning',
          maxBatch: MAX_BATCH,
          handler: (records) => this.handle(records),
        });
      } catch (error) {
        this.parts.logger.warn({ err: error }, 'cannot subscribe to events yet');
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, RETRY_MS);
          this.wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    }
  }

  private async handle(records: IncomingRecord[]): Promise<void> {
    const announced: Announcement[] = [];
    for (const record of records) {
      try {
        announced.push(...announcementsOf(record, this.parts.shortOrigin));
      } catch (error) {
        this.unreadable.inc({ topic: record.topic });
        const { topic, partition, offset } = record;
        this.parts.logger.warn({ err: error, topic, partition, offset }, 'event passed over');
      }
    }
    await this.announce(announced);
  }

  private async announce(announced: Announcement[]): Promise<void> {
    const { database, endpoints, announcements, clock } = this.parts;
    const now = new Date(clock.now());
    const workspaceIds = [...new Set(announced.map(({ workspaceId }) => workspaceId))].filter(Boolean);
    if (workspaceIds.length === 0) return;
    const byWorkspace = new Map<string, Endpoint[]>();
    for (const endpoint of await endpoints.listening(database.manager, workspaceIds, now))
      byWorkspace.set(endpoint.workspaceId, [...(byWorkspace.get(endpoint.workspaceId) ?? []), endpoint]);
    let chunk: Outgoing[] = [];
    for (const announcement of announced)
      for (const endpoint of byWorkspace.get(announcement.workspaceId) ?? []) {
        if (!isFor(endpoint, announcement)) continue;
        chunk.push({ endpoint, announcement });
        if (chunk.length < CHUNK) continue;
        await announcements.add(database.manager, chunk, now);
        chunk = [];
      }
    if (chunk.length > 0) await announcements.add(database.manager, chunk, now);
  }
}

function isFor(endpoint: Endpoint, { event, isBot, occurredAt }: Announcement): boolean {
  if (!endpoint.events.includes(event) || (isBot && !endpoint.includeBots)) return false;
  return occurredAt.getTime() >= endpoint.createdAt.getTime() - CLOCK_SKEW_MS;
}
