import type { Clock } from '@linqr/platform/clock';
import { validationFailed } from '@linqr/platform/errors';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { isHost } from '../domains/host.js';
import { linkChanged } from '../links/link.events.js';
import type { ShortUrls } from '../links/link.mapping.js';
import type { LinkRepository } from '../links/link.repository.js';
import { isSlug } from '../slugs/slug.js';
import type { SeatRepository } from './seat.repository.js';

const CLICK_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Of one question. */
const MAX_SEATS = 500;

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

  /**
   * Whether these people may come through a link near its cap, one answer each, in order. Unknown and uncapped links have
   * seats for everybody.
   */
  async takeSeats(domain: string, slug: string, clickIds: readonly string[]): Promise<boolean[]> {
    if (clickIds.length > MAX_SEATS)
      throw validationFailed({ field: 'clickIds', message: `At most ${MAX_SEATS} seats can be taken at once.` });
    const host = domain.toLowerCase();
    const everybody = clickIds.map(() => true);
    if (!isSlug(slug) || !isHost(host)) return everybody;
    const { database, seats, clock } = this.parts;
    return database.transaction(async (manager) => {
      const link = await seats.lock(manager, host, slug);
      if (!link || link.maxClicks === 0) return everybody;
      const now = new Date(clock.now());
      const asked = clickIds.filter((id) => CLICK_ID.test(id));
      // Asked again because the answer was lost.
      const held = await seats.held(manager, link.id, asked);
      const { counted, seats: taken } = await seats.taken(manager, link.id, now);
      const free = Math.max(0, link.maxClicks - counted - taken);
      const given = new Set([...new Set(asked)].filter((id) => !held.has(id)).slice(0, free));
      if (given.size > 0) await seats.take(manager, link.id, [...given], now);
      return clickIds.map((id) => held.has(id) || given.has(id) || !CLICK_ID.test(id));
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
      await appendToOutbox(manager, [linkChanged('state_changed', ended, shortUrls, link)]);
    }
  }
}
