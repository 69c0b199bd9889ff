import type { Clock } from '@linqr/platform/clock';
import type { Actor } from '@linqr/platform/context';
import { toAppError } from '@linqr/platform/errors';
import type { Logger } from '@linqr/platform/logging';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import type { DestinationPolicy } from '../destinations/destination.policy.js';
import type { LinkEditing } from '../links/link.editing.js';
import { linkChanged } from '../links/link.events.js';
import type { Link } from '../links/link.js';
import type { ShortUrls } from '../links/link.mapping.js';
import type { LinkRepository } from '../links/link.repository.js';
import type { CodeLinkRepository } from './code-link.repository.js';

/** What a code's change says about its short link. */
export interface CodeNews {
  qrId: string;
  qrVersion: number;
  linkId: string;
  destination: string;
  /** Neither archived nor deleted. */
  active: boolean;
  /** An admin took it down: its link answers as disabled. */
  disabled: boolean;
  /** Gone: the link goes too, or stays as one like any other. */
  deleted: boolean;
  keepsShortLink: boolean;
}

export interface CodeFollowingParts {
  database: DataSource;
  links: LinkRepository;
  codeLinks: CodeLinkRepository;
  editing: LinkEditing;
  destinations: DestinationPolicy;
  shortUrls: ShortUrls;
  clock: Clock;
  logger: Logger;
}

/** A code's short link leads where the code leads, rests while the code rests, and ends with it. */
export class CodeFollowing {
  constructor(private readonly parts: CodeFollowingParts) {}

  /** Once however often: news that is not newer than what the link follows changes nothing. */
  async follow(news: CodeNews, actor: Actor): Promise<void> {
    const { database, links, codeLinks, editing } = this.parts;
    const destination = news.deleted ? undefined : await this.allowed(news);
    await database.transaction(async (manager) => {
      const link = await links.find(manager, actor.workspaceId, news.linkId, 'lock');
      if (link?.qrId !== news.qrId) return;
      const following = await codeLinks.follow(manager, link.id, news.qrVersion);
      if (!following) return;
      if (news.deleted && !news.keepsShortLink) return editing.remove(manager, link, actor);
      if (news.deleted) {
        await codeLinks.letGo(manager, link.id);
        await this.tell(manager, { ...link, qrId: null }, 'updated', actor);
        return;
      }
      const moved = destination === undefined ? link : await editing.apply(manager, link, { originalUrl: destination }, actor);
      if (following.paused === !news.active && following.disabled === news.disabled) return;
      await codeLinks.rest(manager, link.id, { paused: !news.active, disabled: news.disabled });
      await this.tell(manager, moved, 'state_changed', actor);
    });
  }

  /** The code's own rules are milder; a destination that no link may have leaves the link where it was. */
  private async allowed({ destination, linkId }: CodeNews): Promise<string | undefined> {
    try {
      return await this.parts.destinations.check(destination);
    } catch (error) {
      if (toAppError(error).httpStatus >= 500) throw error;
      this.parts.logger.warn({ linkId, code: toAppError(error).code }, 'a code leads where its short link may not');
      return undefined;
    }
  }

  /** A version and an event, so that every edge asks again. */
  private async tell(manager: EntityManager, link: Link, change: 'updated' | 'state_changed', actor: Actor): Promise<void> {
    const { links, shortUrls, clock } = this.parts;
    const updatedAt = new Date(Math.max(clock.now(), link.updatedAt.getTime()));
    const next = { ...link, version: link.version + 1, updatedAt };
    await links.update(manager, next, change, actor);
    await appendToOutbox(manager, [linkChanged(change, next, shortUrls, link)]);
  }
}
