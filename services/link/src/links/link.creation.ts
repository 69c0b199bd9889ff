import { createHash } from 'node:crypto';
import type { Clock } from '@linqr/platform/clock';
import { type Actor, requireActor } from '@linqr/platform/context';
import { AppError, validationFailed } from '@linqr/platform/errors';
import { newId } from '@linqr/platform/ids';
import { appendToOutbox } from '@linqr/platform/outbox';
import { isUniqueViolation } from '@linqr/platform/postgres';
import { Feature } from '@linqr/proto/billing/v1/billing';
import type { DataSource, EntityManager } from 'typeorm';
import type { CodeLinkRepository } from '../codes/code-link.repository.js';
import type { DestinationPolicy } from '../destinations/destination.policy.js';
import type { DomainRepository } from '../domains/domain.repository.js';
import type { IdempotencyRepository } from '../idempotency/idempotency.repository.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import type { LinkQuota } from '../quota/link-quota.js';
import { generateSlug } from '../slugs/slug.js';
import { checkDestinations } from '../targeting/targeting.destinations.js';
import { withIds } from '../targeting/targeting.js';
import { aliasTaken } from './link.errors.js';
import { linkChanged } from './link.events.js';
import type { Domain, Link } from './link.js';
import type { ShortUrls } from './link.mapping.js';
import type { LinkRepository } from './link.repository.js';
import type { CreateLinkInput } from './link.schemas.js';

/** Of 1.5 million million slugs, so many misses in a row mean that something else is wrong. */
const MAX_SLUG_ATTEMPTS = 10;

/** A creation found its idempotency key in use; not an error to its caller. */
class KeyInUse extends Error {}

export interface LinkCreationParts {
  codeLinks: CodeLinkRepository;
  database: DataSource;
  links: LinkRepository;
  idempotency: IdempotencyRepository;
  domains: DomainRepository;
  destinations: DestinationPolicy;
  passwords: PasswordHasher;
  quota: LinkQuota;
  shortUrls: ShortUrls;
  installation: Domain;
  clock: Clock;
}

/** A wish that passed every check which needs no allowance. */
export interface CheckedLink {
  input: CreateLinkInput;
  originalUrl: string;
  domain: Domain;
}

export interface LinkDraft {
  link: Link;
  /** null: no password. */
  passwordHash: string | null;
}

/** Creates links: exactly one for each success, and nothing of the plan's allowance for anything else. */
export class LinkCreation {
  constructor(private readonly parts: LinkCreationParts) {}

  async create(input: CreateLinkInput): Promise<Link> {
    const actor = requireActor();
    const now = new Date(this.parts.clock.now());
    const checked = await this.check(input, actor, now);
    const ofCode = input.qrId && (await this.parts.codeLinks.find(this.parts.database.manager, actor.workspaceId, input.qrId));
    if (ofCode) return ofCode;
    const requestHash = hashOf(input);
    const earlier = await this.madeEarlier(this.parts.database.manager, actor, input.idempotencyKey, requestHash, now);
    if (earlier) return earlier;
    await this.parts.quota.requireFeatures(actor.workspaceId, neededFeatures(input));
    const draft = await this.draft(checked, actor, newId('lnk', now.getTime()), now);
    await this.parts.quota.reserve(actor.workspaceId, draft.link.id);
    try {
      return await this.parts.database.transaction((manager) => this.write(manager, draft, actor, input.idempotencyKey, requestHash));
    } catch (error) {
      // Gives nothing back where the commit went through and only its answer was lost.
      await this.parts.quota.release(draft.link.id);
      if (isUniqueViolation(error, 'links_one_per_code')) {
        const ofCode = await this.parts.codeLinks.find(this.parts.database.manager, actor.workspaceId, input.qrId ?? '');
        if (ofCode) return ofCode;
      }
      if (!(error instanceof KeyInUse)) throw error;
      const first = await this.madeEarlier(this.parts.database.manager, actor, input.idempotencyKey, requestHash, now);
      if (first) return first;
      throw new AppError('CONFLICT', 'A request with this idempotency key is under way. Please try again.', { retryAfterSeconds: 1 });
    }
  }

  /** What a caller wishes, judged: destination, times, domain. Throws an AppError that names the field. */
  async check(input: CreateLinkInput, actor: Actor, now: Date): Promise<CheckedLink> {
    const originalUrl = await this.parts.destinations.check(input.originalUrl);
    const check = (raw: string) => this.parts.destinations.check(raw);
    const rules = await checkDestinations(input.rules, 'rules', new Set(), check);
    const variants = await checkDestinations(input.variants, 'variants', new Set(), check);
    checkTimes(input, now);
    return { input: { ...input, rules, variants }, originalUrl, domain: await this.domainFor(actor, input.domain) };
  }

