import type { Clock } from '@linqr/platform/clock';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { isHost } from '../domains/host.js';
import { linkChanged } from '../links/link.events.js';
import type { ShortUrls } from '../links/link.mapping.js';
import type { LinkRepository } from '../links/link.repository.js';
import { isSlug } from '../slugs/slug.js';
import type { SeatRepository } from './seat.repository.js';

const CLICK_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Nobody in particular ends a link. */
const INSTALLATION = { userId: '', via: 'counting' };

/** Clicks of one event, as counting sees them. */
export interface CountedClicks {
  /** Hex; the same event has the same id, however often it comes. */
  eventId: string;
  clicks: readonly { id: string; linkId: string; isBot: boolean }[];
}

export interface ClickCapsParts {
  database: DataSource;
  links: LinkRepository;
  seats: SeatRepository;
  shortUrls: ShortUrls;
  clock: Clock;
}

/**
 * Lets at most `maxClicks` people through a link. What analytics counts is counted here once more, exactly once each, for
 * every link. What it has not counted yet holds a seat, so that counts and seats together never exceed the cap.
 */
export class ClickCaps {
  constructor(private readonly parts: ClickCapsParts) {}

  /** Whether one more person may come through a link near its cap. Unknown and uncapped links have seats for everybody. */
  async takeSeat(domain: string, slug: string, clickId: string): Promise<boolean> {
    const host = domain.toLowerCase();
    if (!isSlug(slug) || !isHost(host) || !CLICK_ID.test(clickId)) return true;
    return this.parts.database.transaction(async (manager) => {
      const link = await this.parts.seats.lock(manager, host, slug);
      if (!link || link.maxClicks === 0) return true;
      const { seats, clock } = this.parts;
      // Asked again because the answer was lost.
      if (await seats.holds(manager, link.id, clickId)) return true;
      const now = new Date(clock.now());
      const taken = await seats.taken(manager, link.id, now);
      if (taken.counted + taken.seats >= link.maxClicks) return false;
      await seats.take(manager, link.id, clickId, now);
      return true;
    });
  }

  /** One transaction, whatever the number of events. */
  async count(events: readonly CountedClicks[]): Promise<void> {
    if (events.length === 0) return;
    const { database, seats, clock } = this.parts;
    await database.transaction(async (manager) => {
      const byId = new Map(events.map((event) => [event.eventId, event]));
      const ids = [...byId.keys()].sort().map((id) => Buffer.from(id, 'hex'));
      const fresh = await seats.newOnes(manager, ids, new Date(clock.now()));
      const clicks = [...fresh].flatMap((id) => byId.get(id)!.clicks).filter(({ linkId }) => linkId !== '');
      if (clicks.length === 0) return;
      const people = new Map<string, number>();
      for (const { linkId, isBot } of clicks) if (!isBot) people.set(linkId, (people.get(linkId) ?? 0) + 1);
      if (people.size > 0) await seats.count(manager, people);
      const capped = new Set(await seats.capped(manager, [...new Set(clicks.map(({ linkId }) => linkId))]));
      if (capped.size === 0) return;
      // A machine's seat is free again, a person's is counted now.
      const seated = clicks.filter(({ id, linkId }) => capped.has(linkId) && CLICK_ID.test(id)).map(({ id }) => id);
      await seats.release(manager, seated);
      await this.endReached(manager, [...capped]);
    });
  }

  /** Ends the links whose last click has come: a version and an event, so that every edge obeys. */
  private async endReached(manager: EntityManager, linkIds: string[]): Promise<void> {
    const { links, seats, shortUrls, clock } = this.parts;
    for (const { id, workspaceId } of await seats.reached(manager, linkIds)) {
      const link = await links.find(manager, workspaceId, id, 'lock');
      // Its owner may have raised the cap since.
      if (!link || link.cappedAt || link.maxClicks === 0 || link.countedClicks < link.maxClicks) continue;
      const now = new Date(Math.max(clock.now(), link.updatedAt.getTime()));
      const ended = { ...link, version: link.version + 1, cappedAt: now, updatedAt: now };
      await links.update(manager, ended, 'state_changed', INSTALLATION);
      await appendToOutbox(manager, [linkChanged('state_changed', ended, shortUrls)]);
    }
  }
}
