import { type Actor, requireActor } from '@linqr/platform/context';
import { AppError, toAppError } from '@linqr/platform/errors';
import { isId } from '@linqr/platform/ids';
import type { Logger } from '@linqr/platform/logging';
import { Feature } from '@linqr/proto/billing/v1/billing';
import { BulkAction } from '@linqr/proto/link/v1/bulk';
import type { DataSource, EntityManager } from 'typeorm';
import type { LinkEditing } from '../links/link.editing.js';
import { linkNotFound } from '../links/link.errors.js';
import type { Link, LinkChanges } from '../links/link.js';
import type { LinkRepository } from '../links/link.repository.js';
import { MAX_TAGS } from '../links/link.schemas.js';
import type { LinkQuota } from '../quota/link-quota.js';
import type { ChangeLinksInput } from './link-bulk.schemas.js';

/** Links of one transaction: its locks are held for some hundred milliseconds at most. */
const CHUNK = 100;

export interface BulkOutcome {
  id: string;
  /** undefined: done, or nothing was to be done. */
  error?: AppError;
}

export interface LinkBulkParts {
  database: DataSource;
  links: LinkRepository;
  editing: LinkEditing;
  quota: LinkQuota;
  logger: Logger;
}

/** One change to many links. Each is found in the caller's own workspace or not at all, and has its own version and event. */
export class LinkBulk {
  constructor(private readonly parts: LinkBulkParts) {}

  async change(input: ChangeLinksInput): Promise<BulkOutcome[]> {
    const actor = requireActor();
    const features = [Feature.FEATURE_BULK];
    if (input.action === BulkAction.BULK_ACTION_SET_EXPIRY) features.push(Feature.FEATURE_EXPIRATION);
    await this.parts.quota.requireFeatures(actor.workspaceId, features);
    const outcomes = new Map<string, BulkOutcome>();
    let broken: AppError | undefined;
    for (let at = 0; at < input.ids.length; at += CHUNK) {
      const ids = input.ids.slice(at, at + CHUNK);
      // A store that is away for one chunk is not asked for the next: its links were not touched, and their results say so.
      const done = broken ?? (await this.changeSome(ids, input, actor));
      if (done instanceof AppError) broken = done;
      for (const id of ids)
        outcomes.set(id, done instanceof AppError ? { id, error: done } : (done.get(id) ?? { id, error: linkNotFound() }));
    }
    return input.ids.map((id) => outcomes.get(id)!);
  }

  /** All of a chunk or, when its transaction fails, none: then the error. */
  private async changeSome(ids: string[], input: ChangeLinksInput, actor: Actor): Promise<Map<string, BulkOutcome> | AppError> {
    const known = ids.filter((id) => isId('lnk', id));
    try {
      return await this.parts.database.transaction(async (manager) => {
        const outcomes = new Map<string, BulkOutcome>();
        for (const link of await this.parts.links.lockMany(manager, actor.workspaceId, known))
          outcomes.set(link.id, await this.changeOne(manager, link, input, actor));
        return outcomes;
      });
    } catch (error) {
      const failure = toAppError(error);
      this.parts.logger.warn({ err: error, code: failure.code, links: ids.length }, 'links not changed');
      return failure;
    }
  }

  private async changeOne(manager: EntityManager, link: Link, input: ChangeLinksInput, actor: Actor): Promise<BulkOutcome> {
    try {
      if (input.action === BulkAction.BULK_ACTION_DELETE) await this.parts.editing.remove(manager, link, actor);
      else await this.parts.editing.apply(manager, link, changesFor(link, input), actor);
      return { id: link.id };
    } catch (error) {
      // Refused before anything was written; whatever else failed ends the transaction.
      if (error instanceof AppError) return { id: link.id, error };
      throw error;
    }
  }
}

function changesFor(link: Link, input: ChangeLinksInput): LinkChanges {
  switch (input.action) {
    case BulkAction.BULK_ACTION_ARCHIVE:
      return { archived: true };
    case BulkAction.BULK_ACTION_RESTORE:
      return { archived: false };
    case BulkAction.BULK_ACTION_SET_EXPIRY:
      return { expiresAt: input.expiresAt };
    case BulkAction.BULK_ACTION_CLEAR_EXPIRY:
      return { expiresAt: null };
    case BulkAction.BULK_ACTION_ADD_TAGS:
      return { tags: withTags(link.tags, input.tags) };
    case BulkAction.BULK_ACTION_REMOVE_TAGS: {
      const gone = new Set(input.tags.map(tagKey));
      return { tags: link.tags.filter((tag) => !gone.has(tagKey(tag))) };
    }
    default:
      throw new Error(`no change for ${input.action}`);
  }
}

/** Tags that are there, in whatever case, stay as they are written. */
function withTags(before: string[], added: string[]): string[] {
  const there = new Set(before.map(tagKey));
  const tags = [...before, ...added.filter((tag) => !there.has(tagKey(tag)))];
  if (tags.length > MAX_TAGS) {
    const message = `A link has ${MAX_TAGS} tags at most.`;
    throw new AppError('VALIDATION_FAILED', message, { details: [{ field: 'tags', message }] });
  }
  return tags;
}

const tagKey = (tag: string): string => tag.toLowerCase();
