// Rules and variants as the editor holds them. The server says finally what a rule may be.
import type { LinkRule, LinkVariant, RuleCondition } from '../../../api/types';

export const FIELDS = ['country', 'device', 'os', 'browser', 'language', 'query', 'time'] as const;
export type ConditionField = (typeof FIELDS)[number];
export const DEVICES = ['desktop', 'mobile', 'tablet', 'tv'] as const;
export const SYSTEMS = ['ios', 'android', 'windows', 'macos', 'linux', 'chromeos'] as const;
export const BROWSERS = ['chrome', 'safari', 'firefox', 'edge', 'opera', 'samsung'] as const;
export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export const MAX_RULES = 20;
export const MAX_VARIANTS = 10;
export const MAX_CONDITIONS = 10;

/** Of the values that are chosen from a short list. */
export const CHOICES: Partial<Record<ConditionField, readonly string[]>> = {
  device: DEVICES,
  os: SYSTEMS,
  browser: BROWSERS,
  time: DAYS,
};

export interface Targeting {
  rules: LinkRule[];
  variants: LinkVariant[];
}

export const nothing: Targeting = { rules: [], variants: [] };

/** A form keeps it as text, so that a draft survives an expired session like every other field. */
export function readTargeting(text: string): Targeting {
  if (text === '') return nothing;
  try {
    return JSON.parse(text) as Targeting;
  } catch {
    return nothing;
  }
}

export function writeTargeting(targeting: Targeting): string {
  return targeting.rules.length + targeting.variants.length === 0 ? '' : JSON.stringify(targeting);
}

let made = 0;
/** Tells items of a list apart until the server names them. */
const draftId = (): string => `new-${Date.now().toString(36)}-${++made}`;

export function newCondition(field: ConditionField = 'device'): RuleCondition {
  const zone = field === 'time' ? { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone } : {};
  return { field, operator: 'is', values: [], ...zone };
}

export const newRule = (): LinkRule => ({ id: draftId(), name: '', conditions: [newCondition()], destination: '' });
export const newVariant = (destination = ''): LinkVariant => ({ id: draftId(), name: '', destination, weight: 1 });

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(to, 0, one);
  return next;
}

export const replaced = <T>(list: readonly T[], at: number, one: T): T[] => list.map((old, i) => (i === at ? one : old));
export const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, i) => i !== at);

/** Share of visitors, 0 to 1. */
export function shareOf(variant: LinkVariant, variants: readonly LinkVariant[]): number {
  const sum = variants.reduce((all, { weight }) => all + weight, 0);
  return sum === 0 ? 0 : variant.weight / sum;
}
