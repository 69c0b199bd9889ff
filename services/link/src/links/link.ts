// The link itself: its fields, and what follows from them. Imports nothing that stores or sends.
import { domainToUnicode } from 'node:url';
import type { Rule, Variant } from '../targeting/targeting.js';

export type LinkState = 'active' | 'archived' | 'quarantined' | 'disabled' | 'deleted';
export type RedirectType = 301 | 302 | 307 | 308;
export const REDIRECT_TYPES: readonly RedirectType[] = [301, 302, 307, 308];

/** A host that links live on. */
export interface Domain {
  id: string;
  /** Lower case, port included where it is not the scheme's own. */
  host: string;
  isInstallation: boolean;
}

export interface Link {
  id: string;
  workspaceId: string;
  ownerId: string;
  domain: Domain;
  slug: string;
  isCustomAlias: boolean;
  originalUrl: string;
  title: string;
  description: string;
  tags: string[];
  hasPassword: boolean;
  passwordVersion: number;
  expiresAt: Date | null;
  startsAt: Date | null;
  /** 0: no cap. */
  maxClicks: number;
  redirectType: RedirectType;
  forwardQuery: boolean;
  /** In order; the first that a visit meets decides. */
  rules: Rule[];
  variants: Variant[];
  /** The code whose scans come through this link. */
  qrId: string | null;
  version: number;
  archivedAt: Date | null;
  quarantinedAt: Date | null;
  disabledAt: Date | null;
  deletedAt: Date | null;
  /** When the click cap was reached. */
  cappedAt: Date | null;
  /** Clicks of humans that analytics has counted so far. */
  countedClicks: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The strongest of the soft states. */
export function stateOf(link: Pick<Link, 'archivedAt' | 'quarantinedAt' | 'disabledAt' | 'deletedAt'>): LinkState {
  if (link.deletedAt) return 'deleted';
  if (link.disabledAt) return 'disabled';
  if (link.quarantinedAt) return 'quarantined';
  return link.archivedAt ? 'archived' : 'active';
}

/** Humans that may still come through, as counted so far; null: no cap. */
export function clicksLeft(link: Pick<Link, 'maxClicks' | 'countedClicks'>): number | null {
  return link.maxClicks === 0 ? null : Math.max(0, link.maxClicks - link.countedClicks);
}

/** What a search looks in; parts on lines of their own, so that nothing matches across two of them. */
export function searchText(link: Link): string {
  const host = new URL(link.originalUrl).hostname;
  const readableHost = domainToUnicode(host);
  const parts = [link.title, link.originalUrl, link.slug, link.description, ...link.tags];
  if (readableHost !== host) parts.push(readableHost);
  return parts.join('\n').toLowerCase();
}

/** What "by title" sorts by: a link without a title stands where its destination would. */
export function titleKey(link: Link): string {
  return (link.title || link.originalUrl.replace(/^https?:\/\//, '')).toLowerCase().slice(0, 200);
}

/** What the owner may change. Absent: unchanged. */
export interface LinkChanges {
  originalUrl?: string | undefined;
  slug?: string | undefined;
  title?: string | undefined;
  description?: string | undefined;
  tags?: string[] | undefined;
  /** null removes it. */
  passwordHash?: string | null | undefined;
  expiresAt?: Date | null | undefined;
  startsAt?: Date | null | undefined;
  maxClicks?: number | undefined;
  redirectType?: RedirectType | undefined;
  forwardQuery?: boolean | undefined;
  rules?: Rule[] | undefined;
  variants?: Variant[] | undefined;
  archived?: boolean | undefined;
}

/** The link after the changes; the same object when they change nothing. */
export function applyChanges(link: Link, changes: LinkChanges, now: Date): Link {
  const next: Link = { ...link };
  if (changes.originalUrl !== undefined) next.originalUrl = changes.originalUrl;
  if (changes.slug !== undefined && changes.slug !== link.slug) {
    next.slug = changes.slug;
    next.isCustomAlias = true;
  }
  if (changes.title !== undefined) next.title = changes.title;
  if (changes.description !== undefined) next.description = changes.description;
  if (changes.tags !== undefined) next.tags = changes.tags;
  // Removing a password that is not there changes nothing; setting one always does.
  if (typeof changes.passwordHash === 'string' || (changes.passwordHash === null && link.hasPassword)) {
    next.hasPassword = changes.passwordHash !== null;
    next.passwordVersion = link.passwordVersion + 1;
  }
  if (changes.expiresAt !== undefined) next.expiresAt = changes.expiresAt;
  if (changes.startsAt !== undefined) next.startsAt = changes.startsAt;
  if (changes.maxClicks !== undefined && changes.maxClicks !== link.maxClicks) {
    next.maxClicks = changes.maxClicks;
    next.cappedAt = clicksLeft(next) === 0 ? now : null;
  }
  if (changes.redirectType !== undefined) next.redirectType = changes.redirectType;
  if (changes.forwardQuery !== undefined) next.forwardQuery = changes.forwardQuery;
  if (changes.rules !== undefined) next.rules = changes.rules;
  if (changes.variants !== undefined) next.variants = changes.variants;
  if (changes.archived !== undefined && changes.archived !== (link.archivedAt !== null)) next.archivedAt = changes.archived ? now : null;
  if (JSON.stringify(next) === JSON.stringify(link)) return link;
  return { ...next, version: link.version + 1, updatedAt: now };
}

/** The link as a version remembers it: no password, no hash. */
export function snapshotOf(link: Link): Record<string, unknown> {
  return {
    domain: link.domain.host,
    slug: link.slug,
    originalUrl: link.originalUrl,
    title: link.title,
    description: link.description,
    tags: link.tags,
    hasPassword: link.hasPassword,
    passwordVersion: link.passwordVersion,
    expiresAt: link.expiresAt,
    startsAt: link.startsAt,
    maxClicks: link.maxClicks,
    redirectType: link.redirectType,
    forwardQuery: link.forwardQuery,
    rules: link.rules,
    variants: link.variants,
    cappedAt: link.cappedAt,
    state: stateOf(link),
  };
}
