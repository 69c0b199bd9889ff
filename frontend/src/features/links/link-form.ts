import { isApiError } from '../../api/api-error';
import type { CreateLinkBody, Link } from '../../api/types';
import type { FormErrors } from '../../lib/form/use-form';
import { parseDestination } from '../../lib/url/destination';
import { t } from '../../messages/en/links';
import type { UpdateLinkBody } from './links.api';
import { readTargeting, type Targeting, writeTargeting } from './targeting/targeting';

/** The fields of a link as a person types them. */
export type LinkFormValues = {
  originalUrl: string;
  customAlias: string;
  title: string;
  description: string;
  /** Separated by commas. */
  tags: string;
  password: string;
  removePassword: boolean;
  /** As <input type="datetime-local"> gives it, in the reader's zone. */
  expiresAt: string;
  redirectType: string;
  forwardQuery: boolean;
  /** Host; empty: the installation's own. Chosen when a link is made, and then its for good. */
  domain: string;
  /** Digits, or nothing for no limit. */
  maxClicks: string;
  /** Rules and variants; see targeting/targeting.ts. */
  targeting: string;
};

export const emptyLink: LinkFormValues = {
  originalUrl: '',
  customAlias: '',
  title: '',
  description: '',
  tags: '',
  password: '',
  removePassword: false,
  expiresAt: '',
  redirectType: '302',
  forwardQuery: false,
  domain: '',
  maxClicks: '',
  targeting: '',
};

/** ISO time → what datetime-local shows, in the reader's zone. */
function toLocal(iso: string | null): string {
  if (!iso) return '';
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const toIso = (local: string): string | undefined => (local ? new Date(local).toISOString() : undefined);

/** Trimmed, empty ones dropped (spec section 5). */
export const parseTags = (typed: string): string[] =>
  typed
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

export function fromLink(link: Link): LinkFormValues {
  return {
    originalUrl: link.originalUrl,
    customAlias: link.customAlias ?? '',
    title: link.title,
    description: link.description,
    tags: link.tags.join(', '),
    password: '',
    removePassword: false,
    expiresAt: toLocal(link.expiresAt),
    redirectType: String(link.redirectType),
    forwardQuery: link.forwardQuery,
    domain: '',
    maxClicks: link.maxClicks === null ? '' : String(link.maxClicks),
    targeting: writeTargeting({ rules: link.rules, variants: link.variants }),
  };
}

function validateExpiry(values: LinkFormValues): FormErrors<LinkFormValues> {
  return values.expiresAt && Number.isNaN(Date.parse(values.expiresAt)) ? { expiresAt: t('expiryInvalid') } : {};
}

function validateMaxClicks(values: LinkFormValues): FormErrors<LinkFormValues> {
  return /^\d{0,12}$/.test(values.maxClicks.trim()) ? {} : { maxClicks: t('maxClicksInvalid') };
}

export function validateCreate(values: LinkFormValues): FormErrors<LinkFormValues> {
  if (!values.originalUrl.trim()) return { originalUrl: t('urlRequired') };
  return {
    ...(parseDestination(values.originalUrl) ? {} : { originalUrl: t('urlInvalid', { host: 'https://example.com' }) }),
    ...validateExpiry(values),
    ...validateMaxClicks(values),
  };
}

export function validateEdit(values: LinkFormValues): FormErrors<LinkFormValues> {
  if (!values.originalUrl.trim()) return { originalUrl: t('destinationRequired') };
  return {
    ...(parseDestination(values.originalUrl) ? {} : { originalUrl: t('destinationInvalid') }),
    ...validateExpiry(values),
    ...validateMaxClicks(values),
  };
}

export function toCreateBody(values: LinkFormValues): CreateLinkBody {
  const tags = parseTags(values.tags);
  return {
    originalUrl: parseDestination(values.originalUrl) ?? values.originalUrl.trim(),
    ...(values.customAlias.trim() ? { customAlias: values.customAlias.trim() } : {}),
    ...(values.title.trim() ? { title: values.title.trim() } : {}),
    ...(values.description.trim() ? { description: values.description.trim() } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(values.password ? { password: values.password } : {}),
    ...(values.expiresAt ? { expiresAt: toIso(values.expiresAt) } : {}),
    ...(values.redirectType === '302' ? {} : { redirectType: Number(values.redirectType) }),
    ...(values.forwardQuery ? { forwardQuery: true } : {}),
    ...(values.domain ? { domain: values.domain } : {}),
    ...(Number(values.maxClicks) > 0 ? { maxClicks: Number(values.maxClicks) } : {}),
    ...(values.targeting ? sentTargeting(values.targeting) : {}),
  };
}

/** `link` is what was shown: fields that nobody changed are sent as they were, an untouched password not at all. */
export function toUpdateBody(values: LinkFormValues, link: Link): UpdateLinkBody {
  return {
    originalUrl: parseDestination(values.originalUrl) ?? values.originalUrl.trim(),
    ...(values.customAlias.trim() && values.customAlias.trim() !== link.customAlias ? { customAlias: values.customAlias.trim() } : {}),
    title: values.title.trim(),
    description: values.description.trim(),
    tags: parseTags(values.tags),
    ...(values.removePassword ? { password: null } : values.password ? { password: values.password } : {}),
    // datetime-local has no seconds: an untouched expiry keeps the exact time it had.
    expiresAt: values.expiresAt === toLocal(link.expiresAt) ? link.expiresAt : (toIso(values.expiresAt) ?? null),
    redirectType: Number(values.redirectType),
    forwardQuery: values.forwardQuery,
    maxClicks: Number(values.maxClicks) || null,
    ...sentTargeting(values.targeting),
  };
}

/** With https:// before bare hosts, as for the destination itself. */
function sentTargeting(text: string): Targeting {
  const { rules, variants } = readTargeting(text);
  const whole = <T extends { destination: string }>(one: T): T => ({
    ...one,
    destination: parseDestination(one.destination) ?? one.destination.trim(),
  });
  return { rules: rules.map(whole), variants: variants.map(whole) };
}

/** What the server found wrong with rules and variants, by field. */
export function targetingProblems(error: unknown): Record<string, string> {
  if (!isApiError(error)) return {};
  return Object.fromEntries(
    error.details.filter(({ field }) => /^(?:rules|variants)\b/.test(field)).map(({ field, message }) => [field, message]),
  );
}