  /** The link as it will be, but for a generated slug. Allowance and features are the caller's to ask for. */
  async draft({ input, originalUrl, domain }: CheckedLink, actor: Actor, id: string, now: Date): Promise<LinkDraft> {
    const passwordHash = input.password ? await this.parts.passwords.hash(input.password) : null;
    const link: Link = {
      id,
      workspaceId: actor.workspaceId,
      ownerId: actor.userId,
      domain,
      slug: input.customAlias ?? '',
      isCustomAlias: input.customAlias !== undefined,
      originalUrl,
      title: input.title,
      description: input.description,
      tags: input.tags,
      hasPassword: passwordHash !== null,
      passwordVersion: passwordHash === null ? 0 : 1,
      expiresAt: input.expiresAt ?? null,
      startsAt: input.startsAt ?? null,
      maxClicks: input.maxClicks,
      redirectType: input.redirectType,
      forwardQuery: input.forwardQuery,
      rules: withIds('rul', input.rules, [], now.getTime()),
      variants: withIds('var', input.variants, [], now.getTime()),
      qrId: input.qrId ?? null,
      version: 1,
      archivedAt: null,
      quarantinedAt: null,
      disabledAt: null,
      deletedAt: null,
      cappedAt: null,
      countedClicks: 0,
      createdAt: now,
      updatedAt: now,
    };
    return { link, passwordHash };
  }

  /** Writes link, version and event inside the caller's transaction. LINK_ALIAS_TAKEN leaves the transaction usable. */
  async insert(manager: EntityManager, draft: LinkDraft, actor: Actor): Promise<Link> {
    const { links, shortUrls } = this.parts;
    const link = { ...draft.link, slug: await this.claimSlug(manager, draft.link) };
    await links.insert(manager, link, draft.passwordHash, actor);
    await appendToOutbox(manager, [linkChanged('created', link, shortUrls)]);
    return link;
  }

  private async write(manager: EntityManager, draft: LinkDraft, actor: Actor, idempotencyKey: string, requestHash: Buffer): Promise<Link> {
    if (idempotencyKey) {
      const request = { requestHash, linkId: draft.link.id };
      const { createdAt } = draft.link;
      if (!(await this.parts.idempotency.remember(manager, actor.workspaceId, idempotencyKey, request, createdAt))) throw new KeyInUse();
    }
    return this.insert(manager, draft, actor);
  }

  /** The index decides: a chosen alias is ours or taken, a generated one is drawn again until it is ours. */
  private async claimSlug(manager: EntityManager, link: Link): Promise<string> {
    if (link.isCustomAlias) {
      if (!(await this.parts.links.claimAddress(manager, link.domain.id, link.slug, link.id))) throw aliasTaken();
      return link.slug;
    }
    for (let attempt = 0; attempt < MAX_SLUG_ATTEMPTS; attempt++) {
      const slug = generateSlug();
      if (await this.parts.links.claimAddress(manager, link.domain.id, slug, link.id)) return slug;
    }
    throw new AppError('PART_UNAVAILABLE', 'No free short address was found. Please try again.', {
      internal: `${MAX_SLUG_ATTEMPTS} generated slugs were taken`,
    });
  }

  private async domainFor(actor: Actor, host: string): Promise<Domain> {
    if (host === '' || host === this.parts.installation.host) return this.parts.installation;
    const domain = await this.parts.domains.findOfWorkspace(actor.workspaceId, host);
    if (!domain) throw validationFailed({ field: 'domain', message: 'This is not a verified domain of your workspace.' });
    return domain;
  }

  private async madeEarlier(manager: EntityManager, actor: Actor, key: string, requestHash: Buffer, now: Date): Promise<Link | undefined> {
    if (!key) return undefined;
    const remembered = await this.parts.idempotency.find(manager, actor.workspaceId, key, now);
    if (!remembered) return undefined;
    if (!remembered.requestHash.equals(requestHash))
      throw new AppError('CONFLICT', 'This idempotency key was used for another request within the last 24 hours.');
    return this.parts.links.findMade(manager, actor.workspaceId, remembered.linkId);
  }
}

/** What a request asks for that not every plan includes. A cap on clicks is an expiry by number. */
export function neededFeatures(wanted: { password: string; expiresAt?: Date | undefined; maxClicks: number }): Feature[] {
  const features: Feature[] = [];
  if (wanted.password) features.push(Feature.FEATURE_PASSWORD);
  if (wanted.expiresAt || wanted.maxClicks > 0) features.push(Feature.FEATURE_EXPIRATION);
  return features;
}

function checkTimes(input: CreateLinkInput, now: Date): void {
  if (input.expiresAt && input.expiresAt <= now)
    throw validationFailed({ field: 'expiresAt', message: 'The expiry date must be in the future.' });
  if (input.expiresAt && input.startsAt && input.expiresAt <= input.startsAt)
    throw validationFailed({ field: 'expiresAt', message: 'The expiry date must be after the start date.' });
}

/** Same request, same hash. Of the password only whether there is one: a stored hash of it would invite guessing. */
function hashOf(input: CreateLinkInput): Buffer {
  const fields = Object.entries({ ...input, idempotencyKey: undefined, password: input.password !== '' }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return createHash('sha256').update(JSON.stringify(fields)).digest();
}
